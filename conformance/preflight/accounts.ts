/** Whether the access token travels as configured, and whether hook and lists hand out accounts that are let in. */
import { createCaller, type Identity, type Sender } from '../client/callers.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Check } from '../dsl/suite.ts'
import { FixtureError, isInconclusive, LogInError, type Role, roles, sharedRoles } from '../fixtures/provider.ts'
import type { RunServices } from '../runner/run-check.ts'
import type { PreflightResult } from './preflight.ts'
import { checkTeams } from './teams.ts'
import { createTokenProber, type TokenProbe, type TokenProber } from './token-probe.ts'

/** An account that hook or lists hand out, and what became of it at the door. */
export interface FixtureAccount extends TokenProbe {
  whose: string
  role: Role
  identity: Identity
  /** It came with no token, and got none. */
  hasNoToken?: true
}

export async function* checkAccounts(
  run: RunServices,
  config: Config,
  checks: readonly Check[],
  sender: Sender,
): AsyncGenerator<PreflightResult> {
  const needs = new Set(checks.flatMap(({ needs }) => needs))
  const door = createTokenProber(sender)
  const guests: FixtureAccount[] = []
  for (const role of roles) {
    try {
      if (needs.has(role)) guests.push(...(await invite(role, run, config, door, sender)))
      if (needs.has(`${role} who can leave`)) guests.push(...(await invite(role, run, config, door, sender, true)))
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      yield { what: `the hook makes the ${role}`, wrong: error }
      return
    }
  }
  const own = needs.has('sign-up') || guests.length > 0 ? await tryOwn(run, config, door, sender) : undefined
  const what = 'the access token is taken'
  const refused = own ?? guests.find(({ hasNoToken }) => !hasNoToken)
  const admitted = [...(own ? [own] : []), ...guests].filter(({ isIn }) => isIn)
  if (admitted.length > 0) yield { what: admitted.every(({ isUntold }) => isUntold) ? untold : what }
  else if (refused) {
    yield { what, wrong: notTravelling(refused, config) }
    return
  }
  if (!own?.isBlind) yield* checkAdmissions(guests, own, door, sender)
  // A mock gives everybody the same team.
  if (!config.stateless) yield* checkTeams(guests, sender)
}

/** One look for each role, however many there are of it. */
async function* checkAdmissions(
  guests: FixtureAccount[],
  own: Own | undefined,
  door: TokenProber,
  sender: Sender,
): AsyncGenerator<PreflightResult> {
  for (const [whose, alike] of Map.groupBy(guests, ({ whose }) => whose)) {
    const count = alike.length
    const [who, are] = count > 1 ? [`${count} ${alike[0]?.role}s`, 'are'] : [whose, 'is']
    const what = `${who} ${are} let in${alike.some(({ isUntold }) => isUntold) ? untoldOf : ''}`
    const complaints: Error[] = []
    for (const guest of alike.filter(({ isIn }) => !isIn)) {
      const complaint = await complaintOf(guest, own, door, sender)
      if (complaint) complaints.push(complaint)
    }
    const [wrong] = complaints
    if (wrong && complaints.length > 1) wrong.message += `; of ${count}, ${complaints.length} are not`
    yield wrong ? { what, wrong } : { what }
  }
}

const untoldOf = ', or not: the target does not tell'
const untold = `the access token is sent; whether it is taken, the target does not tell, so that the checks have to`

function notTravelling({ seen }: TokenProbe, { auth: { token } }: Config): UsageError {
  return new UsageError(
    `the access token opens nothing: the target answers ${seen}, as it does without one; it travels as \`${token.header}: ${token.value}\`, which --token-header and --token-value change (auth.token.header, auth.token.value)`,
  )
}

