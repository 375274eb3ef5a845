/** Makes the states that the conformance kit asks for, as an operator would: `POST {"state", "params"}` answers JSON. */
import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@monitoring-service/contract'
import { hash } from 'bcryptjs'
import { ulid } from 'ulid'
import type { Tokens } from './auth/tokens.ts'
import { type Data, emptyData, type Team, type User } from './store/records.ts'
import type { Store } from './store/store.ts'

export interface TestHooksContext {
  store: Store
  tokens: Tokens
  now(): Date
}

interface Params {
  teamId: string
  role: User['role']
  type: 'manual' | 'auto'
  resolved: boolean
  serviceId: string
  days: string[]
  monitors: string[]
}

const password = 'made-for-the-kit'
/** Of bcrypt, the least: what is published need not be hashed well, which would cost the kit's time. */
const cost = 4

/**
 * Listens on the loopback interface only, for whoever reaches it can make users.
 * @param port 0 takes a free one.
 * @throws Error with code EADDRINUSE or EACCES if the port is not to be had.
 */
export async function startTestHooks(
  context: TestHooksContext,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const states = await createStates(context)
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(states, request).catch(
      (error: Error) => [400, { error: error.message }] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(states: States, request: IncomingMessage): Promise<readonly [status: number, body: object]> {
  // Web pages cannot send this type to another origin without asking first, and nobody answers them.
  const isMeant = request.method === 'POST' && request.headers['content-type']?.startsWith('application/json')
  if (!isMeant) return [415, { error: 'send a POST with application/json' }]
  const { state, params = {} } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const make = Object.hasOwn(states, state) ? states[state] : undefined
  if (!make)
    return [404, { error: `there is no state ${JSON.stringify(state)}; there are ${Object.keys(states).join(', ')}` }]
  return [200, await make(params)]
}

type States = Record<string, (params: Params) => Promise<object>>

async function createStates({ store, tokens, now }: TestHooksContext): Promise<States> {
  const passwordHash = await hash(password, cost)
  const load = (records: Partial<Data>) => store.load({ ...emptyData(), ...records })
  const at = () => now().toISOString()

  function newTeam(plan: Team['plan']): Team {
    return { id: ulid(), name: 'Made for the kit', plan, createdAt: at() }
  }

  function newUser(teamId: string, role: User['role'], more: Partial<User> = {}): User {
    const id = ulid()
    const email = `${id.toLowerCase()}@fixtures.example`
    const [requested, scheduled, createdAt] = [null, null, at()]
    const none = { verification: null, deletionRequestedAt: requested, deletionScheduledAt: scheduled }
    return { id, email, teamId, role, passwordHash, ...none, createdAt, ...more }
  }

  async function enter(users: User[], teams: Team[]) {
    await load({ teams, users })
    const [user] = users as [User]
    const { accessToken } = await tokens.issue(user.id)
    return { email: user.email, password, accessToken, teamId: user.teamId }
  }

  async function owner(plan: Team['plan']) {
    const team = newTeam(plan)
    return enter([newUser(team.id, 'owner')], [team])
  }

  return {
    writer: () => owner('pro'),
    stranger: () => owner('pro'),
    freeCaller: () => owner('free'),
    reader: ({ teamId }) => enter([newUser(teamId, 'viewer')], []),
    member: ({ teamId, role }) => enter([newUser(teamId, role)], []),
    async ownerWithMember() {
      const team = newTeam('pro')
      return enter([newUser(team.id, 'owner'), newUser(team.id, 'member')], [team])
    },
    async oauthUser() {
      const team = newTeam('pro')
      const expiresAt = new Date(now().getTime() + limits.verificationCodeSeconds * 1000).toISOString()
      // One of their own each, so that nobody's opens another account by chance.
      const verificationCode = String(randomInt(1_000_000)).padStart(6, '0')
      const verification = { codeHash: await hash(verificationCode, cost), expiresAt, tries: 0 }
      const made = await enter([newUser(team.id, 'owner', { passwordHash: null, verification })], [team])
      return { accessToken: made.accessToken, teamId: made.teamId, verificationCode }
    },
    async incident({ teamId, type, resolved, serviceId }) {
      const id = ulid()
      const times = { startedAt: at(), resolvedAt: resolved ? at() : null, createdAt: at() }
      const texts = { monitorId: null, title: 'Made for the kit', cause: null, ...(serviceId && { serviceId }) }
      await load({ incidents: [{ id, teamId, type, status: resolved ? 'resolved' : 'open', ...times, ...texts }] })
      return { id }
    },
    async monitor({ teamId, days }) {
      const id = ulid()
      await load({ monitors: [{ id, teamId }], dailyStats: days.map((date) => ({ monitorId: id, date })) })
      return { id }
    },
    async service({ teamId, monitors }) {
      const id = ulid()
      await load({ services: [{ id, teamId, monitorIds: monitors }] })
      return { id }
    },
  }
}
