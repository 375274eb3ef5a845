/** The operations on `node:http`, routed by hand and without validation: `server-bare-node.ts PORT`. */
import { createServer } from 'node:http'
import type { OperationId } from '@monitoring-service/contract'
import { checkByHand, common, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
const resolve = /^\/api\/v1\/incidents\/([^/]+)\/resolve$/

createServer(async (request, response) => {
  const { method, url = '', headers } = request
  for (const [name, value] of Object.entries(common(headers))) response.setHeader(name, value)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  try {
    const [path = '', search] = url.split('?')
    const id = resolve.exec(path)?.[1]
    const operationId: OperationId =
      method === 'PUT' && id ? 'resolveIncident' : method === 'POST' ? 'signup' : 'listDeletionRequests'
    const caller = await world.identify(operationId, headers)
    let body: unknown
    if (method !== 'GET' && headers['content-length'] !== undefined) {
      const chunks: Buffer[] = []
      body = await new Promise((resolve, reject) => {
        request.on('data', (chunk) => chunks.push(chunk))
        request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
        request.on('error', reject)
      })
    }
    checkByHand(operationId, body)
    const { page = 1, limit = 20 } = Object.fromEntries(new URLSearchParams(search))
    const query = { page: Number(page), limit: Number(limit) }
    const answer = await world.operate(operationId, { path: { id }, query, body, caller })
    response.writeHead(answer.status).end(JSON.stringify(answer.body))
  } catch (thrown) {
    const { status, headers, body } = refusal(thrown)
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
}).listen(Number(process.argv[2]), '127.0.0.1')
