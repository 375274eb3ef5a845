/** A Fastify app with the records, the common headers, the error responses and compiled validation. */
import { contract, type OperationId } from '@monitoring-service/contract'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { commonHeaders, invalid, openOperations, port, toErrorResponse } from './operations.ts'

type Identified = FastifyRequest & { caller?: unknown }
const { identify, operate } = await openOperations()

/** An Ajv with our server's strictness about formats. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, validateSchema: false, ...options })
  formats.default(ajv, { mode: 'full' })
  return ajv
}

export function createApp() {
  const app = fastify()
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
  return app
}

export const start = (app: ReturnType<typeof createApp>) => app.listen({ port, host: '127.0.0.1' })

export const checkCredential = (operationId: OperationId) => async (request: Identified) => {
  request.caller = await identify(operationId, request.headers)
}

export const handlerOf = (operationId: OperationId) => async (request: Identified, reply: FastifyReply) => {
  const { params, query, body, caller } = request
  const result = await operate(operationId, { path: params as object, query: query as object, body, caller })
  reply.status(result.status)
  return result.body
}

const { schemas } = contract

/** A schema with its references replaced by their targets. None of the contract's schemas is recursive. */
function inline(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(inline)
  const { $ref, ...own } = node as { $ref?: string }
  if ($ref !== undefined) return inline(schemas.components.schemas[$ref.split('/').at(-1) ?? ''])
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inline(value)]))
}

export function schemasOf(operationId: OperationId) {
  const { parameters, body, responses } = inline(schemas.operations[operationId]) as {
    parameters: { properties: { path: object; query: object } }
    body: { properties: { body?: object } }
    responses: Record<string, object>
  }
  const { path, query } = parameters.properties
  return { path, query: { ...query, additionalProperties: false }, body: body.properties.body, responses }
}
