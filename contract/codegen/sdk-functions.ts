/** Generates the type `Monitoring` and its functions: `x-sdk` of an operation is its group and name. */
import { errorCodesOf } from '../derive/operations.ts'
import {
  type Document,
  dereference,
  listOperations,
  type Operation,
  type Parameter,
  type Schema,
} from '../openapi/document.ts'

type SdkOperation = Operation & { 'x-sdk': string }

export function generateFunctions(document: Document): string {
  const operations = listOperations(document).map(({ operation }) => operation as SdkOperation)
  const groups = [...Map.groupBy(operations, (operation) => operation['x-sdk'].split('.', 1)[0])]
  const eachGroup = (separator: string, toText: (operation: SdkOperation) => string) =>
    groups.map(([group, members]) => `  ${group}: {\n${members.map(toText).join('\n')}\n  }${separator}`)
  return [
    "import type { Call } from '../runtime/call.ts'",
    "import type { Client } from '../runtime/client.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    "import { paginate } from '../runtime/pagination.ts'",
    "import * as operations from './sdk.gen.ts'",
    "import type * as types from './types.gen.ts'",
    '',
    '/** One function for each operation of the contract. */',
    'export type Monitoring = {',
    ...eachGroup('', (operation) => `${docComment(document, operation)}\n${declaration(document, operation)}`),
    '}',
    '',
    '/** @param on adds the client to the options of a call */',
    'export const createCalls = (on: (options?: CallOptions) => CallOptions & { client: Client }): Monitoring => ({',
    ...eachGroup(',', (operation) => implementation(document, operation)),
    '})',
    '',
  ].join('\n')
}

/** The inputs of a function in their order: path parameters, body, query. */
function inputsOf(document: Document, { requestBody, ...operation }: SdkOperation) {
  const query = parametersOf(document, operation as SdkOperation, 'query')
  return {
    path: parametersOf(document, operation as SdkOperation, 'path').map(({ name }) => name),
    body: requestBody && `body${requestBody.required ? '' : '?'}`,
    query: query.length > 0 && `query${query.some(({ required }) => required) ? '' : '?'}`,
  }
}

function declaration(document: Document, operation: SdkOperation): string {
  const type = `types.${capitalize(operation.operationId)}`
  const { path, body, query } = inputsOf(document, operation)
  const parameters = [
    ...path.map((name) => `${name}: ${type}Data['path']['${name}']`),
    ...(body ? [`${body}: ${type}Data['body']`] : []),
    ...(query ? [`${query}: ${type}Data['query']`] : []),
    'options?: CallOptions',
  ]
  const item = itemOf(document, operation)
  const returned = `Call<${type}Responses, ${type}Errors>${item ? ` & AsyncIterable<types.${item}>` : ''}`
  return `    ${functionName(operation)}(${parameters.join(', ')}): ${returned}`
}

function implementation(document: Document, operation: SdkOperation): string {
  const { path, body, query } = inputsOf(document, operation)
  const parameters = [...path, body && 'body', query && 'query', 'options'].filter(Boolean)
  const parts = ['...on(options)', path.length > 0 && `path: { ${path.join(', ')} }`, body && 'body']
  const send = (query: string | false) =>
    `operations.${operation.operationId}({ ${[...parts, query].filter(Boolean).join(', ')} })`
  const sent = itemOf(document, operation)
    ? `paginate((page) => ${send('query: page ? { ...query, page } : query')})`
    : send(query && 'query')
  return `    ${functionName(operation)}: (${parameters.join(', ')}) =>\n      ${sent},`
}

/** What editors show: the contract's description, the required credential, inputs, and error codes. */
function docComment(document: Document, operation: SdkOperation): string {
  const { description, requestBody, 'x-source': source } = operation
  const [security = {}] = operation.security ?? []
  const needs = Object.entries(security).map(([scheme, scopes]) =>
    document.components.securitySchemes?.[scheme]?.type === 'apiKey'
      ? 'Needs the admin API key.'
      : `Needs ${scopes.length > 0 ? `${scopes.join(' and ')} scope` : 'an access token'}.`,
  )
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const query = parametersOf(document, operation, 'query') as (Parameter & { description: string })[]
  const iterates = 'A `for await` over the call yields the records of this page and of all that follow.'
  const lines = [
    [description, ...needs, source && `(${source}.)`].filter(Boolean).join(' '),
    ...(itemOf(document, operation) ? ['', iterates] : []),
    '',
    ...(requestBody ? [`@param body ${(requestBody as { description?: string }).description}`] : []),
    ...(query.length > 0
      ? [`@param query ${query.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ')}`]
      : []),
    ...(success ? [`@returns ${dereference(document, success).description}`] : []),
    `@throws ApiError ${errorList(document, operation)}.`,
  ]
  const wrapped = lines.flatMap((line) => wrap(line.replace(/\s+/g, ' ').trim()))
  return `    /**\n${wrapped.map((line) => `     *${line && ` ${line}`}`).join('\n')}\n     */`
}

/** Codes of all operations; the comment of `createMonitoring` lists them once. */
const common = /^(?:NOT_FOUND|METHOD_NOT_ALLOWED|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|INTERNAL_ERROR|UNAVAILABLE)$/

function errorList(document: Document, { responses }: Operation): string {
  const errors = Object.entries(responses).map(([status, reference]) => {
    const response = dereference(document, reference)
    const codes = errorCodesOf(document, response).filter((code) => !common.test(code))
    const schema = response.content?.['application/json']?.schema
    const error = schema && dereference<Schema>(document, schema).properties?.error
    const fields = Object.keys((error && dereference<Schema>(document, error).properties) ?? {})
    const more = fields.filter((field) => !['code', 'message', 'status'].includes(field))
    const extra = more.length > 0 ? ` with ${more.map((field) => `\`detail.${field}\``).join(', ')}` : ''
    return codes.length > 0 && `${status} ${codes.map((code) => `\`${code}\``).join(' or ')}${extra}`
  })
  return errors.filter(Boolean).join('; ')
}

function parametersOf(document: Document, { parameters = [] }: Operation, location: Parameter['in']): Parameter[] {
  return parameters.map((parameter) => dereference<Parameter>(document, parameter)).filter((one) => one.in === location)
}

/** The schema name of the records of a paginated list; undefined for other operations. */
function itemOf(document: Document, operation: Operation): string | undefined {
  const schema = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, reference]) => dereference(document, reference).content?.['application/json']?.schema)[0]
  const { data, pagination } = (schema && dereference<Schema>(document, schema).properties) ?? {}
  const items = data && (dereference<Schema>(document, data).items as { $ref?: string })
  return pagination && items?.$ref?.split('/').at(-1)
}

function functionName(operation: SdkOperation): string {
  return operation['x-sdk'].split('.')[1] ?? ''
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function wrap(text: string): string[] {
  return text.match(/.{1,110}(?= |$)/g)?.map((line) => line.trim()) ?? ['']
}
