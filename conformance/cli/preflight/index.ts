/** Before a run: verifies target, credentials and accounts. */

import type { RunServices } from '../../checks/runner/run-check.ts'
import type { Check } from '../../checks/support/suite.ts'
import { createCaller, type Sender } from '../../client/callers.ts'
import { type Clock, measureOffset } from '../../client/clock.ts'
import type { Exchange } from '../../client/exchange.ts'
import { UsageError } from '../../client/usage-error.ts'
import { formatDuration } from '../../verdict/count.ts'
import { statusAndCode } from '../../verdict/format.ts'
import { isUnrouted } from '../../verdict/missing-operations.ts'
import type { Config } from '../settings/config.ts'
import { checkAccounts, type PreflightResult, unlessInconclusive } from './accounts.ts'
import { callTarget, type FirstCall } from './target.ts'
import { createTryToken } from './token-trial.ts'

/**
 * Adapts the run to the target: how it is pinged, by which clock its times are judged, and how many checks run at the same time.
 * @param checks the preflight covers only what these checks need.
 */
export async function* runPreflight(
  { client, pool, settings }: RunServices,
  config: Config,
  checks: readonly Check[],
): AsyncGenerator<PreflightResult> {
  // Without operation ids, a driver treats these as plain requests.
  const send: Sender['send'] = ({ operationId: _, ...request }) => client.send(request)
  const sender = { transport: settings.transport, send }
  const answered = await callTarget(pool, sender, config)
  yield { description: `the target answers at ${config.target.url}` }
  yield* findMissing(answered)
  const [first] = answered
  // The usual ping is a log-in.
  if (first && first.operation !== 'login') client.pingRequest = first.request
  client.clock.offset = measureOffset(answered) ?? 0
  if (config.jobs === undefined && answered.every(isSlow)) {
    // The first calls may have waited for a start, of the target or of the kit.
    const usual = await client.send(client.pingRequest)
    if (isSlow(usual)) {
      settings.jobs = jobsOfSlowTarget
      const seconds = (usual.milliseconds / 1000).toFixed(1)
      const description = `it takes ${seconds} s to answer: ${jobsOfSlowTarget} checks run at the same time; --jobs allows fewer`
      yield { description, isNotable: true }
    }
  }
  yield compareClocks(client.clock)
  const listing = answered.find(({ operation }) => operation === 'listDeletionRequests')
  yield* checkAdminKey(sender, config, listing)
  const context = { pool, config, sender, tryToken: createTryToken(sender, answered) }
  yield* checkAccounts(context, new Set(checks.flatMap(({ needs }) => needs)))
}

/** Where even the fastest answer takes so many milliseconds, a run spends its time waiting. */
const slow = 1000
const isSlow = ({ milliseconds }: Exchange) => milliseconds >= slow
const jobsOfSlowTarget = 24

/** Lists the operations that a target has, while others are still being built. */
function* findMissing(calls: readonly FirstCall[]): Generator<PreflightResult> {
  const namesOf = (isMissing: boolean) =>
    calls.filter(({ response }) => isUnrouted(response.status) === isMissing).map(({ operation }) => operation)
  const [there, missing] = [namesOf(false), namesOf(true)]
  if (missing.length === 0) return
  const advice = `\`--only ${there.join(',')} --no-explore\` runs the checks of the others`
  const description = `${there.length} of 8 operations answer; ${missing.join(', ')}: not there yet (404, 405 or 501). ${advice}`
  yield { description, isNotable: true, missing }
}

/** In milliseconds. The header has full seconds, and the response takes a while. */
const smallestOffset = 5000

function compareClocks({ offset }: Clock): PreflightResult {
  if (Math.abs(offset) < smallestOffset) return { description: 'its clock agrees with ours' }
  const difference = `${formatDuration(offset)} ${offset > 0 ? 'ahead of' : 'behind'}`
  return { description: `its clock is ${difference} ours: times are judged by its own`, isNotable: true }
}

/** A wrong key would fail every check that needs it. The checks of the listing report that it does not answer. */
async function* checkAdminKey(
  sender: Sender,
  { auth: { adminKey } }: Config,
  withoutKey: Exchange | undefined,
): AsyncGenerator<PreflightResult> {
  if (adminKey === undefined || !withoutKey) return
  const withKey = await unlessInconclusive(createCaller(sender, { adminKey }).listDeletionRequests())
  if (!withKey) return
  const { status } = withKey.response
  const isRejected = (status === 401 || status === 403) && statusAndCode(withKey) === statusAndCode(withoutKey)
  const error = new UsageError(
    `the admin API key is rejected: the target answers ${status}, as it does without a key; is it the right key, and are --admin-header and --admin-value right?`,
  )
  yield { description: 'the admin API key is accepted', ...(isRejected && { error }) }
}
