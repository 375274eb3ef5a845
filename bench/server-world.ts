/** What all servers of `server-peers` have alike: the records, the operations, the checks and the words of refusals. */
import { contract, demo, type OperationId, operations as table } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { ApiError, responseHeaders, toApiError, toErrorResponse } from '@monitoring-service/http'
import { checkAdminKey } from '../server/auth/admin-key.ts'
import { checkBearer } from '../server/auth/bearer.ts'
import { createPasswords } from '../server/auth/passwords.ts'
import { createTokens } from '../server/auth/tokens.ts'
import type { Context } from '../server/domain/context.ts'
import { operations } from '../server/domain/operations.ts'
import { readDataFile } from '../server/store/data-file.ts'
import { openStore } from '../server/store/open.ts'
import type { Incident } from '../server/store/records.ts'
import type { Store } from '../server/store/store.ts'

/** The ids of the incidents that are resolved, again and again. */
export const incidentIds = Array.from(
  { length: 16 },
  (_, nth) => `01J0000000000000000BENCH${String(nth).padStart(2, '0')}`,
)

/** Who resolves them; a member of the demo's first team. */
export const caller = 'member@acme.example'

/** A store in which an incident is open each time it is to be resolved, so that every request of a run is alike. */
export async function openBenchStore(url: string): Promise<Store> {
  const store = await openStore(url)
  if (await store.isEmpty()) {
    const data = await readDataFile(demoDataFile, new Date())
    const [like] = data.incidents
    const added = incidentIds.map((id) => ({ ...(like as Incident), id }))
    await store.load({ ...data, incidents: [...data.incidents, ...added] })
  }
  return {
    ...store,
    changeIncident: (teamId, id, change) =>
      store.changeIncident(teamId, id, (incident) => change({ ...incident, status: 'open', resolvedAt: null })),
  }
}

export interface Asked {
  path?: object
  query?: object
  body?: unknown
}

export interface World {
  /** @throws ApiError as our server does; returns who calls. */
  identify(operationId: OperationId, headers: Record<string, string | string[] | undefined>): Promise<unknown>
  operate(operationId: OperationId, asked: Asked & { caller?: unknown }): Promise<{ status: number; body?: object }>
}

export async function openWorld(url = 'memory:'): Promise<World> {
  const now = () => new Date()
  const store = await openBenchStore(url)
  const tokens = await createTokens(demo.tokenSecret, now)
  const context: Context = { store, tokens, passwords: createPasswords(), upgradeUrl: demo.upgradeUrl, now }
  return {
    async identify(operationId, headers) {
      const { security } = table[operationId]
      if (security?.scheme === 'bearerAuth') {
        return checkBearer([headers.authorization ?? []].flat(), security.scopes, context)
      }
      if (security) checkAdminKey(String(headers['x-admin-api-key'] ?? ''), demo.adminApiKey)
    },
    operate: (operationId, asked) => (operations[operationId] as never as Operate)(asked, context),
  }
}

type Operate = (asked: object, context: Context) => Promise<{ status: number; body?: object }>

/** The headers that the contract wants on every answer. */
export const common = (headers: Record<string, string | string[] | undefined>) =>
  responseHeaders(headers['x-request-id'])

export const invalid = (message: string) => new ApiError('VALIDATION_ERROR', { message })

/** The refusal for whatever was thrown. */
export const refusal = (thrown: unknown) => toErrorResponse(toApiError(thrown), contract)

/** What unvalidated servers look at by hand, so that they can refuse a sign-up at all. */
export function checkByHand(operationId: OperationId, body: unknown): void {
  const { email, password } = (body ?? {}) as { email?: string; password?: string }
  if (operationId === 'signup' && (!email?.includes('@') || (password?.length ?? 0) < 8)) throw invalid('no')
}
