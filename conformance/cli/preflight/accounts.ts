/** Before a run: verifies that the target accepts the accounts from hook or lists, and the way tokens are sent. */

import { setTimeout as pause } from 'node:timers/promises'
import { createCaller, type Sender } from '../../client/callers.ts'
import type { Identity } from '../../client/credentials.ts'
import { isAccepted, NoResponseError, RateLimitedError } from '../../client/exchange.ts'
import { UsageError } from '../../client/usage-error.ts'
import { ifAvailable, LogInError, RecordError } from '../../records/errors.ts'
import type { RecordPool } from '../../records/pool.ts'
import { roles, sharedRoles } from '../../records/roles.ts'
import type { Config } from '../settings/config.ts'
import type { TokenTrial, TryToken } from './token-trial.ts'

/** One precondition of a run; `error` if it does not hold. */
export interface PreflightResult {
  description: string
  /** Printed before a run, too. */
  isNotable?: true
  /** Operations that do not answer. */
  missing?: string[]
  error?: Error
}

/** An account from hook or lists, or one that the kit signed up, and whether the target accepts its token. */
interface TriedAccount extends TokenTrial {
  /** Its role among the needs of checks. */
  name?: Name
  /** For messages: `the listed writer` or `the hook's writer`. */
  source: string
  identity: Identity
  /** The status that its log-in was refused with; it has no token. */
  refusedWith?: number
}

const names = [...roles, 'reader who can leave'] as const
type Name = (typeof names)[number]

interface Context {
  pool: RecordPool
  config: Config
  sender: Sender
  tryToken: TryToken
}

/**
 * Tries all accounts at the same time.
 * @param needs of the checks.
 */
export async function* checkAccounts(context: Context, needs: ReadonlySet<string>): AsyncGenerator<PreflightResult> {
  const wanted = names.filter((name) => needs.has(name))
  const needsOwn = needs.has('sign-up') || wanted.length > 0
  const [own, tried] = await Promise.all([
    needsOwn ? unlessInconclusive(tryOwnAccount(context)) : undefined,
    Promise.allSettled(wanted.map((name) => unlessInconclusive(tryRole(context, name)))),
  ])
  for (const [index, result] of tried.entries()) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof RecordError)) throw result.reason
    return yield { description: `the hook makes the ${wanted[index]}`, error: result.reason }
  }
  const groups = tried.flatMap((result) => ('value' in result && result.value ? [result.value] : []))
  const trials = [own ?? [], ...groups].flat().filter(({ refusedWith }) => refusedWith === undefined)
  const accepted = trials.filter(({ tokenWorks }) => tokenWorks)
  const isUncertain = accepted.length > 0 && accepted.every((one) => one.isUncertain)
  const description = isUncertain ? uncertainTransport : 'the access token is accepted'
  if (accepted.length > 0) yield { description }
  else if (trials[0]) return yield { description, error: transportError(trials[0], context.config) }
  for (const group of groups) yield await judgeGroup(context, group, own)
}

const uncertainTransport =
  'the access token is sent; the target does not show whether it is accepted, so the checks have to'

function transportError({ seen }: TokenTrial, { auth: { token } }: Config): UsageError {
  return new UsageError(
    `the access token is rejected: the target answers ${seen}, as it does without one; it travels as \`${token.header}: ${token.value}\`, which --token-header and --token-value change (auth.token.header, auth.token.value)`,
  )
}

/** Undefined if a record is unavailable or the target did not answer: the checks report that themselves. */
export async function unlessInconclusive<T>(work: Promise<T>): Promise<T | undefined> {
  return ifAvailable(work).catch((error) => {
    if (!(error instanceof NoResponseError || error instanceof RateLimitedError)) throw error
    return undefined
  })
}

