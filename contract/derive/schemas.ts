/** Derives the JSON Schemas of each operation's request and responses, without descriptions. */
import { createHash } from 'node:crypto'
import type { Document, Operation, Parameter, Schema } from '../openapi/document.ts'
import { dereference, listOperations } from '../openapi/document.ts'
import { schemaKeywords } from '../openapi/schema-keywords.ts'

/** One schema document, so that its references can be resolved. */
export interface ContractSchemas {
  components: { schemas: Record<string, Schema> }
  operations: Record<string, OperationSchemas>
}

export interface OperationSchemas {
  /** Of an object with `path` and `query`. */
  parameters: Schema
  /** Of an object with `body`. */
  body: Schema
  /** The schemas of response bodies by status; absent for responses without a body. */
  responses: Record<string, Schema>
}

export function deriveSchemas(document: Document): ContractSchemas {
  const operations = listOperations(document).map(({ operation }) => [
    operation.operationId,
    schemasOf(document, operation),
  ])
  return strip({
    components: { schemas: document.components.schemas },
    operations: Object.fromEntries(operations),
  }) as ContractSchemas
}

export function hashSchemas(document: Document): string {
  return createHash('sha256')
    .update(JSON.stringify(deriveSchemas(document)))
    .digest('base64url')
}

function schemasOf(document: Document, operation: Operation): OperationSchemas {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference<Parameter>(document, parameter))
  const group = (location: string) => {
    const listed = parameters.filter((parameter) => parameter.in === location)
    const required = listed.filter((parameter) => parameter.required).map(({ name }) => name)
    return object(Object.fromEntries(listed.map(({ name, schema }) => [name, schema])), required)
  }
  const { content, required = false } = operation.requestBody ?? {}
  const bodySchema = content?.['application/json']?.schema
  const responses = Object.entries(operation.responses).flatMap(([status, reference]) => {
    const schema = dereference(document, reference).content?.['application/json']?.schema
    return schema ? [[status, schema]] : []
  })
  return {
    parameters: object({ path: group('path'), query: group('query') }, ['path', 'query']),
    body: object(bodySchema ? { body: bodySchema } : {}, required ? ['body'] : []),
    responses: Object.fromEntries(responses),
  }
}

function object(properties: NonNullable<Schema['properties']>, required: string[]): Schema {
  const isEmpty = Object.keys(properties).length === 0
  return { type: 'object', ...(!isEmpty && { properties }), ...(required.length > 0 && { required }) }
}

const annotations = new Set(['description', 'title', 'example', 'examples'])

// Keywords whose values are maps from names, and keywords whose values are data.
const named = new Set([...schemaKeywords.map, 'operations', 'schemas', 'dependentRequired'])
const literal = new Set(['const', 'enum', 'default'])

/** Removes everything that does not affect validation. */
function strip(value: unknown, areNames = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => strip(item))
  const kept = Object.entries(value).filter(([key]) => areNames || !(annotations.has(key) || key.startsWith('x-')))
  return Object.fromEntries(
    kept.map(([key, child]) => [
      key,
      !areNames && literal.has(key) ? child : strip(child, !areNames && named.has(key)),
    ]),
  )
}
