/** Asks the reference server's own operations what comes of a request, on demo data that is new for each request. */
import { type Contract, demo, type OperationId, contract as ours } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import {
  ApiError,
  createValidator,
  type ErrorResponse,
  type ParsedRequest,
  type Validator,
} from '@monitoring-service/http'
import { checkBearer, readBearer } from '@monitoring-service/server/bearer'
import type { Context } from '@monitoring-service/server/context'
import { openLowdbStore } from '@monitoring-service/server/lowdb'
import { operations } from '@monitoring-service/server/operations'
import { createTokens } from '@monitoring-service/server/tokens'

type Data = Awaited<ReturnType<Store['dump']>>
type Store = Context['store']
type User = Data['users'][number]

/** All the values of a request header. */
export type Headers = (name: string) => readonly string[]

export interface Caller {
  /** A demo user's e-mail, `operator`, or `anonymous` if no credential was sent; undefined for anybody else. */
  name: string | undefined
  /** @throws ApiError if the caller may not call the operation. */
  check(): Promise<void>
  /** What the reference server would answer after that; undefined if it does not know the operation or such requests. */
  ask(): Promise<Omit<ErrorResponse, 'headers'> | undefined>
}

/** Finds out who calls. */
export type Identify = (admitted: ParsedRequest, headers: Headers) => Promise<Caller>

const asOf = new Date(demoData.asOf)

/** Nobody's password needs to be kept from anybody here. */
const world: Data = {
  ...(demoData as unknown as Omit<Data, 'attempts'>),
  users: (demoData.users as User[]).map(({ passwordHash, verification, ...user }) => ({
    ...user,
    passwordHash: passwordHash && demo.password,
    verification: verification && { ...verification, codeHash: demo.verificationCode },
  })),
  attempts: [],
}

/** What somebody chose who signed up at the mock, which remembers nobody. */
const anything = '*'

const passwords: Context['passwords'] = {
  hold: (work) => work(),
  hash: async (text) => text,
  matches: async (text, kept) => kept === anything || kept === text,
  close: async () => {},
}

export async function createReference({ scenarios, credentials }: Contract): Promise<Identify> {
  const validator = createValidator(ours)
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const handedOut = new Map(scenarios.flatMap(({ response }) => readSession(response)))

  return async (admitted, headers) => {
    const { scheme, scopes = [] } = admitted.operation.security ?? {}
    const authorization = headers('authorization')
    const token = scheme === undefined ? undefined : readBearer(authorization)
    const userId = token && (handedOut.get(token) ?? (await tokens.verify(token)))
    const data = userId ? worldWith(userId) : world
    const user = data.users.find(({ id }) => id === userId)
    const team = data.teams.find(({ id }) => id === user?.teamId)
    const member = user && team && { user, team }
    const keys = headers(credentials.adminApiKey ?? '')
    const isOperator = keys.join(', ') === demo.adminApiKey
    const bearer = authorization.length === 0 ? 'anonymous' : user?.email
    const names: Record<string, string | undefined> = {
      bearerAuth: bearer,
      adminApiKey: isOperator ? 'operator' : keys.length === 0 ? bearer : undefined,
    }
    return {
      name: scheme === undefined ? 'anonymous' : names[scheme],
      async check() {
        const store = { findMember: async () => member }
        if (scheme === 'bearerAuth')
          await checkBearer(authorization, scopes, { store, tokens: { verify: async () => userId } })
        if (scheme === 'adminApiKey' && !isOperator) throw new ApiError('INVALID_ADMIN_KEY')
        // Of a scheme that is not ours, only the header can be asked for.
        const isForeign = scheme !== undefined && !Object.hasOwn(names, scheme)
        if (isForeign && headers(credentials[scheme] ?? '').length === 0) throw new ApiError('UNAUTHENTICATED')
      },
      async ask() {
        const { operationId, path, body } = admitted
        const known = ours.operations[operationId]
        const query = known && takenBy(validator, { ...admitted, operation: known })
        if (!query) return undefined
        const operation = operations[operationId as OperationId] as unknown as Operation
        // Stores never write into what they were given, so all of them can start from one.
        const store = await openLowdbStore({ read: async () => data, write: async () => {} })
        const context = { store, passwords, tokens, upgradeUrl: demo.upgradeUrl, now: () => asOf }
        const { status, body: told } = await operation({ path, query, body, caller: member }, context)
        return { status, body: told }
      },
    }
  }
}

/** The query of a request that our own contract admits, whatever other contract it came by. */
function takenBy(validator: Validator, admitted: ParsedRequest): object | undefined {
  try {
    return validator.checkRequest(admitted)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

type Operation = (input: object, context: Context) => Promise<{ status: number; body?: unknown }>

/** The demo data, and a user who signed up at the mock if it is none of the demo's. */
function worldWith(id: string): Data {
  if (world.users.some((user) => user.id === id)) return world
  const createdAt = asOf.toISOString()
  const team = { id: `team-of-${id}`, name: null, plan: 'free' as const, createdAt }
  const user: User = {
    id,
    email: `${id}@new.example`.toLowerCase(),
    teamId: team.id,
    role: 'owner',
    passwordHash: anything,
    verification: null,
    deletionRequestedAt: null,
    deletionScheduledAt: null,
    createdAt,
  }
  return { ...world, teams: [...world.teams, team], users: [...world.users, user] }
}

function readSession(answer: unknown): [token: string, userId: string][] {
  const { accessToken, user } = (answer ?? {}) as { accessToken?: string; user?: { id: string } }
  return accessToken && user ? [[accessToken, user.id]] : []
}
