/** The facts that the contract leaves to its readers, spelled out for tools: generators, gateways and agents. */
import { errorCodesOf } from '../derive/operations.ts'
import { type Document, dereference, listOperations, type Schema } from '../openapi/document.ts'
import { listResponses } from '../openapi/locate.ts'

/** The contract with a literal address, without extensions, and without a union as the body of a request. */
export function forTools(document: Document): Document {
  const withoutExtensions = (key: string, value: unknown) => (key.startsWith('x-') ? undefined : value)
  const copy: Document = JSON.parse(JSON.stringify(document, withoutExtensions))
  mergeUnions(copy)
  const [server] = document.servers as { description: string; variables: { base_url: { default: string } } }[]
  copy.servers = [{ url: server?.variables.base_url.default, description: server?.description }]
  return copy
}

/**
 * Changes bodies that are one of several objects with a property each: they become one object of which one property is given.
 * An agent's tool takes objects only.
 */
function mergeUnions(document: Document): void {
  const bodies = listOperations(document).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => dereference<Schema>(document, schema)),
  )
  for (const schema of bodies) {
    const alternatives = (schema.oneOf ?? []) as { $ref: string }[]
    if (alternatives.length === 0) continue
    const properties = Object.assign({}, ...alternatives.map((one) => dereference<Schema>(document, one).properties))
    const merged = { type: 'object', additionalProperties: false, minProperties: 1, maxProperties: 1, properties }
    delete schema.oneOf
    Object.assign(schema, merged)
    for (const { $ref } of alternatives) delete document.components.schemas[nameOf($ref)]
  }
}

/**
 * One named type for all errors: strict generators take one for an operation, and a program has one name for any error. Their
 * headers of one name have one type, too, because ogen makes one type of responses with the same body and the same headers.
 */
export function withOneError(document: Document): Document {
  const copy = structuredClone(document)
  const errors = listResponses(copy).filter(({ status }) => status >= '4')
  const codes = [...new Set(errors.flatMap(({ node }) => errorCodesOf(copy, node)))]
  const media = errors.flatMap(({ node }) => Object.values(node.content ?? {}))
  const replaced = new Set(media.map(({ schema }) => (schema as { $ref: string }).$ref))
  for (const one of media) one.schema = { $ref: '#/components/schemas/ApiError' }
  for (const $ref of replaced) delete copy.components.schemas[nameOf($ref)]
  const common = { 'WWW-Authenticate': 'Challenge', 'Retry-After': 'Retry-After' }
  for (const { node } of errors)
    for (const [name, type] of Object.entries(common)) {
      const own = node.headers?.[name] as { $ref: string } | undefined
      if (!node.headers || !own || nameOf(own.$ref) === type) continue
      delete copy.components.headers[nameOf(own.$ref)]
      node.headers[name] = { $ref: `#/components/headers/${type}` }
    }
  const described = { description: 'How to authenticate, or which scope is missing.', required: true }
  copy.components.headers.Challenge = { ...described, schema: { type: 'string' } }
  copy.components.schemas.ApiError = {
    type: 'object',
    description: 'Any error.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        title: 'ApiErrorDetail',
        description: 'What went wrong.',
        required: ['code', 'message', 'status'],
        properties: {
          code: {
            type: 'string',
            description: `Names the condition, for programs: ${codes.join(', ')}. More may be added.`,
          },
          message: { $ref: '#/components/schemas/ErrorMessage' },
          status: { type: 'integer', description: 'The HTTP status of the response.' },
          upgradeUrl: {
            type: 'string',
            format: 'uri',
            description: 'Where to upgrade the plan. Only with PLAN_UPGRADE_REQUIRED.',
          },
        },
      },
    },
  }
  return copy
}

const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? ''
