/** Generates the functions of three entries: `x-sdk` of an operation is its group and name in the main entry. */
import type { Document } from '../openapi/document.ts'
import { describeOperation, parametersOf, type SdkOperation, toComment } from './sdk-docs.ts'
import { capitalize, credentialHeader, functionsOf, type SdkFunction, withTypes } from './sdk-operations.ts'

const iterates =
  'A `for await` over the call yields the records of this page and of all that follow; it may miss some if records are deleted meanwhile.'

const paginationImport = "import { type Paginated, paginate } from '../runtime/pagination.ts'"

const optionsParam = 'options The signal, headers, timeout and number of retries of this call.'

/** `operations.gen.ts`: each operation as a function of its own. */
export function generateOperations(document: Document): string {
  const functions = functionsOf(document)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Options } from '../runtime/client.ts'",
    ...(functions.some(({ isList }) => isList) ? [paginationImport] : []),
    ...functions.flatMap((it) => ['', comment(document, it, '', [operationParam(it)]), operationOf(document, it)]),
  ])
}

/** `calls.gen.ts`: the type `Monitoring` of the main entry, and its functions. */
export function generateCalls(document: Document): string {
  const functions = functionsOf(document)
  const groups = [...Map.groupBy(functions, ({ operation }) => operation['x-sdk'].split('.', 1)[0])]
  const eachGroup = (separator: string, toText: (it: SdkFunction) => string) =>
    groups.map(([group, members]) => `  ${group}: {\n${members.map(toText).join('\n')}\n  }${separator}`)
  return withTypes(document, [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Client } from '../runtime/client.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    ...(functions.some(({ isList }) => isList) ? [paginationImport] : []),
    '',
    '/** One function for each operation of the contract. */',
    'export type Monitoring = {',
    '  /** The client that sends the calls. Functions of other entries that get it share its session and retries. */',
    '  readonly client: Client',
    ...eachGroup('', (it) => `${comment(document, it, '    ', callParams(document, it))}\n    ${callSignature(it)}`),
    '}',
    '',
    'export const createCalls = (client: Client): Monitoring => ({',
    '  client,',
    ...eachGroup(',', (it) => callOf(document, it)),
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

function comment(document: Document, { operation, isList }: SdkFunction, indent: string, params: string[]): string {
  const lines = describeOperation(document, operation, params)
  const end = lines.indexOf('')
  return toComment(isList ? [...lines.slice(0, end), '', iterates, ...lines.slice(end)] : lines, indent)
}

function pathComment(document: Document, it: SdkFunction): string {
  return toComment(
    describeOperation(document, it.operation, ['path The path template.', pathParam(it)], 'The error may be'),
    '  ',
  )
}

/** Describes the one parameter of an operation's own function. */
export const operationParam = ({ inputs }: SdkFunction) =>
  `options \`client\`: The client. ${inputs.map(({ part, description }) => `\`${part}\`: ${description}`).join(' ')}`

function operationOf(document: Document, it: SdkFunction): string {
  const id = it.operation.operationId
  const parts = it.inputs.map(({ part }) => `${part === 'path' ? 'params' : part}: options.${part}`)
  return `export const ${id} = (options: Options<${capitalize(id)}Data>): ${it.returned} =>\n  ${sendOf(document, it, 'options.client', parts)}`
}

/** The expression that sends a request with the given parts, which has an `options`. */
function sendOf(document: Document, { operation, method, url, isList }: SdkFunction, client: string, parts: string[]) {
  const header = credentialHeader(document, operation)
  const fixed = [...(header ? [`security: '${header}'`] : []), ...(operation.responses[204] ? ['isEmpty: true'] : [])]
  const request = `{ ${[`method: '${method}'`, `path: '${url}'`, ...fixed, ...parts].join(', ')} }`
  return isList ? `paginate(${client}, ${request}, options)` : `${client}.send(${request}, options)`
}

function callParams(document: Document, { operation, inputs }: SdkFunction): string[] {
  const path = parametersOf(document, operation, 'path').map(({ name, description }) => `${name} ${description}`)
  const others = inputs.filter(({ part }) => part !== 'path').map(({ part, description }) => `${part} ${description}`)
  return [...path, ...others, optionsParam]
}

function callSignature({ operation, inputs, pathNames, typeOf, returned }: SdkFunction): string {
  const parameters = inputs.flatMap(({ part, optional }) =>
    part === 'path'
      ? pathNames.map((name) => `${name}: ${typeOf('path', name)}`)
      : `${part}${optional ? '?' : ''}: ${typeOf(part)}`,
  )
  return `${functionName(operation)}(${[...parameters, 'options?: CallOptions'].join(', ')}): ${returned}`
}

function callOf(document: Document, it: SdkFunction): string {
  const parameters = it.inputs.flatMap(({ part }) => (part === 'path' ? it.pathNames : part))
  const parts = it.inputs.map(({ part }) => (part === 'path' ? `params: { ${it.pathNames.join(', ')} }` : part))
  const call = sendOf(document, it, 'client', parts)
  return `    ${functionName(it.operation)}: (${[...parameters, 'options'].join(', ')}) =>\n      ${call},`
}

const pathParam = ({ inputs }: SdkFunction) =>
  [
    'options',
    ...inputs.map(({ part, description }) => `\`${part === 'body' ? part : `params.${part}`}\`: ${description}`),
  ].join(' ')

function pathSignature({ method, url, inputs, typeOf, returned }: SdkFunction): string {
  const mark = (optional: boolean) => (optional ? '?' : '')
  const [params, others] = [inputs.filter(({ part }) => part !== 'body'), inputs.filter(({ part }) => part === 'body')]
  const fields = params.map(({ part, optional }) => `${part}${mark(optional)}: ${typeOf(part)}`)
  const all = [
    ...(params.length > 0 ? [`params${mark(params.every((it) => it.optional))}: { ${fields.join('; ')} }`] : []),
    ...others.map(({ part, optional }) => `${part}${mark(optional)}: ${typeOf(part)}`),
  ]
  const options = `options${mark(inputs.every((it) => it.optional))}: CallOptions & { ${all.join('; ')} }`
  const [, types] = /Call<(.*?)>/.exec(returned) ?? []
  return `${method}(path: '${url}', ${options}): Promise<FetchResult<${types}>>`
}

function functionName(operation: SdkOperation): string {
  return operation['x-sdk'].split('.')[1] ?? ''
}
