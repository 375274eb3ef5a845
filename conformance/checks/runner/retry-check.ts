/** During a run: repeats a check that may have failed for an expired token or a closed connection. */

import { createCaller } from '../../client/callers.ts'
import { NoResponseError } from '../../client/exchange.ts'
import type { CheckRun } from '../../verdict/check.ts'
import type { Check } from '../support/suite.ts'
import { type RunServices, runCheckOnce } from './run-check.ts'

const maxRenewals = 8

/** If a failed check showed an expired token of a shared caller, renews the token and repeats the check. */
export async function runCheck(services: RunServices, check: Check): Promise<CheckRun> {
  const { pool } = services
  for (let renewals = 0; ; renewals++) {
    const countBefore = pool.renewalCount()
    const run = await repeatUnanswered(services, check)
    if (renewals > 0) run.record.given.push({ name: '', kind: 'renewal', fields: {} })
    if (run.record.findings.length === 0 || renewals === maxRenewals) return run
    const isRenewed = await renewExpired(services, run)
    // A caller that another check renewed meanwhile may have another team than the records that were made before.
    if (!isRenewed && pool.renewalCount() === countBefore) return run
  }
}

/** @returns whether a token that the check has sent was expired. */
async function renewExpired({ client, pool, settings }: RunServices, { record }: CheckRun): Promise<boolean> {
  const shown = record.steps
    .filter(({ request, response }) => response.status === 401 && !request.invalidCredential)
    .flatMap(({ request }) => Object.values(request.headers))
  const sender = { transport: settings.transport, send: client.send }
  // Some targets answer 401 to a missing scope too, for which a new token is no help; a deletion of the account needs no scope.
  const isExpired = async (accessToken: string) =>
    accessToken !== '' &&
    shown.some((value) => value.includes(accessToken)) &&
    (await createCaller(sender, { accessToken }).deleteAccount({})).response.status === 401
  return pool.renew(sender, isExpired)
}

/** On a busy machine, several connections in a row may close. */
const maxRepetitions = 5

/**
 * A target may close a kept-alive connection at the moment it is used again. The request may have been processed, so that
 * sending it again could be refused; the check is repeated with new records instead.
 */
async function repeatUnanswered(services: RunServices, check: Check): Promise<CheckRun> {
  const earlier: NoResponseError[] = []
  for (;;) {
    // A timeout is repeated once only.
    const isLast = earlier.length === maxRepetitions || earlier.some(({ connectionClosed }) => !connectionClosed)
    try {
      return await runCheckOnce(services, check, isLast ? earlier : undefined)
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error
      // The repetition sends them once more.
      services.client.refund(error.steps)
      earlier.push(error)
    }
  }
}
