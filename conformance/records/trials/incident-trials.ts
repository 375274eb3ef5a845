/** Tries the hook's incidents: their team, their type, and whether they are open or resolved. */

import { type Caller, createCaller } from '../../client/callers.ts'
import type { Exchange } from '../../client/http.ts'
import { randomUlid } from '../../client/test-ids.ts'
import { parseTime, tolerance } from '../../verdict/matchers.ts'
import { statusAndCode, summarizeResponse } from '../../verdict/response.ts'
import type { Incident, IncidentWishes } from '../provider.ts'
import { concernsNeed, type FixtureFault, isRefusal, type Trial } from './fixture-fault.ts'

const types = ['manual', 'auto'] as const
type Type = (typeof types)[number]

const justNow: IncidentWishes = { startedDaysAgo: 0 }

const concernsIncidents = concernsNeed(/incident/)

interface Maker {
  caller: Caller
  /** A new incident of the writer's team. */
  make(type: Type, resolved: boolean, wishes?: IncidentWishes): Promise<Incident>
}

async function createMaker({ pool, sender }: Trial): Promise<Maker> {
  const of = await pool.sharedCaller(sender, 'writer')
  return {
    caller: createCaller(sender, of),
    make(type, resolved, wishes) {
      const demand = { of, type, resolved, ...(wishes && { wishes }) }
      return pool.provide('incident', (provider) => provider.incident(demand))
    },
  }
}

/** Incidents that the writer does not find, that are resolved although they should be open, or of the other type. */
export async function tryIncidents(trial: Trial): Promise<FixtureFault[]> {
  if (!concernsIncidents({ needs: [...trial.needs], requirementIds: [] })) return []
  const maker = await createMaker(trial)
  const seen: Exchange[] = []
  for (const type of types) seen.push(await maker.caller.resolve((await maker.make(type, false)).id))
  // Refused in the same way for any id, the writer is what the target refuses, not the incident.
  const { response } = await maker.caller.resolve(randomUlid())
  const isAboutIncident = (status: number) =>
    [404, 409, 410].includes(status) || (status === 403 && response.status !== 403)
  if (seen.every(({ response }) => isAboutIncident(response.status))) {
    // If it resolves newer ones, the target refuses them for their age.
    if ((await maker.caller.resolve((await maker.make('manual', false, justNow)).id)).response.status < 300) return []
    const reason = `the writer cannot resolve the hook's open incidents: ${seen.map(summarizeResponse)[0]}; are they open, and in the team \`params.teamId\`?`
    const description = "the hook's incidents are open, in the writer's team"
    return [{ description, reason, concerns: concernsIncidents }]
  }
  const faults = types.map((type, index) => tryType(maker, type, seen[index]))
  return (await Promise.all(faults)).flat()
}

/** @param resolved the response to the resolve of an incident of this type. */
async function tryType({ caller, make }: Maker, type: Type, resolved?: Exchange): Promise<FixtureFault[]> {
  const shown = (resolved?.body as { incident?: { type?: unknown } } | undefined)?.incident?.type
  const isAuto = shown === 'auto'
  if (typeof shown !== 'string' || isAuto === (type === 'auto')) return []
  // If the target treats it as another type than it shows, the target is wrong.
  if (isRefusal(await caller.deleteIncident((await make(type, false)).id)) !== isAuto) return []
  const reason = `the hook's ${type} incidents have the type ${shown}, and the writer can${isAuto ? 'not' : ''} delete them: does the hook use \`params.type\`?`
  const description = `the hook's ${type} incidents have that type`
  return [{ description, reason, concerns: concernsNeed(new RegExp(`${type} incident`)) }]
}

/** Incidents that are open although they should be resolved: the target resolves them, but only once. */
export async function tryResolved(trial: Trial): Promise<FixtureFault[]> {
  const needOf = (type: Type) => `resolved ${type} incident`
  const needed = types.filter((type) => trial.needs.has(needOf(type)))
  if (needed.length === 0) return []
  const maker = await createMaker(trial)
  const { caller, make } = maker
  const faults: FixtureFault[] = []
  for (const type of needed) {
    const made = await make(type, true)
    const [first, second] = [await caller.resolve(made.id), await caller.resolve(made.id)]
    if (first.response.status >= 300 || !isRefusal(second)) continue
    if (await wasResolved(maker, type, made, [first, second])) continue
    faults.push({
      description: `the hook's resolved ${type} incidents are resolved`,
      reason: `the writer can resolve the hook's resolved ${type} incidents, once: does the hook use \`params.resolved\`? If it does, let it return their \`status\` and \`resolvedAt\`, which shows that the target is wrong`,
      concerns: concernsNeed(new RegExp(needOf(type))),
    })
  }
  return faults
}

/**
 * Whether an incident was resolved before the target resolved it, so that the target is wrong: the hook says so, the
 * response still has the earlier time, or the target refuses one that was resolved just now, as it should.
 */
async function wasResolved(
  { caller, make }: Maker,
  type: Type,
  { stored }: Incident,
  [first, second]: [Exchange, Exchange],
): Promise<boolean> {
  if (stored?.status === 'resolved' && stored.resolvedAt !== undefined) return true
  const other = await caller.resolve((await make(type, false)).id)
  if (resolvedTime(other) - resolvedTime(first) > tolerance.targetClock) return true
  const newer = await caller.resolve((await make(type, true, justNow)).id)
  return isRefusal(newer) && statusAndCode(newer) === statusAndCode(second)
}

function resolvedTime({ body }: Exchange): number {
  const { resolvedAt } = (body as { incident?: { resolvedAt?: unknown } } | undefined)?.incident ?? {}
  return parseTime(`${resolvedAt}`)
}
