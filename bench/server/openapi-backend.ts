/** openapi-backend on `node:http`, which validates requests and responses: `openapi-backend.ts PORT`. */
import { json } from 'node:stream/consumers'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import formats from 'ajv-formats'
import { type Context, OpenAPIBackend, type Request } from 'openapi-backend'
import { invalid, openOperations, startHttp, toPageQuery } from './operations.ts'

const { identify, operate } = await openOperations()
const api = new OpenAPIBackend({
  definition: readContract() as never,
  // `quick` skips its check of the document, which rejects OpenAPI 3.1.
  quick: true,
  // Parameters arrive as text; bodies are coerced, too.
  coerceTypes: true,
  customizeAjv: (ajv) => formats.default(ajv, { mode: 'full' }),
})
const check = async ({ operation, request }: Context) =>
  (await identify(operation.operationId as OperationId, request.headers)) ?? true
const findError = ({ security }: Context) => Object.values(security ?? {}).find((result) => result?.error)?.error
api.registerSecurityHandler('bearerAuth', check)
api.registerSecurityHandler('adminApiKey', check)
for (const id of Object.keys(operations)) {
  api.registerHandler(id, async (context: Context) => {
    const error = findError(context)
    if (error) throw error
    const { params: path, query, requestBody: body } = context.request
    // It coerces copies and applies no defaults.
    return operate(id as OperationId, { path, query: toPageQuery(query), body, caller: context.security?.bearerAuth })
  })
}
api.register({
  unauthorizedHandler: (context: Context) => {
    throw findError(context)
  },
  validationFail: ({ validation }: Context) => {
    throw invalid(validation.errors?.[0]?.message ?? '')
  },
  postResponseHandler: ({ response, operation }: Context) => {
    const { status, body } = response as { status: number; body?: object }
    const { valid, errors } = api.validateResponse(body, operation as never, status)
    if (!valid) throw new Error(errors?.[0]?.message)
    return response
  },
})
await api.init()

startHttp(async (request) => {
  const { method = '', url: path = '', headers } = request
  const body = 'content-length' in headers ? await json(request) : undefined
  return api.handleRequest({ method, path, headers: headers as Request['headers'], body })
})
