/** The conformance kit's test hooks: `POST {"state", "params"}` creates test data and responds with JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { listen, type RunningServer, readBody } from '@monitoring-service/http/node'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import { makeCode } from './auth/verification-code.ts'
import { DeletionsHeldError } from './domain/clock.ts'
import { newId, newTeam, newUser, newVerification } from './domain/new-records.ts'
import { scheduleDeletion } from './domain/rules.ts'
import { defaultPurgeMax, purge } from './jobs/purge.ts'
import { DuplicateKeyError } from './store/integrity.ts'
import { type Data, emptyData, type Team, type User } from './store/records.ts'
import type { Store } from './store/store.ts'
import { forOwnNames } from './trial.ts'

export interface TestHooksContext {
  store: Store
  tokens: Tokens
  passwords: Passwords
  now(): Date
}

interface Params {
  teamId: string
  email: string
  role: User['role'] | 'reader'
  type: 'manual' | 'auto'
  resolved: boolean
  serviceId: string
  cause?: string
  monitorId?: string | null
  startedDaysAgo?: number
  plan?: 'highest' | 'free' | 'paid'
  expiredAccessToken?: true
  verificationCode?: false
  expiredVerificationCode?: true
  leadingZero?: true
  oauth?: true
  teamName?: null
  deletionRequestedDaysAgo?: number
  deletionRequestedAt?: string
  days: string[]
  monitors: string[]
}

const password = 'made-for-the-kit'
const roleOf = (role: Params['role']): User['role'] => (role === 'reader' ? 'viewer' : role)
/** How long a connection may be idle, in milliseconds. */
const idleTimeout = 40_000

/**
 * Listens on the loopback interface only, because every caller can create users.
 * @param port 0 for a free port.
 * @throws Error with code EADDRINUSE or EACCES if the port is not available.
 */
