/** The operations on `node:http`, with manual routing and without validation: `bare-node.ts PORT`. */
import type { OperationId } from '@monitoring-service/contract'
import { checkSignup, openOperations, startHttp, toPageQuery } from './operations.ts'

const { identify, operate } = await openOperations()
const resolve = /^\/api\/v1\/incidents\/([^/]+)\/resolve$/

startHttp(async (request) => {
  const { method, url = '', headers } = request
  const [path = '', search] = url.split('?')
  const id = resolve.exec(path)?.[1]
  const operationId: OperationId =
    method === 'PUT' && id ? 'resolveIncident' : method === 'POST' ? 'signup' : 'listDeletionRequests'
  const caller = await identify(operationId, headers)
  let body: unknown
  if (method !== 'GET' && headers['content-length'] !== undefined) {
    const chunks: Buffer[] = []
    body = await new Promise((resolve, reject) => {
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      request.on('error', reject)
    })
  }
  checkSignup(operationId, body)
  const query = toPageQuery(Object.fromEntries(new URLSearchParams(search)))
  return operate(operationId, { path: { id }, query, body, caller })
})
