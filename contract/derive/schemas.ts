/** Reads from the contract what a request must fit and what an answer promises, as JSON Schemas without prose. */
import type { Document, Operation, Parameter, Schema } from '../openapi/document.ts'
import { dereference, listOperations } from '../openapi/document.ts'

/** One schema document, so that references within it hold. */
export interface ContractSchemas {
  components: { schemas: Record<string, Schema> }
  operations: Record<string, OperationSchemas>
}

export interface OperationSchemas {
  /** Of an object with `path` and `query`. */
  parameters: Schema
  /** Of an object with `body`. */
  body: Schema
  /** Of the bodies, by status. Absent where an answer has none. */
  responses: Record<string, Schema>
}

export function deriveSchemas(document: Document): ContractSchemas {
  const operations = listOperations(document).map(({ operation }) => [
    operation.operationId,
    ofOperation(document, operation),
  ])
  return strip({
    components: { schemas: document.components.schemas },
    operations: Object.fromEntries(operations),
  }) as ContractSchemas
}

function ofOperation(document: Document, operation: Operation): OperationSchemas {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference<Parameter>(document, parameter))
  const group = (place: string) => {
    const listed = parameters.filter((parameter) => parameter.in === place)
    const required = listed.filter((parameter) => parameter.required).map(({ name }) => name)
    return object(Object.fromEntries(listed.map(({ name, schema }) => [name, schema])), required)
  }
  const { content, required = false } = operation.requestBody ?? {}
  const taken = content?.['application/json']?.schema
  const answers = Object.entries(operation.responses).flatMap(([status, reference]) => {
    const schema = dereference(document, reference).content?.['application/json']?.schema
    return schema ? [[status, schema]] : []
  })
  return {
    parameters: object({ path: group('path'), query: group('query') }, ['path', 'query']),
    body: object(taken ? { body: taken } : {}, required ? ['body'] : []),
    responses: Object.fromEntries(answers),
  }
}

function object(properties: NonNullable<Schema['properties']>, required: string[]): Schema {
  return { type: 'object', properties, required }
}

const prose = new Set(['description', 'title', 'example', 'examples'])

/** Keywords whose keys are names, and those whose values are data. */
const named = new Set([
  'operations',
  'properties',
  'schemas',
  '$defs',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
])
const literal = new Set(['const', 'enum', 'default'])

/** Leaves out what no validator needs. */
function strip(value: unknown, areNames = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => strip(item))
  const kept = Object.entries(value).filter(([key]) => areNames || !(prose.has(key) || key.startsWith('x-')))
  return Object.fromEntries(
    kept.map(([key, child]) => [
      key,
      !areNames && literal.has(key) ? child : strip(child, !areNames && named.has(key)),
    ]),
  )
}