export async function startTestHooks(context: TestHooksContext, port: number): Promise<RunningServer> {
  const hooks = await createHooks(context)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await handle(hooks, request, response).catch(
      (error) => [400, { error: messageOf(error) }] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { url, close } = await listen(forOwnNames(serve), port, '127.0.0.1', { idleTimeout })
  return { url, close: () => close(0) }
}

/** The message of an error that is meant to be read; others are of the language. */
function messageOf(error: Error): string {
  const meant = [ApiError, DuplicateKeyError, DeletionsHeldError]
  const isMeant = error.constructor === Error || meant.some((type) => error instanceof type)
  return isMeant ? error.message : 'the body must be JSON with a state and the params that it needs'
}

async function handle(
  hooks: Hooks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<readonly [status: number, body: object]> {
  // A web page cannot send this media type to another origin without a preflight, which is not answered.
  const isJson = request.method === 'POST' && request.headers['content-type']?.startsWith('application/json')
  if (!isJson) return [415, { error: 'send a POST with application/json' }]
  const { state, params = {} } = JSON.parse(String(await readBody(request, response, limits.bodyBytes)))
  const create = Object.hasOwn(hooks, state) ? hooks[state] : undefined
  if (create) return [200, await create(params)]
  return [404, { error: `unknown state ${JSON.stringify(state)}; the states are ${Object.keys(hooks).join(', ')}` }]
}

type Hooks = Record<string, (params: Params) => Promise<object>>

async function createHooks({ store, tokens, passwords, now }: TestHooksContext): Promise<Hooks> {
  const passwordHash = await passwords.hash(password)
  const load = (records: Partial<Data>) => store.load({ ...emptyData(), ...records })

  function testTeam(plan: Team['plan'], name: string | null = 'Made for the kit'): Team {
    return { ...newTeam(plan, now()), name }
  }

  function testUser(teamId: string, role: User['role'], createdAt = now()): User {
    return newUser({ email: `${newId()}@fixtures.example`, teamId, role, passwordHash }, createdAt)
  }

  /** Adds accounts, and returns the credentials of the first user. */
  async function addAccounts([user, ...others]: [User, ...User[]], ...teams: Team[]) {
    await load({ teams, users: [user, ...others] })
    const { accessToken } = await tokens.issue(user.id)
    return { email: user.email, password, accessToken, teamId: user.teamId }
  }

  /** Adds an account with a verification code in place of a password. A code per user: one user's is wrong for another. */
  async function addByCode(user: User, team?: Team, issuedAt = now(), verificationCode = makeCode()) {
    const verification = newVerification(await passwords.hash(verificationCode), issuedAt)
    const records = [{ ...user, passwordHash: null, verification }] as const
    const { password: _, ...account } = await (team ? addAccounts([...records], team) : addAccounts([...records]))
    return { ...account, verificationCode }
  }

  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)

  /** Adds an account whose deletion was requested in the past; if it is due, deletes it. */
  async function addLeaver(requestedAt: Date, role: User['role'], teamId: string, team?: Team, isOauth = false) {
    const user = scheduleDeletion(testUser(teamId, role, requestedAt), 0, requestedAt)
    const { deletionRequestedAt, deletionScheduledAt } = user
    const added = await (isOauth ? addByCode(user, team) : addAccounts([user], ...(team ? [team] : [])))
    const isDue = (deletionScheduledAt ?? '') <= now().toISOString()
    if (isDue) await purge(store, now(), { max: defaultPurgeMax })
    return { ...added, deletionRequestedAt, deletionScheduledAt, ...(isDue && { isDeleted: true }) }
  }

  async function addOwner(plan: Team['plan'], teamName?: null, isExpired = false) {
    const team = testTeam(plan, teamName)
    const user = testUser(team.id, 'owner')
    const added = await addAccounts([user], team)
    if (!isExpired) return added
    const hourAgo = new Date(now().getTime() - 3_600_000)
    const { accessToken: expiredAccessToken } = await tokens.issue(user.id, [], hourAgo)
    return { ...added, expiredAccessToken }
  }

  return {
    writer: ({ plan, teamName, expiredAccessToken }) =>
      addOwner(plan ? 'enterprise' : 'pro', teamName, expiredAccessToken),
    stranger: ({ teamName }) => addOwner('pro', teamName),
    async freeCaller({ teamName, deletionRequestedDaysAgo: days, deletionRequestedAt }) {
      if (days === undefined) return addOwner('free', teamName)
      const team = testTeam('free', teamName)
      const requestedAt = deletionRequestedAt === undefined ? daysAgo(days) : new Date(deletionRequestedAt)
      return addLeaver(requestedAt, 'owner', team.id, team)
    },
    async plan({ teamId, plan }) {
      const team = await store.changeTeam(teamId, (team) => ({ ...team, plan: plan === 'paid' ? 'pro' : 'free' }))
      if (!team) throw new Error(`there is no team ${teamId}`)
      return { plan }
    },
    async deletion({ email, deletionRequestedDaysAgo: days = 31 }) {
      const user = await store.findUser(email)
      const isLeaving =
        user &&
        (await store.changeUser(user.id, (one) =>
          scheduleDeletion({ ...one, deletionRequestedAt: null, deletionScheduledAt: null }, 0, daysAgo(days)),
        ))
      if (!isLeaving) throw new Error(`there is no user ${email}`)
      await purge(store, now(), { max: defaultPurgeMax })
      return { isDeleted: (await store.findUser(email)) === undefined }
    },
    async role({ email, role }) {
      const user = await store.findUser(email)
      const changed = user && (await store.changeUser(user.id, (one) => ({ ...one, role: roleOf(role) })))
      if (!changed) throw new Error(`there is no user ${email}`)
      return { role: changed.role }
    },
    reader: ({ teamId }) => addAccounts([testUser(teamId, 'viewer')]),
    member({ teamId, role, oauth, deletionRequestedDaysAgo: days }) {
      if (days !== undefined) return addLeaver(daysAgo(days), roleOf(role), teamId, undefined, oauth)
      const user = testUser(teamId, roleOf(role))
      return oauth ? addByCode(user) : addAccounts([user])
    },
    async ownerWithMember({ oauth, teamName }) {
      const team = testTeam('pro', teamName)
      const [owner, member] = [testUser(team.id, 'owner'), testUser(team.id, 'member')]
      if (!oauth) return addAccounts([owner, member], team)
      const added = await addByCode(owner, team)
      await load({ users: [member] })
      return added
    },
    async oauthUser({
      verificationCode,
      expiredVerificationCode,
      leadingZero,
      teamName,
      deletionRequestedDaysAgo: days,
    }) {
      const team = testTeam('pro', teamName)
      if (days !== undefined) return addLeaver(daysAgo(days), 'owner', team.id, team, true)
      const user = testUser(team.id, 'owner')
      if (verificationCode === false) return addAccounts([{ ...user, passwordHash: null }], team)
      if (expiredVerificationCode) {
        const hourAgo = new Date(now().getTime() - 3_600_000)
        const { verificationCode: expired, ...added } = await addByCode(user, team, hourAgo)
        return { ...added, expiredVerificationCode: expired }
      }
      const code = makeCode()
      const { email: _, ...added } = await addByCode(user, team, now(), leadingZero ? `0${code.slice(1)}` : code)
      return added
    },
    async incident({ teamId, type, resolved, serviceId, cause, monitorId = null, startedDaysAgo: days = 0 }) {
      const createdAt = daysAgo(days).toISOString()
      const incident: Data['incidents'][number] = {
        id: newId(),
        monitorId,
        teamId,
        type,
        status: resolved ? 'resolved' : 'open',
        title: 'Made for the kit',
        startedAt: createdAt,
        resolvedAt: resolved ? createdAt : null,
        cause: cause ?? null,
        ...(serviceId && { serviceId }),
        createdAt,
      }
      await load({ incidents: [incident] })
      return incident
    },
    async monitor({ teamId, days }) {
      const id = newId()
      await load({ monitors: [{ id, teamId }], dailyStats: days.map((date) => ({ monitorId: id, date })) })
      return { id }
    },
    async rows({ monitorId, days }) {
      await load({ dailyStats: days.map((date) => ({ monitorId: monitorId ?? '', date })) })
      return { id: monitorId }
    },
    async service({ teamId, monitors }) {
      const id = newId()
      await load({ services: [{ id, teamId, monitorIds: monitors }] })
      return { id }
    },
  }
}
