/** The conformance kit's hook over a store of the reference server: `POST {"state", "params"}` makes a state, as an operator would. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@monitoring-service/contract'
import { ulid } from 'ulid'
import type { Passwords } from '../../server/security/passwords.ts'
import type { Tokens } from '../../server/security/tokens.ts'
import { type Data, emptyData, type Team, type User } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'

export interface HookContext {
  store: Store
  tokens: Tokens
  passwords: Passwords
  now(): Date
}

interface Params {
  teamId: string
  type: 'manual' | 'auto'
  resolved: boolean
  serviceId: string
  days: string[]
  monitors: string[]
}

const password = 'Hook-made-password-1'
const verificationCode = '246810'

/** Listens on a free port of the loopback interface. */
export async function startHook(context: HookContext): Promise<{ url: string; close(): Promise<void> }> {
  const states = await createStates(context)
  const server = createServer(async (request, response) => {
    const { state, params = {} } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const make = Object.hasOwn(states, state) ? states[state] : undefined
    const made = await make?.(params)
    response.writeHead(made ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(made ?? { error: `there is no state ${state}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function createStates({ store, tokens, passwords, now }: HookContext) {
  const [passwordHash, codeHash] = [await passwords.hash(password), await passwords.hash(verificationCode)]
  const load = (records: Partial<Data>) => store.load({ ...emptyData(), ...records })
  const at = () => now().toISOString()

  function newTeam(plan: Team['plan']): Team {
    return { id: ulid(), name: 'Made by the hook', plan, createdAt: at() }
  }

  function newUser(teamId: string, role: User['role'], more: Partial<User> = {}): User {
    const id = ulid()
    const email = `${id.toLowerCase()}@hook.example`
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

  const states: Record<string, (params: Params) => Promise<object>> = {
    writer: () => owner('pro'),
    stranger: () => owner('pro'),
    freeCaller: () => owner('free'),
    reader: ({ teamId }) => enter([newUser(teamId, 'viewer')], []),
    async ownerWithMember() {
      const team = newTeam('pro')
      return enter([newUser(team.id, 'owner'), newUser(team.id, 'member')], [team])
    },
    async oauthUser() {
      const team = newTeam('pro')
      const expiresAt = new Date(now().getTime() + limits.verificationCodeSeconds * 1000).toISOString()
      const verification = { codeHash, expiresAt, tries: 0 }
      const made = await enter([newUser(team.id, 'owner', { passwordHash: null, verification })], [team])
      return { accessToken: made.accessToken, teamId: made.teamId, verificationCode }
    },
    async incident({ teamId, type, resolved, serviceId }) {
      const id = ulid()
      const times = { startedAt: at(), resolvedAt: resolved ? at() : null, createdAt: at() }
      const texts = { monitorId: null, title: 'Made by the hook', cause: null, ...(serviceId && { serviceId }) }
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
  return states
}
