/** The operations of the contract, as the generators of the SDK's functions see them. */
import {
  type Document,
  dereference,
  type LocatedOperation,
  listOperations,
  type Operation,
  type Reference,
  type Schema,
} from '../openapi/document.ts'
import { describeParameters, parametersOf, type SdkOperation } from './sdk-docs.ts'

/** A part of a function's input. */
export interface SdkInput {
  part: 'path' | 'body' | 'query'
  /** A schema's name, or `LoginData['body']`. */
  type: string
  /** Whether no value of it is required. */
  isOptional: boolean
  description: string
}

/** An operation with what its functions need. */
export interface SdkFunction {
  method: string
  /** The path template. */
  path: string
  operation: SdkOperation
  inputs: SdkInput[]
  pathParameters: { name: string; type: string; description: string }[]
  /** The type arguments of a call: the bodies of successes and of errors by their statuses. */
  bodies: string
  /** Of a paginated list: the type of its records. */
  item?: string | undefined
}

export function functionsOf(document: Document): SdkFunction[] {
  return listOperations(document).map((located) => toFunction(document, located))
}

function toFunction(document: Document, { method, path, operation }: LocatedOperation): SdkFunction {
  const name = capitalize(operation.operationId)
  const pathParameters = parametersOf(document, operation, 'path')
  const query = parametersOf(document, operation, 'query')
  const body = operation.requestBody
  for (const { name, schema } of method === 'GET' ? [] : query) {
    if (dereference<Schema>(document, schema).type === 'string') continue
    // So options in the place of a query never reach the service.
    throw new Error(`${method} ${path}: the SDK sends only texts in the query of a write, and ${name} is none`)
  }
  const inputs: SdkInput[] = []
  if (pathParameters.length > 0) {
    const description = describeParameters(document, pathParameters)
    inputs.push({ part: 'path', type: `${name}Data['path']`, isOptional: false, description })
  }
  if (body) {
    const type = schemaName(body.content['application/json']?.schema) ?? `${name}Data['body']`
    inputs.push({ part: 'body', type, isOptional: !body.required, description: body.description ?? 'The body.' })
  }
  if (query.length > 0) {
    const isOptional = !query.some(({ required }) => required)
    const description = describeParameters(document, query)
    inputs.push({ part: 'query', type: `${name}Data['query']`, isOptional, description })
  }
  return {
    method,
    path,
    operation: operation as SdkOperation,
    inputs,
    pathParameters: pathParameters.map((parameter) => ({
      name: parameter.name,
      type: schemaName(parameter.schema) ?? `${name}Data['path']['${parameter.name}']`,
      description: parameter.description ?? '',
    })),
    bodies: `${name}Responses, ${name}Errors`,
    item: itemOf(document, operation),
  }
}

/** The name of a schema that is a component. */
function schemaName(schema: Schema | Reference | undefined): string | undefined {
  return schema && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
}

/** The schema name of the records of a paginated list; undefined for other operations. */
function itemOf(document: Document, { responses }: Operation): string | undefined {
  const [success] = Object.entries(responses).flatMap(([status, reference]) =>
    status.startsWith('2') ? dereference(document, reference) : [],
  )
  const schema = success?.content?.['application/json']?.schema
  const { data, pagination } = (schema && dereference<Schema>(document, schema).properties) ?? {}
  return data && pagination && schemaName(dereference<Schema>(document, data).items as Schema | Reference)
}

/** The header of the credential that an operation requires, if it requires one, in lower case. */
export function credentialHeader(document: Document, operation: Operation): string | undefined {
  const [name] = Object.keys(operation.security?.[0] ?? {})
  const scheme = document.components.securitySchemes?.[name ?? '']
  return scheme && (scheme.name ?? 'Authorization').toLowerCase()
}

/** Adds an import of the contract's types that the lines name. */
export function withTypes(document: Document, lines: string[]): string {
  const text = lines.join('\n')
  const words = new Set(text.match(/\w+/g))
  const names = listOperations(document).flatMap(({ operation: { operationId } }) =>
    ['Data', 'Errors', 'Responses'].map((ending) => capitalize(operationId) + ending),
  )
  const used = [...names, ...Object.keys(document.components.schemas)].filter((name) => words.has(name)).sort()
  return `import type { ${used.join(', ')} } from './types.gen.ts'\n${text}\n`
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