/** Tries the accounts of a role. Listed OAuth users, each of which one check uses up, stay on their list. */
async function tryRole({ pool, config, sender, tryToken }: Context, name: Name): Promise<TriedAccount[]> {
  const role = name === 'reader who can leave' ? 'reader' : name
  const { accounts = [] } = config.fixtures
  const codes = accounts.filter((one) => one.verificationCode !== undefined && one.accessToken !== undefined)
  const make = () =>
    name === role && sharedRoles.includes(role)
      ? pool.sharedCaller(sender, role)
      : pool.account(sender, role, { isDisposable: name !== role, need: name })
  try {
    const identities = role === 'oauthUser' && codes.length > 0 ? (codes as Identity[]) : [await make()]
    return await Promise.all(
      identities.map(async (identity) => {
        const source = identity.source === 'hook' ? `the hook's ${name}` : `the listed ${name}`
        return { name, source, identity, ...(await tryToken(identity.accessToken ?? '')) }
      }),
    )
  } catch (error) {
    if (!(error instanceof LogInError)) throw error
    const source = accounts.length > 0 ? `the listed ${name}` : `the hook's ${name}`
    return [{ source, identity: {}, tokenWorks: false, seen: error.seen, refusedWith: error.status }]
  }
}

async function tryOwnAccount({ pool, sender, tryToken }: Context): Promise<TriedAccount> {
  const identity = await pool.sharedUser(sender)
  const own = { source: 'an account that signed up', identity, ...(await tryToken(identity.accessToken)) }
  if (own.tokenWorks) return own
  const accessToken = await logIn(sender, identity)
  return { ...own, tokenWorks: accessToken !== undefined && (await tryToken(accessToken)).tokenWorks }
}

/** One result for a role, of which several accounts may be listed. */
async function judgeGroup(context: Context, group: TriedAccount[], own?: TriedAccount): Promise<PreflightResult> {
  const [first] = group
  const subject = group.length > 1 ? `${group.length} ${first?.name}s are` : `${first?.source} is`
  const explain = (account: TriedAccount) =>
    account.refusedWith === undefined
      ? explainRejectedToken(context, account)
      : explainRefusedLogIn(context, account, account.refusedWith, own)
  const faults = await Promise.all(group.map((account) => unlessInconclusive(explain(account))))
  const [error, ...others] = faults.filter((fault) => fault !== undefined)
  if (error && others.length > 0) error.message += `; of ${group.length}, ${others.length + 1} are not`
  const doubt = group.some(({ isUncertain }) => isUncertain) ? ', or not: the target does not show it' : ''
  return { description: `${subject} accepted${doubt}`, ...(error && { error }) }
}

const causeOf = ({ seen }: TriedAccount) => seen.replace(/\.$/, '')

/** Undefined if the target may be at fault: it accepts no log-in at all. */
async function explainRefusedLogIn(
  { sender }: Context,
  account: TriedAccount,
  status: number,
  own?: TriedAccount,
): Promise<UsageError | undefined> {
  const isRefusal = status >= 400 && status < 500
  const othersCan = own === undefined || (await logIn(sender, own.identity)) !== undefined
  if (!isRefusal || !othersCan) return undefined
  return new UsageError(`${account.source} cannot log in: ${causeOf(account)}; see its e-mail and password`)
}

const moment = 1000

/** Undefined if the target may be at fault: it accepts the token after a moment, or not even the token of a log-in. */
async function explainRejectedToken(
  { sender, tryToken }: Context,
  account: TriedAccount,
): Promise<UsageError | undefined> {
  const { name, source, identity, tokenWorks } = account
  // The token of a log-in is the target's.
  if (tokenWorks || identity.hasLoggedIn) return undefined
  await pause(moment)
  if ((await tryToken(identity.accessToken ?? '')).tokenWorks) return undefined
  if (identity.email !== undefined && identity.password !== undefined) {
    const accessToken = await logIn(sender, identity)
    if (accessToken !== undefined && !(await tryToken(accessToken)).tokenWorks) return undefined
  }
  const isDisposable = name === 'oauthUser' || name === 'reader who can leave'
  const hint = isDisposable ? ', or was it used up by an earlier run?' : ''
  return new UsageError(`${source} is not accepted: ${causeOf(account)}; see its accessToken${hint}`)
}

/** The access token, if the log-in is accepted. */
async function logIn(sender: Sender, { email, password }: Identity): Promise<string | undefined> {
  const exchange = await createCaller(sender, {}).logIn({ email, password })
  return isAccepted(exchange) ? exchange.body?.accessToken : undefined
}
