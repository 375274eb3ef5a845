/** Before a run: verifies that the target accepts the accounts from hook or lists, and the way tokens are sent. */

import type { Check } from '../../checks/support/suite.ts'
import type { Config } from '../../cli/settings/config.ts'
import { createCaller, type Sender } from '../../client/callers.ts'
import type { Identity } from '../../client/credentials.ts'
import { UsageError } from '../../client/usage-error.ts'
import type { FixturePool } from '../pool.ts'
import { FixtureError, LogInError, type Role, roles, sharedRoles, unlessInconclusive } from '../provider.ts'
import type { FixtureFault } from './fixture-fault.ts'
import { checkTeams } from './teams.ts'
import { createTokenProber, type ProbeToken, type TokenProbe } from './token-probe.ts'

/** One precondition of a run; `error` if it does not hold. */
export interface PreflightResult {
  description: string
  error?: Error
  /** A fixture that is not as it should be: the checks that it concerns are unverified. */
  fault?: FixtureFault
}

/** An account from hook or lists, and whether the target accepts its token. */
export interface FixtureAccount extends TokenProbe {
  /** For messages: `fixtures.writer` or `the hook's writer`. */
  source: string
  role: Role
  identity: Identity
  /** It has no token, because its log-in was refused. */
  cannotLogIn?: true
}

/** An account that the kit signed up. */
interface OwnAccount extends TokenProbe {
  /** Returns a new access token; undefined if the log-in is refused. */
  logIn(): Promise<string | undefined>
  /** The target answers all probes alike, but accepts the token. */
  hidesRejection?: true
}

export interface AccountContext {
  pool: FixturePool
  config: Config
  sender: Sender
  probe: ProbeToken
}

export async function* checkAccounts(
  pool: FixturePool,
  config: Config,
  checks: readonly Check[],
  sender: Sender,
): AsyncGenerator<PreflightResult> {
  const context = { pool, config, sender, probe: createTokenProber(sender) }
  const needs = new Set(checks.flatMap(({ needs }) => needs))
  const accounts: FixtureAccount[] = []
  for (const role of roles) {
    try {
      if (needs.has(role)) accounts.push(...(await probeFixtures(context, role, false)))
      if (needs.has(`${role} who can leave`)) accounts.push(...(await probeFixtures(context, role, true)))
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      yield { description: `the hook makes the ${role}`, error }
      return
    }
  }
  const needsOwn = needs.has('sign-up') || accounts.length > 0
  const own = needsOwn ? await unlessInconclusive(probeOwnAccount(context)) : undefined
  const probes = [...(own ? [own] : []), ...accounts.filter(({ cannotLogIn }) => !cannotLogIn)]
  const accepted = probes.filter(({ isAccepted }) => isAccepted)
  const description = 'the access token is accepted'
  if (accepted.length > 0)
    yield { description: accepted.every((one) => one.isUncertain) ? uncertainTransport : description }
  else if (probes[0]) {
    yield { description, error: transportError(probes[0], config) }
    return
  }
  if (!own?.hidesRejection) yield* checkAcceptance(context, accounts, own)
  // A mock gives every account the same team.
  if (!config.stateless) yield* checkTeams(accounts, sender)
}

const uncertainTransport =
  'the access token is sent; the target does not show whether it is accepted, so the checks have to'

function transportError({ seen }: TokenProbe, { auth: { token } }: Config): UsageError {
  return new UsageError(
    `the access token is rejected: the target answers ${seen}, as it does without one; it travels as \`${token.header}: ${token.value}\`, which --token-header and --token-value change (auth.token.header, auth.token.value)`,
  )
}

