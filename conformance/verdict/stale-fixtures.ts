/** After a run: finds checks that failed because an earlier run had already used the fixtures of a list. */

import type { Exchange } from '../client/exchange.ts'
import type { CheckRun } from './check.ts'

export const staleMessage = 'the list of fixtures looks used up by an earlier run: make new ones'

/** The number of checks with a stale fixture from which the list counts as stale; fewer may be the target's fault. */
const minimum = 3

/** The statuses of a used object: not found, in conflict, gone, invalid. */
const refusals = [400, 404, 409, 410, 422]

/** A deleted account may be unknown, or its code wrong. */
function isRefused({ request, response: { status } }: Exchange): boolean {
  const isUnknown = request.operationId === 'scheduleAccountDeletion' && (status === 401 || status === 403)
  return isUnknown || refusals.includes(status)
}

/** The lists of fixtures, as far as a run uses them up. */
export interface ListedFixtures {
  incidents?: { id: string }[]
  monitors?: { id: string }[]
  services?: { id: string }[]
  accounts?: { accessToken?: string; email?: string; [field: string]: unknown }[]
}

interface ListedFixture {
  concerns(exchange: Exchange, run: CheckRun): boolean
  /** Recognizes the response for a used fixture. A used monitor still exists, but has no statistics. */
  looksUsed(exchange: Exchange): boolean
}

/** If most checks that used a listed fixture found it used, their failures become unverified. */
export function excuseStaleFixtures(
  runs: readonly CheckRun[],
  { fixtures, stateless }: { fixtures: ListedFixtures; stateless: boolean },
): { runs: CheckRun[]; fixturesAreStale: boolean } {
  const listed = stateless ? [] : listFixtures(fixtures)
  const uses = runs.map((run) => {
    const all = listed.map((fixture) => useOf(run, fixture))
    return (['stale', 'worked'] as const).find((use) => all.includes(use))
  })
  const count = (use: 'stale' | 'worked') => uses.filter((one) => one === use).length
  const fixturesAreStale = count('stale') >= minimum && count('stale') > count('worked')
  const excuse = (run: CheckRun): CheckRun => ({
    ...run,
    record: { ...run.record, findings: [] },
    completion: { kind: 'unverified', reason: staleMessage },
  })
  const excused = runs.map((run, index) => (fixturesAreStale && uses[index] === 'stale' ? excuse(run) : run))
  return { runs: excused, fixturesAreStale }
}

/** In a failed check, a fixture is stale if each call about it was refused or changed nothing. */
function useOf(run: CheckRun, { concerns, looksUsed }: ListedFixture): 'worked' | 'stale' | undefined {
  const exchanges = run.record.steps.filter((exchange) => concerns(exchange, run))
  if (exchanges.some((exchange) => exchange.response.status < 300 && !deletedNone(exchange))) return 'worked'
  return run.record.findings.length > 0 && exchanges.some(looksUsed) ? 'stale' : undefined
}

function deletedNone({ body }: Exchange): boolean {
  return (body as { deletedCount?: unknown } | undefined | null)?.deletedCount === 0
}

function listFixtures(fixtures: ListedFixtures): ListedFixture[] {
  const { incidents = [], monitors = [], services = [], accounts = [] } = fixtures
  const inPath = (id: string): ListedFixture['concerns'] => {
    const segment = encodeURIComponent(id)
    return ({ request }) => request.path.split(/[/?]/).includes(segment)
  }
  const isUsedUp = (one: { [field: string]: unknown }) => one.scope === 'read' || one.verificationCode !== undefined
  return [
    ...incidents.map(({ id }) => ({ concerns: inPath(id), looksUsed: isRefused })),
    ...[...monitors, ...services].map(({ id }) => ({ concerns: inPath(id), looksUsed: deletedNone })),
    ...accounts.filter(isUsedUp).map(({ accessToken, email }) => ({
      looksUsed: isRefused,
      concerns: ({ request: { operationId, headers } }: Exchange, { record }: CheckRun) =>
        operationId === 'scheduleAccountDeletion' &&
        ((accessToken !== undefined && Object.values(headers).some((value) => value.includes(accessToken))) ||
          (email !== undefined && record.given.some(({ fields }) => fields.email === email))),
    })),
  ]
}
