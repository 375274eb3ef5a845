/** The operations on `node:http`, with manual routing and without validation: `bare-node.ts PORT`. */
import { createServer, type IncomingMessage } from 'node:http'
import type { OperationId } from '@monitoring-service/contract'
import { checkSignup, commonHeaders, openOperations, port, toErrorResponse, toPageQuery } from './operations.ts'

const { identify, operate } = await openOperations()
const resolve = /^\/api\/v1\/incidents\/([^/]+)\/resolve$/

function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    request.on('error', reject)
  })
}

async function handle(request: IncomingMessage) {
  const { method, url = '', headers } = request
  const [path = '', search] = url.split('?')
  const id = resolve.exec(path)?.[1]
  const operationId: OperationId =
    method === 'PUT' && id ? 'resolveIncident' : method === 'POST' ? 'signup' : 'listDeletionRequests'
  const caller = await identify(operationId, headers)
  const body = method !== 'GET' && headers['content-length'] !== undefined ? await readBody(request) : undefined
  checkSignup(operationId, body)
  const query = toPageQuery(Object.fromEntries(new URLSearchParams(search)))
  return operate(operationId, { path: { id }, query, body, caller })
}

createServer(async (request, response) => {
  for (const [name, value] of Object.entries(commonHeaders(request.headers))) response.setHeader(name, value)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  try {
    const { status, body } = await handle(request)
    response.writeHead(status).end(JSON.stringify(body))
  } catch (thrown) {
    const { status, headers, body } = toErrorResponse(thrown)
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
}).listen(port, '127.0.0.1')
