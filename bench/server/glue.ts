/** fastify-openapi-glue on the contract: `glue.ts PORT`. It serializes responses by their schemas without validation. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import glue from 'fastify-openapi-glue'
import { checkCredential, createApp, handlerOf, start } from './fastify-app.ts'

const app = createApp()
const handlers = Object.keys(operations).map((id) => [id, handlerOf(id as OperationId)])
app.register(glue, {
  specification: readContract(),
  serviceHandlers: Object.fromEntries(handlers),
  securityHandlers: {
    bearerAuth: checkCredential('resolveIncident'),
    adminApiKey: checkCredential('listDeletionRequests'),
  },
})
await start(app)
