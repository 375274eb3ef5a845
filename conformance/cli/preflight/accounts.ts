/** Before a run: verifies that the target accepts the accounts from hook or lists, and the way tokens are sent. */

import { createCaller, type Sender } from '../../client/callers.ts'
import type { Identity } from '../../client/credentials.ts'
import { NoResponseError, RateLimitedError } from '../../client/exchange.ts'
import { UsageError } from '../../client/usage-error.ts'
import { type Role, roles, sharedRoles } from '../../records/cast.ts'
import { ifAvailable, LogInError, RecordError } from '../../records/errors.ts'
import type { RecordPool } from '../../records/pool.ts'
import type { Config } from '../settings/config.ts'
import { createTokenProber, type ProbeToken, type TokenProbe } from './token-probe.ts'

/** One precondition of a run; `error` if it does not hold. */
export interface PreflightResult {
  description: string
  /** It is told before a run, too. */
  isNotable?: true
  /** Operations that do not answer. */
  missing?: string[]
  error?: Error
}

/** An account from hook or lists, or one that the kit signed up, and whether the target accepts its token. */
interface TriedAccount extends TokenProbe {
  /** For messages: `the listed writer` or `the hook's writer`. */
  source: string
  role?: Role
  identity: Identity
  /** One check deletes it. */
  isDisposable?: boolean
  /** The status that its log-in was refused with; it has no token. */
  refusedWith?: number
}

interface Context {
  pool: RecordPool
  config: Config
  sender: Sender
  probe: ProbeToken
}

export async function* checkAccounts(
  pool: RecordPool,
  config: Config,
  needs: ReadonlySet<string>,
  sender: Sender,
): AsyncGenerator<PreflightResult> {
  const context = { pool, config, sender, probe: createTokenProber(sender) }
  const accounts: TriedAccount[] = []
  for (const role of [...roles, 'reader who can leave'] as const) {
    try {
      if (needs.has(role)) accounts.push(...((await unlessInconclusive(tryRole(context, role))) ?? []))
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      yield { description: `the hook makes the ${role}`, error }
      return
    }
  }
  const needsOwn = needs.has('sign-up') || accounts.length > 0
  const own = needsOwn ? await unlessInconclusive(tryOwnAccount(context)) : undefined
  const probes = [...(own ? [own] : []), ...accounts.filter(({ refusedWith }) => refusedWith === undefined)]
  const accepted = probes.filter(({ isAccepted }) => isAccepted)
  const isUncertain = accepted.length > 0 && accepted.every((one) => one.isUncertain)
  const description = isUncertain ? uncertainTransport : 'the access token is accepted'
  if (accepted.length > 0) yield { description }
  else if (probes[0]) return yield { description, error: transportError(probes[0], config) }
  for (const source of new Set(accounts.map(({ source }) => source))) {
    const group = accounts.filter((account) => account.source === source)
    yield await judgeGroup(context, source, group, own)
  }
}

const uncertainTransport =
  'the access token is sent; the target does not show whether it is accepted, so the checks have to'

function transportError({ seen }: TokenProbe, { auth: { token } }: Config): UsageError {
  return new UsageError(
    `the access token is rejected: the target answers ${seen}, as it does without one; it travels as \`${token.header}: ${token.value}\`, which --token-header and --token-value change (auth.token.header, auth.token.value)`,
  )
}

/** Undefined if a record is unavailable or the target did not answer: the checks report that themselves. */
async function unlessInconclusive<T>(work: Promise<T>): Promise<T | undefined> {
  return ifAvailable(work).catch((error) => {
    if (!(error instanceof NoResponseError || error instanceof RateLimitedError)) throw error
    return undefined
  })
}

