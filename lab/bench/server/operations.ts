/** The parts that all servers of `server-peers` share: records, operations, checks and error responses. */
import type { IncomingHttpHeaders } from 'node:http'
import { contract, demo, type OperationId, operations as table } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { ApiError, responseHeaders, toApiError, toErrorResponse as toContractError } from '@monitoring-service/http'
import { checkAdminKey } from '../../../server/auth/admin-key.ts'
import { checkBearer } from '../../../server/auth/bearer.ts'
import { createPasswords } from '../../../server/auth/passwords.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import type { OperationContext } from '../../../server/domain/context.ts'
import { runOperation } from '../../../server/domain/operations.ts'
import type { AnyInput, Caller } from '../../../server/operation-types.ts'
import { readDataFile } from '../../../server/store/data-file.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Incident } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'

/** The port of the process: every server of this folder is started as `FILE PORT`. */
export const port = Number(process.argv[2])

/** The ids of the incidents that are resolved repeatedly. */
export const incidentIds = Array.from({ length: 16 }, (_, nth) => `01J0000000000000000BENCH${nth + 10}`)

/** The caller who resolves them; a member of the demo's first team. */
export const callerEmail = 'member@acme.example'

/** A store in which an incident is open each time it is resolved, so that all requests of a run are alike. */
export async function openBenchStore(url: string): Promise<Store> {
  const store = await openStore(url)
  if (await store.isEmpty()) {
    const data = await readDataFile(demoDataFile, new Date())
    const [template] = data.incidents
    const added = incidentIds.map((id) => ({ ...(template as Incident), id }))
    await store.load({ ...data, incidents: [...data.incidents, ...added] })
  }
  return {
    ...store,
    changeIncident: (teamId, id, { set }) => store.changeIncident(teamId, id, { set }),
  }
}

/** Our server's operations, and its check of credentials, which throws an ApiError or returns the caller. */
export async function openOperations() {
  const now = () => new Date()
  const store = await openBenchStore('memory:')
  const tokens = await createTokens(demo.tokenSecret, now)
  const passwords = createPasswords()
  const context: OperationContext = { store, tokens, passwords, upgradeUrl: demo.upgradeUrl, now, identified() {} }
  return {
    async identify(operationId: OperationId, headers: IncomingHttpHeaders): Promise<Caller | undefined> {
      const { security } = table[operationId]
      if (security?.scheme === 'bearerAuth') {
        return checkBearer([headers.authorization ?? []].flat(), security.scopes, context)
      }
      if (security) checkAdminKey(String(headers['x-admin-api-key'] ?? ''), demo.adminApiKey)
      return undefined
    },
    operate: (operationId: OperationId, input: AnyInput) => runOperation(operationId, input, context),
  }
}

/** The headers that the contract requires on every response. */
export const commonHeaders = (headers: IncomingHttpHeaders) => responseHeaders(headers['x-request-id'])

export const invalid = (message: string) => new ApiError('VALIDATION_ERROR', { message })

export const toErrorResponse = (thrown: unknown) => toContractError(toApiError(thrown), contract)

/** The checks of servers without validation, so that they can reject a sign-up at all. */
export function checkSignup(operationId: OperationId, body: unknown): void {
  const { email, password } = (body ?? {}) as { email?: string; password?: string }
  if (operationId === 'signup' && (!email?.includes('@') || (password?.length ?? 0) < 8)) throw invalid('no')
}

/** A query with numbers and the contract's defaults, for servers that convert none. */
export const toPageQuery = ({ page = 1, limit = 20 }: { page?: unknown; limit?: unknown }) => ({
  page: Number(page),
  limit: Number(limit),
})
