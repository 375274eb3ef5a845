/** Tries the hook's monitors and services: the plan of their team, and their rows of statistics. */

import { type Call, createCaller } from '../../client/callers.ts'
import type { Exchange } from '../../client/http.ts'
import { count } from '../../verdict/count.ts'
import { errorOf } from '../../verdict/finding.ts'
import { summarizeResponse } from '../../verdict/format.ts'
import { colleagues, type Owner } from '../provider.ts'
import { concernsNeed, type FixtureFault, type Trial } from './fixture-fault.ts'

/** Not the ends of a month or a year, and no leap day: a target that counts those wrongly is wrong itself. */
const days = ['2024-05-06', '2024-05-07', '2024-05-08']
const inTurn = [{ before: '2024-05-07' }, { before: '2024-05-08' }, undefined]
const inTwo = [{ before: '2024-05-09' }, undefined]

const concernsStatistics = concernsNeed(/^(?:monitor|service) with/)

function needsStatistics({ needs }: Trial): boolean {
  return concernsStatistics({ needs: [...needs], requirementIds: [] })
}

function makeMonitor({ pool }: Trial, of: Owner): Promise<{ id: string }> {
  return pool.provide('monitor', (provider) => provider.monitor({ of, days }))
}

function makeService({ pool }: Trial, of: Owner): Promise<{ id: string }> {
  return pool.provide('service', (provider) => provider.service({ of, monitors: [days] }))
}

/** A plan that is not paid. */
export async function tryPlans(trial: Trial): Promise<FixtureFault[]> {
  if (!needsStatistics(trial)) return []
  const { pool, sender, needs } = trial
  const faults: FixtureFault[] = []
  for (const role of (['writer', 'stranger'] as const).filter((role) => needs.has(role))) {
    const owner = await pool.sharedCaller(sender, role)
    const caller = createCaller(sender, owner)
    const resets = [
      await caller.resetMonitor((await makeMonitor(trial, owner)).id),
      await caller.resetService((await makeService(trial, owner)).id),
    ]
    if (!resets.every((exchange) => [402, 403].includes(exchange.response.status) && limitsPlan(exchange))) continue
    const [first] = resets.map(summarizeResponse)
    faults.push({
      description: `the hook's ${role} is on a paid plan`,
      reason: `the hook's ${role} cannot reset statistics: ${first}; is its team on a paid plan?`,
      // Some checks send resets about no object.
      concerns: (check) =>
        check.needs.some((need) => need === role || (role === 'writer' && isColleague(need))) &&
        (concernsStatistics(check) || check.requirementIds.some((id) => /^4\.[78]/.test(id))),
    })
  }
  return faults
}

const isColleague = (need: string) => colleagues.some((role) => role === need)

function limitsPlan(exchange: Exchange): boolean {
  const { upgradeUrl, code } = errorOf(exchange)
  return upgradeUrl !== undefined || /plan|upgrade|payment/i.test(`${code}`)
}

/** Another number of rows than demanded. The target counts the same in three ways; one that counts wrongly would not. */
export async function tryRows(trial: Trial): Promise<FixtureFault[]> {
  if (!needsStatistics(trial)) return []
  const writer = await trial.pool.sharedCaller(trial.sender, 'writer')
  const { resetMonitor, resetService } = createCaller(trial.sender, writer)
  const [one, other] = [await makeMonitor(trial, writer), await makeMonitor(trial, writer)]
  const service = await makeService(trial, writer)
  const found = [
    await countRows([() => resetMonitor(one.id)]),
    await countRows(inTurn.map((query) => () => resetMonitor(other.id, query))),
    await countRows(inTwo.map((query) => () => resetService(service.id, query))),
  ]
  const [rows] = found
  if (rows === undefined || rows === days.length || found.some((count) => count !== rows)) return []
  const reason = `each way of resetting a monitor of ${count(days.length, 'day')} finds ${count(rows, 'row')}: does the hook make a row of statistics for each of \`params.days\`?`
  return [{ description: "the hook's monitors have a row for each day", reason, concerns: concernsStatistics }]
}

/** The rows that resets delete, one after the other; undefined if none is accepted. */
async function countRows(resets: (() => Call<unknown>)[]): Promise<number | undefined> {
  let rows: number | undefined
  for (const reset of resets) {
    const { response, body } = await reset()
    if (response.status >= 300) continue
    rows = (rows ?? 0) + Number((body as { deletedCount?: unknown } | undefined)?.deletedCount)
  }
  return rows
}