/** Tries the accounts of a role. Listed OAuth users, each of which one check uses up, stay on their list. */
async function tryRole(
  { pool, config, sender, probe }: Context,
  name: Role | 'reader who can leave',
): Promise<TriedAccount[]> {
  const role = name === 'reader who can leave' ? 'reader' : name
  const isDisposable = name !== role || role === 'oauthUser'
  const tryIdentity = async (source: string, identity: Identity): Promise<TriedAccount[]> =>
    identity.accessToken === undefined
      ? []
      : [{ source, role, identity, isDisposable, ...(await probe(identity.accessToken)) }]
  const codes = (config.fixtures.accounts ?? []).filter(({ verificationCode }) => verificationCode !== undefined)
  if (role === 'oauthUser' && codes.length > 0)
    return (await Promise.all(codes.map((one) => tryIdentity('the listed oauthUser', one as Identity)))).flat()
  try {
    const isShared = sharedRoles.includes(name)
    const owner = await (isShared
      ? pool.sharedCaller(sender, role)
      : pool.account(sender, role, { isDisposable: name !== role, need: name }))
    return await tryIdentity(`${owner.source === 'list' ? 'the listed' : "the hook's"} ${name}`, owner)
  } catch (error) {
    if (!(error instanceof LogInError)) throw error
    const source = `${config.fixtures.accounts ? 'the listed' : "the hook's"} ${name}`
    return [{ source, role, identity: {}, isAccepted: false, seen: error.seen, refusedWith: error.status }]
  }
}

async function tryOwnAccount({ pool, sender, probe }: Context): Promise<TriedAccount> {
  const identity = await pool.sharedUser(sender, 0)
  const own = { source: 'an account that signed up', identity, ...(await probe(identity.accessToken)) }
  if (own.isAccepted) return own
  const accessToken = await logIn(sender, identity)
  return { ...own, isAccepted: accessToken !== undefined && (await probe(accessToken)).isAccepted }
}

/** One result for a source, which may have several accounts. */
async function judgeGroup(
  context: Context,
  source: string,
  group: TriedAccount[],
  own: TriedAccount | undefined,
): Promise<PreflightResult> {
  const count = group.length
  const subject = count > 1 ? `${count} ${group[0]?.role}s are` : `${source} is`
  const isUncertain = group.some(({ isUncertain }) => isUncertain)
  const description = `${subject} accepted${isUncertain ? ', or not: the target does not show it' : ''}`
  const errors: Error[] = []
  for (const account of group.filter(({ isAccepted }) => !isAccepted)) {
    const error = await unlessInconclusive(findFault(context, account, own))
    if (error) errors.push(error)
  }
  const [error] = errors
  if (error && errors.length > 1) error.message += `; of ${count}, ${errors.length} are not`
  return error ? { description, error } : { description }
}

/** The error of an account whose token is rejected; undefined if the target may be at fault. */
async function findFault(
  { sender, probe }: Context,
  { source, identity, isDisposable, seen, refusedWith }: TriedAccount,
  own: TriedAccount | undefined,
): Promise<UsageError | undefined> {
  const cause = seen.replace(/\.$/, '')
  if (refusedWith !== undefined) {
    const logInWorks = own === undefined || (await logIn(sender, own.identity)) !== undefined
    const error = new UsageError(`${source} cannot log in: ${cause}; see its e-mail and password`)
    return refusedWith >= 400 && refusedWith < 500 && logInWorks ? error : undefined
  }
  const hint = isDisposable ? ', or was it used up by an earlier run?' : ''
  const rejected = new UsageError(`${source} is not accepted: ${cause}; see its accessToken${hint}`)
  if (identity.email === undefined || identity.password === undefined) return rejected
  const accessToken = await logIn(sender, identity)
  return accessToken === undefined || (await probe(accessToken)).isAccepted ? rejected : undefined
}

/** The access token, if the log-in is accepted. */
async function logIn(sender: Sender, { email, password }: Identity): Promise<string | undefined> {
  const { response, body } = await createCaller(sender, {}).logIn({ email, password })
  return response.status < 300 ? (body as Identity | undefined)?.accessToken : undefined
}
