/** Generates the functions of three entries: `x-sdk` of an operation is its group and name in the main entry. */
import { groupBy } from '../group-by.ts'
import type { Document } from '../openapi/document.ts'
import { describeOperation, toComment } from './sdk-docs.ts'
import { capitalize, credentialHeader, functionsOf, type SdkFunction, withTypes } from './sdk-operations.ts'

const paginationImport = "import { type Paginated, paginate } from '../runtime/pagination.ts'"

/** `operations.gen.ts`: each operation as a function of its own. */
export function generateOperations(document: Document): string {
  const functions = functionsOf(document)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Options } from '../runtime/client.ts'",
    ...(functions.some(({ item }) => item) ? [paginationImport] : []),
    ...functions.flatMap((it) => [
      '',
      formatComment(document, it, '', [describeOptions(it)]),
      ownFunction(document, it),
    ]),
  ])
}

/** `calls.gen.ts`: the type `Monitoring` of the main entry, and its functions. */
export function generateCalls(document: Document): string {
  const functions = functionsOf(document)
  const groups = [...groupBy(functions, (it) => groupOf(it))]
  const eachGroup = (separator: string, toText: (it: SdkFunction) => string) =>
    groups.map(([group, members]) => `  ${group}: {\n${members.map(toText).join('\n')}\n  }${separator}`)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Client } from '../runtime/client.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    ...(functions.some(({ item }) => item) ? [paginationImport] : []),
    '',
    '/** One function for each operation of the contract. */',
    'export type Monitoring = {',
    '  /** The client that sends the calls. Functions of other entries that get it share its session and retries. */',
    '  readonly client: Client',
    ...eachGroup('', (it) => `${formatComment(document, it, '    ', describeInputs(it))}\n    ${methodSignature(it)}`),
    '}',
    '',
    'export const createCalls = (client: Client): Monitoring => ({',
    '  client,',
    ...eachGroup(',', (it) => method(document, it)),
    '})',
  ])
}

/** `by-path.gen.ts`: the type of the entry `/fetch`, with an overload for each operation. */
export function generateByPath(document: Document): string {
  const overloads = functionsOf(document).map((it) => {
    const inputs = it.inputs.map(({ part, description }) =>
      part === 'body' ? `\`body\`: ${description}` : `\`params.${part}\`: ${description}`,
    )
    const params = ['path The path template.', `options ${inputs.join(' ')}`]
    return `${toComment(describeOperation(document, it.operation, params, 'The error may be'), '  ')}\n  ${overload(it)}`
  })
  return withTypes(document, [
    "import type { FetchResult } from '../runtime/fetch-result.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    '',
    '/** One signature for each operation of the contract. */',
    'export interface FetchClient {',
    ...overloads,
    '}',
  ])
}

const iterates =
  'A `for await` over the call yields the records of this page and of all that follow; it may miss some if records are deleted meanwhile.'

function formatComment(document: Document, { operation, item }: SdkFunction, indent: string, params: string[]): string {
  const lines = describeOperation(document, operation, params)
  const end = lines.indexOf('')
  return toComment(item ? [...lines.slice(0, end), '', iterates, ...lines.slice(end)] : lines, indent)
}

/** Describes the one parameter of an operation's own function. */
export function describeOptions({ inputs }: SdkFunction): string {
  return `options \`client\`: The client. ${inputs.map(({ part, description }) => `\`${part}\`: ${description}`).join(' ')}`
}

/** Describes the parameters of a function of the main entry. */
function describeInputs({ pathParameters, inputs }: SdkFunction): string[] {
  const others = inputs.filter(({ part }) => part !== 'path').map(({ part, description }) => `${part} ${description}`)
  return [
    ...pathParameters.map(({ name, description }) => `${name} ${description}`),
    ...others,
    'options The signal, headers, timeout and number of retries of this call.',
  ]
}

function ownFunction(document: Document, it: SdkFunction): string {
  const id = it.operation.operationId
  const parts = it.inputs.map(({ part }) => `${part === 'path' ? 'params' : part}: options.${part}`)
  const send = sendExpression(document, it, 'options.client', parts)
  return `export const ${id} = (options: Options<${capitalize(id)}Data>): ${returnType(it)} =>\n  ${send}`
}

function method(document: Document, it: SdkFunction): string {
  const names = it.pathParameters.map(({ name }) => name)
  const parameters = it.inputs.flatMap(({ part }) => (part === 'path' ? names : part))
  const parts = it.inputs.map(({ part }) => (part === 'path' ? `params: { ${names.join(', ')} }` : part))
  const send = sendExpression(document, it, 'client', parts)
  return `    ${nameOf(it)}: (${[...parameters, 'options'].join(', ')}) =>\n      ${send},`
}

/** The expression that sends a request with the given parts, where there is a variable `options`. */
function sendExpression(document: Document, it: SdkFunction, client: string, parts: string[]): string {
  const { operation, path, item } = it
  const header = credentialHeader(document, operation)
  const fixed = [...(header ? [`security: '${header}'`] : []), ...(operation.responses[204] ? ['isEmpty: true'] : [])]
  const request = `{ ${[`method: '${it.method}'`, `path: '${path}'`, ...fixed, ...parts].join(', ')} }`
  return item ? `paginate(${client}, ${request}, options)` : `${client}.send(${request}, options)`
}

function methodSignature(it: SdkFunction): string {
  const parameters = it.inputs.flatMap(({ part, isOptional, type }) =>
    part === 'path'
      ? it.pathParameters.map((parameter) => `${parameter.name}: ${parameter.type}`)
      : `${part}${isOptional ? '?' : ''}: ${type}`,
  )
  return `${nameOf(it)}(${[...parameters, 'options?: CallOptions'].join(', ')}): ${returnType(it)}`
}

function overload({ method, path, inputs, bodies }: SdkFunction): string {
  const property = ({ part, isOptional, type }: SdkFunction['inputs'][number]) =>
    `${part}${isOptional ? '?' : ''}: ${type}`
  const params = inputs.filter(({ part }) => part !== 'body')
  const fields = inputs.filter(({ part }) => part === 'body').map(property)
  if (params.length > 0) {
    const mark = params.every(({ isOptional }) => isOptional) ? '?' : ''
    fields.unshift(`params${mark}: { ${params.map(property).join('; ')} }`)
  }
  const mark = inputs.every(({ isOptional }) => isOptional) ? '?' : ''
  const options = `options${mark}: CallOptions & { ${fields.join('; ')} }`
  return `${method}(path: '${path}', ${options}): Promise<FetchResult<${bodies}>>`
}

function returnType({ bodies, item }: SdkFunction): string {
  return `Call<${bodies}>${item ? ` & Paginated<${item}>` : ''}`
}

function groupOf({ operation }: SdkFunction): string {
  return operation['x-sdk'].split('.')[0] ?? ''
}

function nameOf({ operation }: SdkFunction): string {
  return operation['x-sdk'].split('.')[1] ?? ''
}
