/** Generates the functions of three entries: `x-sdk` of an operation is its group and name in the main entry. */
import { type Document, dereference, type LocatedOperation, listOperations, type Schema } from '../openapi/document.ts'
import { describeOperation, describeParameters, parametersOf, type SdkOperation, toComment } from './sdk-docs.ts'

/** An operation with what its functions need. */
interface Function {
  method: string
  path: string
  operation: SdkOperation
  /** The type of a part of its input, such as `LoginData['body']`. */
  typeOf(part: string): string
  /** The inputs that it has, in their order; `optional` means that no value is required. */
  inputs: { part: 'path' | 'body' | 'query'; optional: boolean; description: string }[]
  pathNames: string[]
  returned: string
  isList: boolean
}

const iterates = 'A `for await` over the call yields the records of this page and of all that follow.'

const optionsParam = 'options The signal, headers, timeout and number of retries of this call.'

/** `operations.gen.ts`: each operation as a function of its own. */
export function generateOperations(document: Document): string {
  const functions = functionsOf(document)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Options } from '../runtime/client.ts'",
    ...(functions.some(({ isList }) => isList) ? ["import { paginate } from '../runtime/pagination.ts'"] : []),
    ...functions.flatMap((it) => ['', comment(document, it, '', [operationParam(it)]), operationOf(document, it)]),
  ])
}

/** `calls.gen.ts`: the type `Monitoring` of the main entry, and its functions. */
export function generateCalls(document: Document): string {
  const groups = [...Map.groupBy(functionsOf(document), ({ operation }) => operation['x-sdk'].split('.', 1)[0])]
  const eachGroup = (separator: string, toText: (it: Function) => string) =>
    groups.map(([group, members]) => `  ${group}: {\n${members.map(toText).join('\n')}\n  }${separator}`)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Client } from '../runtime/client.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    "import * as operations from './operations.gen.ts'",
    '',
    '/** One function for each operation of the contract. */',
    'export type Monitoring = {',
    ...eachGroup('', (it) => `${comment(document, it, '    ', callParams(document, it))}\n    ${callSignature(it)}`),
    '}',
    '',
    'export const createCalls = (client: Client): Monitoring => ({',
    ...eachGroup(',', callOf),
    '})',
  ])
}

/** `by-path.gen.ts`: the type of the entry `/fetch`, with an overload for each operation. */
export function generateByPath(document: Document): string {
  return withTypes(document, [
    "import type { FetchResult } from '../runtime/fetch-result.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    '',
    '/** One signature for each operation of the contract. */',
    'export interface FetchClient {',
    ...functionsOf(document).map((it) => `${pathComment(document, it)}\n  ${pathSignature(it)}`),
    '}',
  ])
}

function functionsOf(document: Document): Function[] {
  return listOperations(document).map((located) => functionOf(document, located))
}

function functionOf(document: Document, { method, path, operation }: LocatedOperation): Function {
  const name = capitalize(operation.operationId)
  const body = operation.requestBody as { required?: boolean; description?: string } | undefined
  const query = parametersOf(document, operation, 'query')
  const item = itemOf(document, operation)
  return {
    method,
    path,
    operation: operation as SdkOperation,
    typeOf: (part) => `${name}Data['${part}']`,
    inputs: [
      { part: 'path' as const, optional: false, description: describeParameters(document, operation, 'path') },
      { part: 'body' as const, optional: !body?.required, description: body?.description },
      {
        part: 'query' as const,
        optional: !query.some(({ required }) => required),
        description: describeParameters(document, operation, 'query'),
      },
    ].filter((input) => input.description !== undefined) as Function['inputs'],
    pathNames: parametersOf(document, operation, 'path').map((parameter) => parameter.name),
    returned: `Call<${name}Responses, ${name}Errors>${item ? ` & AsyncIterable<${item}>` : ''}`,
    isList: item !== undefined,
  }
}

function comment(document: Document, { operation, isList }: Function, indent: string, params: string[]): string {
  const lines = describeOperation(document, operation, params)
  const end = lines.indexOf('')
  return toComment(isList ? [...lines.slice(0, end), '', iterates, ...lines.slice(end)] : lines, indent)
}

function pathComment(document: Document, it: Function): string {
  return toComment(describeOperation(document, it.operation, [pathParam(it)], 'The error may be'), '  ')
}