/** The accounts of a role, each asked once. What is listed to be used up is not taken off its list. */
async function invite(
  role: Role,
  { pool }: RunServices,
  { fixtures }: Config,
  door: TokenProber,
  sender: Sender,
  isLeaving = false,
): Promise<FixtureAccount[]> {
  const isShared = !isLeaving && sharedRoles.includes(role)
  const name = isLeaving ? 'leavingReader' : role
  const listed = [fixtures[name] ?? []].flat()
  const hooks = `the hook's ${role}${isLeaving ? ' who can leave' : ''}`
  const logInAgain = async (whose: string, identity: Identity): Promise<FixtureAccount[]> => {
    if (identity.accessToken === undefined) return []
    return [{ whose, role, identity, ...(await door.admits(identity.accessToken)) }]
  }
  try {
    if (role === 'oauthUser' && listed.length > 0) {
      return (await Promise.all(listed.map((identity) => logInAgain(`fixtures.${role}`, identity)))).flat()
    }
    const owner = await (isShared ? pool.sharedCaller(sender, role) : pool.freshCaller(sender, role, isLeaving))
    const isListed = listed.some(({ email, accessToken }) => email === owner.email || accessToken === owner.accessToken)
    return await logInAgain(isListed ? `fixtures.${name}` : hooks, owner)
  } catch (error) {
    if (error instanceof LogInError) {
      const whose = listed.length > 0 ? `fixtures.${name}` : hooks
      return [{ whose, role, identity: {}, isIn: false, seen: error.seen, hasNoToken: true }]
    }
    if (isInconclusive(error)) return []
    throw error
  }
}

interface Own extends TokenProbe {
  /** The access token of another log-in; undefined if it is refused. */
  logIn(): Promise<string | undefined>
  /** The target answers everybody so alike that only what it does tells who is let in. */
  isBlind?: true
}

/** Whether somebody who signed up is let in; undefined if nobody can sign up. */
async function tryOwn(
  { pool }: RunServices,
  { fixtures }: Config,
  door: TokenProber,
  sender: Sender,
): Promise<Own | undefined> {
  try {
    const sharedUser = await pool.sharedUser(sender, 0)
    const logIn = () => tokenOf(sender, sharedUser)
    const admission = await door.admits(sharedUser.accessToken)
    if (admission.isIn) return { ...admission, logIn }
    const token = await logIn()
    if (token !== undefined && (await door.admits(token)).isIn) return { isIn: true, seen: admission.seen, logIn }
    // Who signed up for this only may leave: a target that does as it is asked knows who asks.
    const leaving = fixtures.newcomer ? undefined : await pool.signUp(sender)
    const left = await leaving?.deleteAccount({ password: leaving.password })
    if (!left || left.response.status >= 300) return { ...admission, logIn }
    return { ...admission, isIn: true, logIn, isBlind: true }
  } catch (error) {
    if (isInconclusive(error)) return undefined
    throw error
  }
}

/** What a log-in answers for an access token. */
async function tokenOf(sender: Sender, { email, password }: Identity): Promise<string | undefined> {
  const { response, body } = await createCaller(sender, {}).logIn({ email, password })
  const { accessToken } = (body ?? {}) as Identity
  return response.status < 300 && typeof accessToken === 'string' ? accessToken : undefined
}

/** What is wrong with an account that is not let in; undefined where it may be the target that is. */
async function complaintOf(
  { whose, identity, seen, hasNoToken }: FixtureAccount,
  own: Own | undefined,
  door: TokenProber,
  sender: Sender,
): Promise<UsageError | undefined> {
  try {
    if (hasNoToken) {
      const isTheirs = /^4/.test(seen) && (own === undefined || (await own.logIn()) !== undefined)
      return isTheirs ? new UsageError(`${whose} cannot log in: ${seen}; see its e-mail and password`) : undefined
    }
    const isStale = /oauthUser|leavingReader/.test(whose) ? ', or was it used up by an earlier run?' : ''
    const refused = new UsageError(`${whose} is not let in: ${seen}; see its accessToken${isStale}`)
    if (identity.email === undefined || identity.password === undefined) return refused
    const token = await tokenOf(sender, identity)
    return token === undefined || (await door.admits(token)).isIn ? refused : undefined
  } catch (error) {
    if (isInconclusive(error)) return undefined
    throw error
  }
}
