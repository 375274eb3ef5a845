/** Runs the reference server's operations on demo data that is new for each request. */
import { type Contract, demo, type OperationId, contract as ownContract } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { ApiError, createValidator, type ErrorResponse, type ParsedRequest } from '@monitoring-service/http'
import { checkBearer, readBearer } from '@monitoring-service/server/bearer'
import type { Context } from '@monitoring-service/server/context'
import { openLowdbStore } from '@monitoring-service/server/lowdb'
import { operations } from '@monitoring-service/server/operations'
import { createTokens } from '@monitoring-service/server/tokens'

type Store = Context['store']
type Records = Awaited<ReturnType<Store['dump']>>
type User = Records['users'][number]
type Operation = (input: object, context: Context) => Promise<{ status: number; body?: unknown }>

/** Returns all values of a request header. */
export type Headers = (name: string) => readonly string[]

/** A request's caller as the reference server sees it. */
export interface RequestCaller {
  /** A demo user's e-mail, `operator`, or `anonymous` without credentials; undefined for other callers. */
  name: string | undefined
  /** @throws ApiError if the caller may not call the operation. */
  checkAccess(): Promise<void>
  /** The reference server's response; undefined if it does not know the operation or rejects the input. */
  runOperation(): Promise<Omit<ErrorResponse, 'headers'> | undefined>
}

export type IdentifyCaller = (request: ParsedRequest, headers: Headers) => Promise<RequestCaller>

const now = new Date(demoData.asOf)
/** Stands for any password. Users who signed up at the mock have it, because the mock stores nothing. */
const anyPassword = '*'

// The demo's passwords are public, so the mock compares them as plain text.
const demoRecords: Records = {
  ...(demoData as unknown as Omit<Records, 'attempts'>),
  users: (demoData.users as User[]).map(({ passwordHash, verification, ...user }) => ({
    ...user,
    passwordHash: passwordHash && demo.password,
    verification: verification && { ...verification, codeHash: demo.verificationCode },
  })),
  attempts: [],
}
const passwords: Context['passwords'] = {
  hold: (work) => work(),
  hash: async (text) => text,
  matches: async (text, stored) => stored === anyPassword || stored === text,
  close: async () => {},
}

export async function createReference({ scenarios, credentialHeaders }: Contract): Promise<IdentifyCaller> {
  const validator = createValidator(ownContract)
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const exampleTokens = new Map(scenarios.flatMap(({ response }) => tokenOf(response)))

  return async (request, headers) => {
    const { scheme, scopes = [] } = request.operation.security ?? {}
    const authorization = headers('authorization')
    const token = scheme === undefined ? undefined : readBearer(authorization)
    const userId = token && (exampleTokens.get(token) ?? (await tokens.verify(token)))
    const records = userId ? recordsWith(userId) : demoRecords
    const user = records.users.find(({ id }) => id === userId)
    const team = records.teams.find(({ id }) => id === user?.teamId)
    const member = user && team && { user, team }
    const keys = headers(credentialHeaders.adminApiKey ?? '')
    const isOperator = keys.join(', ') === demo.adminApiKey
    const bearer = authorization.length === 0 ? 'anonymous' : user?.email
    const names: Record<string, string | undefined> = {
      bearerAuth: bearer,
      adminApiKey: isOperator ? 'operator' : keys.length === 0 ? bearer : undefined,
    }
    return {
      name: scheme === undefined ? 'anonymous' : names[scheme],
      async checkAccess() {
        if (scheme === 'bearerAuth') {
          const store = { findMember: async () => member }
          await checkBearer(authorization, scopes, { store, tokens: { verify: async () => userId } })
        }
        if (scheme === 'adminApiKey' && !isOperator) throw new ApiError('INVALID_ADMIN_KEY')
        // The reference server does not know other schemes; any value of their header is accepted.
        const isUnknownScheme = scheme !== undefined && !Object.hasOwn(names, scheme)
        if (isUnknownScheme && headers(credentialHeaders[scheme] ?? '').length === 0)
          throw new ApiError('UNAUTHENTICATED')
      },
      async runOperation() {
        const { operationId, path, body } = request
        const operation = ownContract.operations[operationId]
        // The request may be valid by another contract only.
        const query = operation && validator.queryIfValid({ ...request, operation })
        if (!query) return undefined
        // A store never changes the records that it was opened with.
        const store = await openLowdbStore({ read: async () => records, write: async () => {} })
        const run = operations[operationId as OperationId] as unknown as Operation
        const context = { store, passwords, tokens, upgradeUrl: demo.upgradeUrl, now: () => now }
        const response = await run({ path, query, body, caller: member }, context)
        return { status: response.status, body: response.body }
      },
    }
  }
}

/** The demo data, plus a user and a team if the id belongs to a user who signed up at the mock. */
function recordsWith(id: string): Records {
  if (demoRecords.users.some((user) => user.id === id)) return demoRecords
  const createdAt = now.toISOString()
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
  return { ...demoRecords, teams: [...demoRecords.teams, team], users: [...demoRecords.users, user] }
}

function tokenOf(response: unknown): [token: string, userId: string][] {
  const { accessToken, user } = (response ?? {}) as { accessToken?: string; user?: { id: string } }
  return accessToken && user ? [[accessToken, user.id]] : []
}