const operationParam = ({ inputs }: Function) =>
  `options \`client\`: The client. ${inputs.map(({ part, description }) => `\`${part}\`: ${description}`).join(' ')}`

function operationOf(document: Document, { operation, method, path, inputs, returned, isList }: Function): string {
  const id = operation.operationId
  const [name] = Object.keys(operation.security?.[0] ?? {})
  const { type, name: header } = document.components.securitySchemes?.[name ?? ''] ?? {}
  const security = type && `security: { type: '${type}'${header ? `, name: '${header}'` : ''} }`
  const send = (query: string) => {
    const parts = inputs.map(({ part }) => (part === 'query' ? query : `${part}: options.${part}`))
    const request = [`method: '${method}'`, `url: '${path}'`, ...(security ? [security] : []), ...parts]
    return `options.client.send({ ${request.join(', ')} }, options)`
  }
  const sent = isList
    ? `paginate((page) => ${send('query: page ? { ...options.query, page } : options.query')})`
    : send('query: options.query')
  return `export const ${id} = (options: Options<${capitalize(id)}Data>): ${returned} =>\n  ${sent}`
}

function callParams(document: Document, { operation, inputs }: Function): string[] {
  const path = parametersOf(document, operation, 'path').map(({ name, description }) => `${name} ${description}`)
  const others = inputs.filter(({ part }) => part !== 'path').map(({ part, description }) => `${part} ${description}`)
  return [...path, ...others, optionsParam]
}

function callSignature({ operation, inputs, pathNames, typeOf, returned }: Function): string {
  const parameters = inputs.flatMap(({ part, optional }) =>
    part === 'path'
      ? pathNames.map((name) => `${name}: ${typeOf('path')}['${name}']`)
      : `${part}${optional ? '?' : ''}: ${typeOf(part)}`,
  )
  return `${functionName(operation)}(${[...parameters, 'options?: CallOptions'].join(', ')}): ${returned}`
}

function callOf({ operation, inputs, pathNames }: Function): string {
  const path = `path: { ${pathNames.join(', ')} }`
  const parameters = inputs.flatMap(({ part }) => (part === 'path' ? pathNames : part))
  const parts = inputs.map(({ part }) => (part === 'path' ? path : part))
  const call = `operations.${operation.operationId}({ ${['...options', 'client', ...parts].join(', ')} })`
  return `    ${functionName(operation)}: (${[...parameters, 'options'].join(', ')}) =>\n      ${call},`
}

const pathParam = ({ inputs }: Function) =>
  [
    'options',
    ...inputs.map(({ part, description }) => `\`${part === 'body' ? part : `params.${part}`}\`: ${description}`),
  ].join(' ')

function pathSignature({ method, path, inputs, typeOf, returned }: Function): string {
  const mark = (optional: boolean) => (optional ? '?' : '')
  const [params, others] = [inputs.filter(({ part }) => part !== 'body'), inputs.filter(({ part }) => part === 'body')]
  const fields = params.map(({ part, optional }) => `${part}${mark(optional)}: ${typeOf(part)}`)
  const all = [
    ...(params.length > 0 ? [`params${mark(params.every((it) => it.optional))}: { ${fields.join('; ')} }`] : []),
    ...others.map(({ part, optional }) => `${part}${mark(optional)}: ${typeOf(part)}`),
  ]
  const options = `options${mark(inputs.every((it) => it.optional))}: CallOptions & { ${all.join('; ')} }`
  const [, types] = /Call<(.*?)>/.exec(returned) ?? []
  return `${method}(path: '${path}', ${options}): Promise<FetchResult<${types}>>`
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

/** Adds an import of the contract's types that the lines name. */
function withTypes(document: Document, lines: string[]): string {
  const text = lines.join('\n')
  const names = listOperations(document).flatMap((located) => {
    const name = capitalize(located.operation.operationId)
    return [`${name}Data`, `${name}Errors`, `${name}Responses`, itemOf(document, located.operation)]
  })
  const used = [...new Set(names)].filter((name) => name && new RegExp(`\\b${name}\\b`).test(text))
  return `import type { ${used.sort().join(', ')} } from './types.gen.ts'\n${text}\n`
}

function functionName(operation: SdkOperation): string {
  return operation['x-sdk'].split('.')[1] ?? ''
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
