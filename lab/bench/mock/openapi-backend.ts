/** A mock on openapi-backend and node:http, as in its readme: `openapi-backend.ts PORT CONTRACT`. */
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import formats from 'ajv-formats'
import { type Context, OpenAPIBackend, type Request } from 'openapi-backend'

const [port, definition = ''] = process.argv.slice(2)
// `quick` skips its check of the document, which rejects OpenAPI 3.1.
const api = new OpenAPIBackend({ definition, quick: true, customizeAjv: (ajv) => formats.default(ajv) })
const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

api.registerSecurityHandler('bearerAuth', ({ request }: Context) => 'authorization' in request.headers)
api.registerSecurityHandler('adminApiKey', ({ request }: Context) => 'x-admin-api-key' in request.headers)
api.register({
  unauthorizedHandler: (_: Context, response: ServerResponse) => send(response, 401, { err: 'unauthorized' }),
  validationFail: ({ validation }: Context, response: ServerResponse) =>
    send(response, 400, { err: validation.errors }),
  notFound: (_: Context, response: ServerResponse) => send(response, 404, { err: 'not found' }),
  notImplemented({ api, operation }: Context, response: ServerResponse) {
    const { status, mock } = api.mockResponseForOperation(operation.operationId ?? '')
    send(response, status, mock)
  },
})
await api.init()

createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request
  const body = 'content-length' in headers ? await json(request).catch(() => undefined) : undefined
  const given = { method, path, headers: headers as Request['headers'], body }
  await api.handleRequest(given, response).catch(() => send(response, 500, { err: 'failed' }))
}).listen(Number(port), '127.0.0.1')
