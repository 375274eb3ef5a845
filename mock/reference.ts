/** Runs the reference server's operations on demo data: new for each request, or kept in a session. */
import { type Contract, demo, type OperationId, contract as ownContract } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { ApiError, createValidator, type ParsedRequest } from '@monitoring-service/http'
import { checkBearer, readBearer } from '@monitoring-service/server/bearer'
import type { Context } from '@monitoring-service/server/context'
import { openLowdbStore } from '@monitoring-service/server/lowdb'
import { runOperation } from '@monitoring-service/server/operations'
import { createDemoTokens } from './demo-tokens.ts'
import { recordsAt } from './records.ts'
import type { Session, World } from './sessions.ts'

type Store = Context['store']
type Records = Awaited<ReturnType<Store['dump']>>
type User = Records['users'][number]

/** Returns all values of a request header. */
export type Headers = (name: string) => readonly string[]

/** A request's caller as the reference server sees it. */
export interface RequestCaller {
  /** A demo user's e-mail, `operator`, or `anonymous` without credentials; undefined for other callers. */
  name: string | undefined
  /** @throws ApiError if the caller may not call the operation. */
  checkAccess(): Promise<void>
  /** The reference server's response; undefined if it does not know the operation or rejects the input. */
  runOperation(): Promise<{ status: number; body?: unknown } | undefined>
}

export type IdentifyCaller = (request: ParsedRequest, headers: Headers, session: Session) => Promise<RequestCaller>

/** Stands for any password. Users who signed up at a mock without memory have it. */
const anyPassword = '*'

const asOf = new Date(demoData.asOf)

/** The store changes its lists, which other requests share, so it has copies of them; it replaces records. */
async function openWorld(records: Records, now: () => Date): Promise<World> {
  const lists = Object.fromEntries(Object.entries(records).map(([name, list]) => [name, [...list]])) as typeof records
  return { store: await openLowdbStore({ read: async () => lists, write: async () => {} }), now }
}

const passwords: Context['passwords'] = {
  hold: (work) => work(),
  hash: async (text) => text,
  matches: async (text, stored) => stored === anyPassword || stored === text,
  isCheap: () => false,
  // Blank, as on the server. The list is large for a browser; the scenario of a common password shows the response.
  isCommon: async (text) => text.trim() === '' || text === 'password',
  close: async () => {},
}

export async function createReference(contract: Contract, isStateful: boolean, data?: string): Promise<IdentifyCaller> {
  const { scenarios, credentialHeaders } = contract
  const validator = createValidator(ownContract)
  const tokens = createDemoTokens(() => new Date())
  const exampleTokens = new Map(scenarios.flatMap(({ response }) => tokenOf(response)))
  const initial = recordsAt(asOf)

  /** A request's caller, and the records that its operation runs on. */
  async function enter(session: Session, userId: string | undefined) {
    if (!isStateful) {
      const records = userId ? withUser(initial, userId) : initial
      const user = records.users.find(({ id }) => id === userId)
      const team = records.teams.find(({ id }) => id === user?.teamId)
      const member = user && team && { user, team }
      return { member, open: () => openWorld(records, () => asOf) }
    }
    session.world ??= openWorld(recordsAt(new Date(), data), () => new Date())
    const world = await session.world
    return { member: userId ? await world.store.findMember(userId) : undefined, open: async () => world }
  }

  return async (request, headers, session) => {
    const { scheme, scopes = [] } = request.operation.security ?? {}
    const authorization = headers('authorization')
    const token = scheme === undefined ? undefined : readBearer(authorization)
    const userId = token && (exampleTokens.get(token) ?? (await tokens.verify(token))?.userId)
    const { member, open } = await enter(session, userId)
    const keys = headers(credentialHeaders.adminApiKey ?? '')
    const isOperator = keys.join(', ') === demo.adminApiKey
    const nameOfCaller = () => {
      if (scheme === undefined) return 'anonymous'
      if (scheme === 'adminApiKey' && keys.length > 0) return isOperator ? 'operator' : undefined
      return authorization.length === 0 ? 'anonymous' : member?.user.email
    }
    return {
      name: nameOfCaller(),
      async checkAccess() {
        if (scheme === 'bearerAuth') {
          const store = { findMember: async () => member }
          const verified = userId ? { userId, sessionMarks: [] } : undefined
          await checkBearer(authorization, scopes, { store, tokens: { verify: async () => verified } })
        }
        if (scheme === 'adminApiKey' && !isOperator) throw new ApiError('INVALID_ADMIN_KEY')
      },
      async runOperation() {
        const { operationId, path, body } = request
        const operation = ownContract.operations[operationId]
        // The request may be valid by another contract only.
        const query = operation && validator.queryIfValid({ ...request, operation })
        if (!query) return undefined
        const context = { ...(await open()), passwords, tokens, upgradeUrl: demo.upgradeUrl, identified: () => {} }
        const caller = scheme === 'adminApiKey' ? 'operator' : member
        return runOperation(operationId as OperationId, { path, query, body, caller }, context)
      },
    }
  }
}

/** The records, plus a user and a team if the id belongs to a user who signed up at the mock. */
function withUser(records: Records, id: string): Records {
  if (records.users.some((user) => user.id === id)) return records
  const createdAt = asOf.toISOString()
  const team = { id: `team-of-${id}`, name: null, plan: 'free' as const, createdAt }
  const user: User = {
    id,
    email: `${id}@new.example`.toLowerCase(),
    teamId: team.id,
    role: 'owner',
    passwordHash: anyPassword,
    verification: null,
    deletionRequestedAt: null,
    deletionScheduledAt: null,
    createdAt,
  }
  return { ...records, teams: [...records.teams, team], users: [...records.users, user] }
}

function tokenOf(response: unknown): [token: string, userId: string][] {
  const { accessToken, user } = (response ?? {}) as { accessToken?: string; user?: { id: string } }
  return accessToken && user ? [[accessToken, user.id]] : []
}
