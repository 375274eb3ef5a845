/** During a run: repeats a check that may have failed for an expired token or a closed connection. */

import { createCaller } from '../../client/callers.ts'
import { NoResponseError } from '../../client/exchange.ts'
import type { CheckRun } from '../../verdict/check.ts'
import type { Check } from '../support/suite.ts'
import { type RunServices, runCheckOnce } from './run-check.ts'

const maxRenewals = 8

/** If a failed check showed an expired token of a shared caller, renews the token and repeats the check. */
export async function runCheck(services: RunServices, check: Check, left = maxRenewals): Promise<CheckRun> {
  const renewalsBefore = services.pool.renewalCount()
  const run = await repeatingUnanswered(services, check)
  if (run.record.findings.length === 0 || left === 0) return run
  const shown = run.record.steps
    .filter(({ request, response }) => response.status === 401 && !request.invalidCredential)
    .flatMap(({ request }) => Object.values(request.headers))
  const sender = { transport: services.settings.transport, send: services.client.send }
  // Some targets answer 401 to a missing scope too, for which a new token is no help; a deletion of the account needs no scope.
  const isExpired = async (accessToken: string) =>
    accessToken !== '' &&
    shown.some((value) => value.includes(accessToken)) &&
    (await createCaller(sender, { accessToken }).deleteAccount({})).response.status === 401
  const isRenewed = await services.pool.renew(sender, isExpired)
  // A caller that another check renewed meanwhile may have another team than the records that were made before.
  if (!isRenewed && services.pool.renewalCount() === renewalsBefore) return run
  const repetition = await runCheck(services, check, left - 1)
  const { given } = repetition.record
  if (!given.some(({ kind }) => kind === 'renewal')) given.push({ name: '', kind: 'renewal', fields: {} })
  return repetition
}

/** On a busy machine, several connections in a row may close. */
const maxRepetitions = 5

/**
 * A target may close a kept-alive connection at the moment it is used again. The request may have been processed, so that
 * sending it again could be refused; the check is repeated with new records instead.
 */
async function repeatingUnanswered(
  services: RunServices,
  check: Check,
  left = maxRepetitions,
  earlier: readonly NoResponseError[] = [],
): Promise<CheckRun> {
  try {
    return await runCheckOnce(services, check, left > 0 ? undefined : earlier)
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error
    // The repetition sends them once more.
    services.client.refund(error.steps)
    // A timeout is repeated once only.
    return repeatingUnanswered(services, check, error.connectionClosed ? left - 1 : 0, [...earlier, error])
  }
}