/** Probes the accounts of a role. Listed accounts that one check uses up stay on their list. */
async function probeFixtures(context: AccountContext, role: Role, isLeaving: boolean): Promise<FixtureAccount[]> {
  const { pool, config, sender, probe } = context
  const name = isLeaving ? 'leavingReader' : role
  const listed = [config.fixtures[name] ?? []].flat()
  const hookSource = `the hook's ${role}${isLeaving ? ' who can leave' : ''}`
  const probeIdentity = async (source: string, identity: Identity): Promise<FixtureAccount[]> => {
    if (identity.accessToken === undefined) return []
    return [{ source, role, identity, ...(await probe(identity.accessToken)) }]
  }
  const probeAll = async () => {
    if (role === 'oauthUser' && listed.length > 0) {
      return (await Promise.all(listed.map((identity) => probeIdentity(`fixtures.${role}`, identity)))).flat()
    }
    const isShared = !isLeaving && sharedRoles.includes(role)
    const owner = await (isShared ? pool.sharedCaller(sender, role) : pool.freshCaller(sender, role, isLeaving))
    const isListed = listed.some(({ email, accessToken }) => email === owner.email || accessToken === owner.accessToken)
    return probeIdentity(isListed ? `fixtures.${name}` : hookSource, owner)
  }
  try {
    return (await unlessInconclusive(probeAll())) ?? []
  } catch (error) {
    if (!(error instanceof LogInError)) throw error
    const source = listed.length > 0 ? `fixtures.${name}` : hookSource
    return [{ source, role, identity: {}, isAccepted: false, seen: error.seen, cannotLogIn: true }]
  }
}

async function probeOwnAccount({ pool, config, sender, probe }: AccountContext): Promise<OwnAccount> {
  const user = await pool.sharedUser(sender, 0)
  const own = { ...(await probe(user.accessToken)), logIn: async () => (await logIn(sender, user)).accessToken }
  if (own.isAccepted) return own
  const token = await own.logIn()
  if (token !== undefined && (await probe(token)).isAccepted)
    return { isAccepted: true, seen: own.seen, logIn: own.logIn }
  // Deletes an account that was signed up for this: a target that schedules the deletion accepts the token.
  const leaving = config.fixtures.newcomer ? undefined : await pool.signUp(sender)
  const deletion = await leaving?.deleteAccount({ password: leaving.password })
  if (!deletion || deletion.response.status >= 300) return own
  return { ...own, isAccepted: true, hidesRejection: true }
}

/** Yields one result for each source, which may have several accounts. */
async function* checkAcceptance(
  context: AccountContext,
  accounts: FixtureAccount[],
  own: OwnAccount | undefined,
): AsyncGenerator<PreflightResult> {
  for (const source of new Set(accounts.map(({ source }) => source))) {
    const group = accounts.filter((account) => account.source === source)
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
    yield error ? { description, error } : { description }
  }
}

/** The error of an account whose token is rejected; undefined if the target may be at fault. */
async function findFault(
  { sender, probe }: AccountContext,
  { source, identity, seen, cannotLogIn }: FixtureAccount,
  own: OwnAccount | undefined,
): Promise<UsageError | undefined> {
  const cause = seen.replace(/\.$/, '')
  if (cannotLogIn) {
    const logInWorks = own === undefined || (await own.logIn()) !== undefined
    const error = new UsageError(`${source} cannot log in: ${cause}; see its e-mail and password`)
    return /^4/.test(seen) && logInWorks ? error : undefined
  }
  const hint = /oauthUser|leavingReader/.test(source) ? ', or was it used up by an earlier run?' : ''
  const rejected = new UsageError(`${source} is not accepted: ${cause}; see its accessToken${hint}`)
  if (identity.email === undefined || identity.password === undefined) return rejected
  const { accessToken } = await logIn(sender, identity)
  return accessToken === undefined || (await probe(accessToken)).isAccepted ? rejected : undefined
}

async function logIn(sender: Sender, { email, password }: Identity): Promise<{ accessToken?: string }> {
  const { response, body } = await createCaller(sender, {}).logIn({ email, password })
  const { accessToken } = (body ?? {}) as Identity
  return response.status < 300 && typeof accessToken === 'string' ? { accessToken } : {}
}
