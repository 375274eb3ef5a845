/** openapi-backend on `node:http`, which validates requests and answers: `server-openapi-backend.ts PORT`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import formats from 'ajv-formats'
import { type Context, OpenAPIBackend, type Request } from 'openapi-backend'
import { common, invalid, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
const api = new OpenAPIBackend({
  definition: readContract() as never,
  // Its own check of the document takes OpenAPI 3.1 for wrong; quick leaves that out.
  quick: true,
  // What a path or query says comes as text; bodies are coerced, too.
  coerceTypes: true,
  customizeAjv: (ajv) => formats.default(ajv, { mode: 'full' }),
})
const check = async ({ operation, request }: Context) =>
  (await world.identify(operation.operationId as OperationId, request.headers)) ?? true
api.registerSecurityHandler('bearerAuth', check)
api.registerSecurityHandler('adminApiKey', check)
for (const id of Object.keys(operations)) {
  api.registerHandler(id, async ({ request, security }: Context) => {
    const failed = Object.values(security ?? {}).find((result) => result?.error)
    if (failed) throw failed.error
    const { params: path, requestBody: body } = request
    // It coerces copies, and knows no defaults.
    const query = { page: Number(request.query.page ?? 1), limit: Number(request.query.limit ?? 20) }
    return world.operate(id as OperationId, { path, query, body, caller: security?.bearerAuth })
  })
}
api.register({
  unauthorizedHandler: ({ security }: Context) => {
    throw Object.values(security ?? {}).find((result) => result?.error)?.error
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

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request
  for (const [name, value] of Object.entries(common(headers))) response.setHeader(name, value)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  try {
    const body = 'content-length' in headers ? await json(request) : undefined
    const answer = await api.handleRequest({ method, path, headers: headers as Request['headers'], body })
    response.writeHead(answer.status).end(JSON.stringify(answer.body))
  } catch (thrown) {
    const { status, headers, body } = refusal(thrown)
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
}
createServer(answer).listen(Number(process.argv[2]), '127.0.0.1')
