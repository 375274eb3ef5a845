/** Looks, before anybody is judged, whether target, credentials, accounts and hook are what the configuration says. */

import { randomUlid } from '../checks/test-ids.ts'
import { createCaller, type Identity, type Sender } from '../client/callers.ts'
import { type Exchange, type HttpClient, NoResponseError, RateLimitedError } from '../client/http.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Check } from '../dsl/suite.ts'
import type { RunServices, RunSettings } from '../runner/run-check.ts'
import { checkAccounts } from './accounts.ts'

/** The target cannot be tested at all. */
export class UnusableTargetError extends Error {}

/** Something that was looked at: what holds, and what is wrong if it does not. */
export interface PreflightResult {
  what: string
  wrong?: Error
}

/** @param checks that are about to run: what none of them needs is not looked at. */
export async function* runPreflight(
  run: RunServices,
  config: Config,
  checks: readonly Check[],
): AsyncGenerator<PreflightResult> {
  await preflight(run, config)
  yield { what: `the target answers at ${config.target.url}` }
  const sender = plainly(run.client, run.settings)
  yield* checkAdminKey(sender, config)
  yield* checkAccounts(run, config, checks, sender)
}

/** None of the eight by name, so that no driver makes more of it than a request. */
function plainly({ send }: HttpClient, { transport }: RunSettings): Sender {
  return { transport, send: ({ operationId: _, ...request }) => send(request) }
}

/**
 * Makes each of the eight calls without credentials, so that all of them are refused.
 * @throws Unreachable, UsageError
 */
export async function preflight(run: RunServices, { target }: Config): Promise<void> {
  const { client, settings } = run
  if (target.url === '') {
    throw new UsageError('no target: give its base address, as in `monitoring-conformance https://their.host`')
  }
  const visitor = createCaller(plainly(client, settings), {})
  const nowhere = randomUlid()
  const asked = await Promise.allSettled([
    visitor.logIn({}),
    visitor.signUp({}),
    visitor.listDeletionRequests(),
    visitor.deleteAccount({}),
    visitor.resolve(nowhere),
    visitor.deleteIncident(nowhere),
    visitor.resetService(nowhere),
    visitor.resetMonitor(nowhere),
  ])
  const answered = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const odd = failed.find((error) => !(error instanceof NoResponseError || error instanceof RateLimitedError))
  if (odd) throw odd
  const [first] = answered
  if (!first) throw new UnusableTargetError(`${target.url} cannot be tested: ${whyOf(failed)}`)
  if (asked[0]?.status === 'rejected') client.pingRequest = first.request
  const elsewhere = answered.map(({ response }) => response.headers.location).find((to) => to !== undefined)
  if (answered.every(({ response }) => response.status >= 300 && response.status < 400)) {
    throw new UnusableTargetError(
      `${target.url} redirects each call${elsewhere ? `, as to ${elsewhere}` : ''}: give the address behind`,
    )
  }
  if (answered.every(isForeign)) {
    const statuses = [...new Set(answered.map(({ response }) => response.status))].join(', ')
    throw new UnusableTargetError(
      `${target.url} knows none of the eight operations (it answers ${statuses}): is this the base address, and has it all of its path?`,
    )
  }
  if (answered.every((one) => isGuard(one, first)) && !(await canSignUp(run))) {
    throw new UnusableTargetError(
      `${target.url} answers every call alike, log-in and sign-up too (${first.response.status}): does a gateway ask for a header? see --header`,
    )
  }
}

/** An answer that none of the eight would give: each refuses what was asked, with JSON if it keeps to the document. */
function isForeign({ response: { status }, isJson }: Exchange): boolean {
  const isRefusal = [400, 401, 403, 422].includes(status)
  return status === 404 || status === 405 || status === 501 || (status >= 300 && status < 400) || !(isJson || isRefusal)
}

async function canSignUp({ pool, client, settings }: RunServices): Promise<boolean> {
  return pool.sharedUser(plainly(client, settings), 0).then(
    () => true,
    () => false,
  )
}

/** Nobody needs credentials to sign up. */
function isGuard({ response }: Exchange, first: Exchange): boolean {
  const { status, text } = response
  return (
    (status === 401 || status === 403 || status === 407) &&
    status === first.response.status &&
    text === first.response.text
  )
}

/** A wrong key would fail every check that needs it. */
async function* checkAdminKey(sender: Sender, { auth }: Config): AsyncGenerator<PreflightResult> {
  if (auth.adminKey === undefined) return
  const what = 'the admin API key is taken'
  const ask = (identity: Identity) => createCaller(sender, identity).listDeletionRequests()
  try {
    const [own, none] = [await ask({ adminKey: auth.adminKey }), await ask({})]
    const { status } = own.response
    const isRefused =
      (status === 401 || status === 403) && status === none.response.status && codeOf(own) === codeOf(none)
    const how = 'is it the right key, and does it travel as --admin-header and --admin-value say?'
    const wrong = new UsageError(
      `the admin API key opens nothing: the target answers ${status}, as it does without a key; ${how}`,
    )
    yield isRefused ? { what, wrong } : { what }
  } catch (error) {
    // A listing that does not answer is for its checks to tell.
    if (!(error instanceof NoResponseError || error instanceof RateLimitedError)) throw error
  }
}

function codeOf({ body }: Exchange): unknown {
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code
}

function whyOf(errors: Error[]): string {
  const [{ message } = { message: 'nothing was asked' }] = errors
  return message.replace(/^.* was not answered: /, '')
}
