/** After a run: finds checks that failed because an earlier run had already used the records of a list. */

import { type Exchange, isAccepted } from '../client/exchange.ts'
import type { CheckRun } from './check.ts'

export const usedUpMessage = 'the list of fixtures looks used up by an earlier run: make new ones'

/** The number of checks with a used record from which the list counts as used up; fewer may be the target's fault. */
const minimum = 3

/** The statuses of a used object: not found, in conflict, gone, invalid. */
const refusals = [400, 404, 409, 410, 422]
/** A deleted account may be unknown, or its code wrong. */
const refusalsOfDeletion = [...refusals, 401, 403]

/** The lists of records, as far as a run uses them up. */
export type UsedLists = { [kind in 'incidents' | 'monitors' | 'services']?: { id: string }[] } & {
  accounts?: { accessToken?: string; email?: string; [field: string]: unknown }[]
}

/** The texts that identify a listed record in the calls of a check. */
type Listed = { id?: string; accessToken?: string | undefined; email?: string | undefined }

/** If most checks that used a listed record found it used, their failures become unverified. */
export function excuseUsedLists(
  runs: readonly CheckRun[],
  { fixtures, stateless }: { fixtures: UsedLists; stateless: boolean },
): { runs: CheckRun[]; listsAreUsedUp: boolean } {
  const { incidents = [], monitors = [], services = [], accounts = [] } = fixtures
  const isUsedUp = (one: { [field: string]: unknown }) => one.scope === 'read' || one.verificationCode !== undefined
  const objects = [...incidents, ...monitors, ...services].map(({ id }) => ({ id: encodeURIComponent(id) }))
  // An account may have an id, too, but is recognized by its token or address.
  const users = accounts.filter(isUsedUp).map(({ accessToken, email }) => ({ accessToken, email }))
  const listed: Listed[] = stateless ? [] : [...objects, ...users]
  const uses = runs.map((run) => {
    const all = listed.map((one) => useOf(run, one))
    return (['used up', 'worked'] as const).find((use) => all.includes(use))
  })
  const count = (use: 'used up' | 'worked') => uses.filter((one) => one === use).length
  const listsAreUsedUp = count('used up') >= minimum && count('used up') > count('worked')
  const excuse = (run: CheckRun): CheckRun => ({
    ...run,
    record: { ...run.record, findings: [] },
    completion: { kind: 'unverified', reason: usedUpMessage },
  })
  const excused = runs.map((run, index) => (listsAreUsedUp && uses[index] === 'used up' ? excuse(run) : run))
  return { runs: excused, listsAreUsedUp }
}

/** In a failed check, a record is used up if each call about it was refused or changed nothing. */
function useOf({ record }: CheckRun, { id, accessToken = '', email }: Listed): 'worked' | 'used up' | undefined {
  const calls = record.steps.filter(({ request: { operationId, path, headers } }) => {
    if (id !== undefined) return path.includes(id) && path.split(/[/?]/).includes(id)
    if (operationId !== 'scheduleAccountDeletion') return false
    const isSent = accessToken !== '' && Object.values(headers).some((value) => value.includes(accessToken))
    return isSent || (email !== undefined && record.given.some(({ fields }) => fields.email === email))
  })
  if (calls.some((call) => isAccepted(call) && !deletedNone(call))) return 'worked'
  return record.findings.length > 0 && calls.some(looksUsed) ? 'used up' : undefined
}

/** A used monitor still exists, but has no statistics. */
function looksUsed(exchange: Exchange): boolean {
  const { operationId } = exchange.request
  if (operationId === 'resetMonitorStats' || operationId === 'resetServiceStats') return deletedNone(exchange)
  const used = operationId === 'scheduleAccountDeletion' ? refusalsOfDeletion : refusals
  return used.includes(exchange.response.status)
}

function deletedNone({ body }: Exchange): boolean {
  return (body as { deletedCount?: unknown } | undefined | null)?.deletedCount === 0
}
