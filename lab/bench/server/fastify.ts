/** Fastify with compiled validation of requests and responses: `fastify.ts PORT`. */
import validation from '@fastify/response-validation'
import { type OperationId, operations } from '@monitoring-service/contract'
import { deriveSchemas } from '@monitoring-service/contract/derive'
import { readContract } from '@monitoring-service/contract/files'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type FastifyRequest, fastify } from 'fastify'
import type { Caller } from '../../../server/operation-types.ts'
import { commonHeaders, invalid, openOperations, port, toErrorResponse } from './operations.ts'

type Identified = FastifyRequest & { caller?: Caller | undefined }

const schemas = deriveSchemas(readContract())
const { identify, operate } = await openOperations()
const app = fastify()

/** An Ajv with our server's strictness about formats. */
function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, validateSchema: false, ...options })
  formats.default(ajv, { mode: 'full' })
  return ajv
}

/** A schema with its references replaced by their targets. None of the contract's schemas is recursive. */
function inline(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(inline)
  const { $ref, ...own } = node as { $ref?: string }
  if ($ref !== undefined) return inline(schemas.components.schemas[$ref.split('/').at(-1) ?? ''])
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inline(value)]))
}

function schemaOf(operationId: OperationId) {
  const { parameters, body, responses } = inline(schemas.operations[operationId]) as {
    parameters: { properties: { path: object; query: object } }
    body: { properties: { body?: object } }
    responses: Record<string, object>
  }
  const { path: params, query } = parameters.properties
  return { params, querystring: { ...query, additionalProperties: false }, ...body.properties, response: responses }
}

// Fastify's default would accept 7 for "7" in a body.
const [texts, values] = [createAjv({ coerceTypes: true }), createAjv()]
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? values : texts).compile(schema as object))
app.decorateRequest('caller')
app.addHook('onRequest', async (request, reply) => void reply.headers(commonHeaders(request.headers)))
app.setErrorHandler((thrown: Error & { validation?: object; errors?: Error[] }, _request, reply) => {
  const error = thrown.validation ? invalid(thrown.message) : (thrown.errors?.[0] ?? thrown)
  const { status, headers, body } = toErrorResponse(error)
  reply.status(status).headers(headers).send(body)
})
await app.register(validation, { ajv: createAjv() as never })

for (const [id, { method, path }] of Object.entries(operations)) {
  const operationId = id as OperationId
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(operationId),
    async preValidation(request: Identified) {
      request.caller = await identify(operationId, request.headers)
    },
    async handler({ params, query, body, caller }: Identified, reply) {
      const result = await operate(operationId, { path: params as object, query: query as object, body, caller })
      reply.status(result.status)
      return result.body
    },
  })
}
await app.listen({ port, host: '127.0.0.1' })
