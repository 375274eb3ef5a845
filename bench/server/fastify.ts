/** Fastify with compiled validation of requests and responses: `fastify.ts PORT`. */
import validation from '@fastify/response-validation'
import { type OperationId, operations } from '@monitoring-service/contract'
import { checkCredential, createAjv, createApp, handlerOf, schemasOf, start } from './fastify-app.ts'

const app = createApp()
await app.register(validation, { ajv: createAjv() as never })
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
    preValidation: checkCredential(operationId),
    handler: handlerOf(operationId),
  })
}
await start(app)
