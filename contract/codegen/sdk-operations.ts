/** The operations of the contract, as the generators of the SDK's functions see them. */
import {
  type Document,
  dereference,
  type LocatedOperation,
  listOperations,
  type Operation,
  type Schema,
} from '../openapi/document.ts'
import { describeParameters, parametersOf, type SdkOperation } from './sdk-docs.ts'

/** An operation with what its functions need. */
export interface SdkFunction {
  method: string
  url: string
  operation: SdkOperation
  /** The type of a part of its input, or of a path parameter: a schema's name, or `LoginData['body']`. */
  typeOf(part: string, name?: string): string
  /** The inputs that it has, in their order; `optional` means that no value is required. */
  inputs: { part: 'path' | 'body' | 'query'; optional: boolean; description: string }[]
  pathNames: string[]
  returned: string
  isList: boolean
}

export function functionsOf(document: Document): SdkFunction[] {
  return listOperations(document).map((located) => functionOf(document, located))
}

function functionOf(document: Document, { method, path: url, operation }: LocatedOperation): SdkFunction {
  const name = capitalize(operation.operationId)
  const body = operation.requestBody as (Operation['requestBody'] & { description?: string }) | undefined
  const query = parametersOf(document, operation, 'query')
  const path = parametersOf(document, operation, 'path')
  const item = itemOf(document, operation)
  for (const { name, schema } of method === 'GET' ? [] : query) {
    if (schema && dereference<Schema>(document, schema).type === 'string') continue
    // So options in the place of a query never reach the service.
    throw new Error(`${method} ${url}: the SDK sends only texts in the query of a write, and ${name} is none`)
  }
  return {
    method,
    url,
    operation: operation as SdkOperation,
    typeOf(part, parameter) {
      const schema = parameter
        ? path.find((it) => it.name === parameter)?.schema
        : part === 'body' && body?.content['application/json']?.schema
      const named = schema && '$ref' in schema && `${schema.$ref}`.split('/').at(-1)
      return named || `${name}Data['${part}']${parameter ? `['${parameter}']` : ''}`
    },
    inputs: [
      ...(path.length > 0
        ? [{ part: 'path' as const, optional: false, description: describeParameters(document, path) }]
        : []),
      ...(body
        ? [{ part: 'body' as const, optional: !body.required, description: body.description ?? 'The body.' }]
        : []),
      ...(query.length > 0
        ? [
            {
              part: 'query' as const,
              optional: !query.some(({ required }) => required),
              description: describeParameters(document, query),
            },
          ]
        : []),
    ],
    pathNames: path.map((parameter) => parameter.name),
    returned: `Call<${name}Responses, ${name}Errors>${item ? ` & Paginated<${item}>` : ''}`,
    isList: item !== undefined,
  }
}

/** The schema name of the records of a paginated list; undefined for other operations. */
function itemOf(document: Document, { responses }: LocatedOperation['operation']): string | undefined {
  const schema = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, reference]) => dereference(document, reference).content?.['application/json']?.schema)[0]
  const { data, pagination } = (schema && dereference<Schema>(document, schema).properties) ?? {}
  const items = data && (dereference<Schema>(document, data).items as { $ref?: string })
  return pagination && items?.$ref?.split('/').at(-1)
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
  const names = listOperations(document).flatMap((located) => {
    const name = capitalize(located.operation.operationId)
    return [`${name}Data`, `${name}Errors`, `${name}Responses`]
  })
  const used = [...new Set([...names, ...Object.keys(document.components.schemas)])].filter(
    (name) => name && new RegExp(`[ <]${name}\\b`).test(text),
  )
  return `import type { ${used.sort().join(', ')} } from './types.gen.ts'\n${text}\n`
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
