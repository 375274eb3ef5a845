/** Fastify with compiled validation of requests and answers: `server-fastify.ts PORT`. */
import validation from '@fastify/response-validation'
import { type OperationId, operations } from '@monitoring-service/contract'
import { fastify } from 'fastify'
import { createAjv, schemasOf } from './server-schemas.ts'
import { common, invalid, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
const app = fastify()
// Fastify's own takes 7 for "7" in a body.
const [texts, values] = [createAjv({ coerceTypes: true }), createAjv()]
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? values : texts).compile(schema as object))
await app.register(validation, { ajv: createAjv() as never })
app.decorateRequest('caller')
app.addHook('onRequest', async (request, reply) => void reply.headers(common(request.headers)))
app.setErrorHandler((thrown: Error & { validation?: object }, _request, reply) => {
  const { status, headers, body } = refusal(thrown.validation ? invalid(thrown.message) : thrown)
  reply.status(status).headers(headers).send(body)
})
for (const [id, { method, path }] of Object.entries(operations)) {
  const operationId = id as OperationId
  const schemas = schemasOf(operationId)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      params: schemas.path,
      querystring: schemas.query,
      ...(schemas.body && { body: schemas.body }),
      response: schemas.responses,
    },
    preValidation: async (request) => {
      Object.assign(request, { caller: await world.identify(operationId, request.headers) })
    },
    handler: async (request, reply) => {
      const { params, query, body, caller } = request as typeof request & { caller: unknown }
      const answer = await world.operate(operationId, { path: params as object, query: query as object, body, caller })
      reply.status(answer.status)
      return answer.body
    },
  })
}
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
