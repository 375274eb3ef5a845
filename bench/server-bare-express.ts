/** The operations on Express as it comes, without validation: `server-bare-express.ts PORT`. */
import { type OperationId, operations } from '@monitoring-service/contract'
import express, { type NextFunction, type Request, type Response } from 'express'
import { checkByHand, common, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
const app = express()
app.use((request, response, next) => {
  response.set(common(request.headers))
  next()
})
app.use(express.json())
for (const [id, { method, path }] of Object.entries(operations)) {
  const [operationId, verb] = [id as OperationId, method.toLowerCase() as 'get']
  app[verb](path.replace(/\{(\w+)\}/g, ':$1'), async (request: Request, response: Response) => {
    const caller = await world.identify(operationId, request.headers)
    checkByHand(operationId, request.body)
    const query = { page: Number(request.query.page ?? 1), limit: Number(request.query.limit ?? 20) }
    const { status, body } = await world.operate(operationId, {
      path: request.params,
      query,
      body: request.body,
      caller,
    })
    response.status(status).json(body)
  })
}
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const { status, headers, body } = refusal(error)
  response.status(status).set(headers).json(body)
})
app.listen(Number(process.argv[2]), '127.0.0.1')
