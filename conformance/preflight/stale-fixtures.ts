/** Whether a list of fixtures was used up by an earlier run: then nobody is accused of what its objects do not do any more. */

import type { Exchange } from '../client/http.ts'
import type { Config } from '../config/config.ts'
import type { CheckRun } from '../runner/run-check.ts'

export const usedUp = 'the list of fixtures looks used up by an earlier run: make new ones'

/** So many checks tell something; fewer may be the target's fault, however many things each of them used. */
const telling = 3

/** How a used up object is refused: not found, in conflict, gone, not valid any more. */
const refusals = [400, 404, 409, 410, 422]

/** Who has left may not be known any more, or their code not be the right one. */
function isRefused({ request, response: { status } }: Exchange): boolean {
  const isTheirs = request.operationId === 'scheduleAccountDeletion' && (status === 401 || status === 403)
  return isTheirs || refusals.includes(status)
}

/** One thing of the list. */
interface Listed {
  /** Whether an exchange is about it. */
  isMeant(exchange: Exchange, ran: CheckRun): boolean
  /** Whether what was used before answers so; statistics are gone then, but what they are of is there. */
  isIdle(exchange: Exchange): boolean
}

/**
 * Where most of the checks that used something of the list found it as if it had been used before, those that failed for
 * it are unverified.
 */
export function excuseStaleFixtures(
  all: readonly CheckRun[],
  { fixtures, stateless }: Config,
): { ran: CheckRun[]; fixturesAreStale: boolean } {
  const things = stateless ? [] : listedIn(fixtures)
  const uses = all.map((ran) => {
    const each = things.map((thing) => useOf(ran, thing))
    return (['used up', 'worked'] as const).find((use) => each.includes(use))
  })
  const count = (use: Use) => uses.filter((one) => one === use).length
  const fixturesAreStale = count('used up') >= telling && count('used up') > count('worked')
  if (!fixturesAreStale) return { ran: [...all], fixturesAreStale }
  const ran = all.map((one, index): CheckRun => {
    if (uses[index] !== 'used up') return one
    return { ...one, record: { ...one.record, findings: [] }, completion: { kind: 'unverified', reason: usedUp } }
  })
  return { ran, fixturesAreStale }
}

type Use = 'worked' | 'used up' | undefined

/** In a check that failed, a thing is used up if nothing was ever done to it, but refused or done to nothing. */
function useOf(ran: CheckRun, { isMeant, isIdle }: Listed): Use {
  const about = ran.record.steps.filter((exchange) => isMeant(exchange, ran))
  if (about.some(({ response, body }) => response.status < 300 && !hasDeletedNone({ body }))) return 'worked'
  return ran.record.findings.length > 0 && about.some(isIdle) ? 'used up' : undefined
}

function hasDeletedNone({ body }: Pick<Exchange, 'body'>): boolean {
  return (body as { deletedCount?: unknown } | undefined | null)?.deletedCount === 0
}

function listedIn({ incidents = [], monitors = [], services = [], oauthUser = [], leavingReader }: Config['fixtures']) {
  const about = (id: string): Listed['isMeant'] => {
    const part = encodeURIComponent(id)
    return ({ request }) => request.path.split(/[/?]/).includes(part)
  }
  const measured = [...monitors, ...services, ...services.flatMap(({ monitors }) => monitors)]
  const leaving = [...oauthUser, ...(leavingReader ? [leavingReader] : [])]
  return [
    ...incidents.map(({ id }): Listed => ({ isMeant: about(id), isIdle: isRefused })),
    ...measured.map(({ id }): Listed => ({ isMeant: about(id), isIdle: hasDeletedNone })),
    ...leaving.map(
      ({ accessToken, email }): Listed => ({
        isIdle: isRefused,
        isMeant: ({ request: { operationId, headers } }, { record }) =>
          operationId === 'scheduleAccountDeletion' &&
          ((accessToken !== undefined && Object.values(headers).some((value) => value.includes(accessToken))) ||
            (email !== undefined && record.given.some((given) => given.endsWith(`: ${email}`)))),
      }),
    ),
  ]
}
