/** fastify-openapi-glue on the contract: `server-glue.ts PORT`. Answers are written by their schemas, not validated. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import glue from 'fastify-openapi-glue'
import { createAjv } from './server-schemas.ts'
import { common, invalid, openWorld, refusal } from './server-world.ts'

type Asking = FastifyRequest & { caller?: unknown }
const world = await openWorld()
const app = fastify()
const [texts, values] = [createAjv({ coerceTypes: true }), createAjv()]
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? values : texts).compile(schema as object))
app.decorateRequest('caller')
app.addHook('onRequest', async (request, reply) => void reply.headers(common(request.headers)))
app.setErrorHandler((thrown: Error & { validation?: object; errors?: Error[] }, _request, reply) => {
  const inside = thrown.errors?.[0] ?? thrown
  const { status, headers, body } = refusal(thrown.validation ? invalid(thrown.message) : inside)
  reply.status(status).headers(headers).send(body)
})
const handlers = Object.keys(operations).map((id) => [
  id,
  async ({ params, query, body, caller }: Asking, reply: FastifyReply) => {
    const asked = { path: params as object, query: query as object, body, caller }
    const answer = await world.operate(id as OperationId, asked)
    reply.status(answer.status)
    return answer.body
  },
])
const check = (operationId: OperationId) => async (request: Asking) => {
  request.caller = await world.identify(operationId, request.headers)
}
app.register(glue, {
  specification: readContract(),
  serviceHandlers: Object.fromEntries(handlers),
  securityHandlers: { bearerAuth: check('resolveIncident'), adminApiKey: check('listDeletionRequests') },
})
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
