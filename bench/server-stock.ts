/** Express with express-openapi-validator on both sides, as its readme shows it: `server-stock.ts PORT`. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import express, { type NextFunction, type Request, type Response } from 'express'
import { error, middleware } from 'express-openapi-validator'
import { common, invalid, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
const app = express()
const callers = new WeakMap<object, unknown>()
const check = async (request: Request & { openapi?: { schema: { operationId: OperationId } } }) => {
  callers.set(request, await world.identify(request.openapi?.schema.operationId as OperationId, request.headers))
  return true
}
app.use((request, response, next) => {
  response.set(common(request.headers))
  next()
})
app.use(express.json())
app.use(
  ...middleware({
    apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
    validateResponses: true,
    validateSecurity: { handlers: { bearerAuth: check, adminApiKey: check } },
    ajvFormats: { mode: 'full' },
  }),
)
for (const [id, { method, path }] of Object.entries(operations)) {
  const [operationId, verb] = [id as OperationId, method.toLowerCase() as 'get']
  app[verb](path.replace(/\{(\w+)\}/g, ':$1'), async (request: Request, response: Response) => {
    const { params, query, body } = request
    const answer = await world.operate(operationId, { path: params, query, body, caller: callers.get(request) })
    response.status(answer.status).json(answer.body)
  })
}
app.use((thrown: Error & { status?: number }, request: Request, response: Response, _next: NextFunction) => {
  // It keeps no more of what a check threw than the status.
  const again = thrown instanceof error.BadRequest ? invalid(thrown.message) : thrown
  if (thrown.status === 401) return void world.identify('resolveIncident', {}).catch((reason) => send(response, reason))
  send(response, again)
  void request
})
function send(response: Response, thrown: unknown): void {
  const { status, headers, body } = refusal(thrown)
  response.status(status).set(headers).json(body)
}
app.listen(Number(process.argv[2]), '127.0.0.1')
