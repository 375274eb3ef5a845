/** Writes the functions that `createMonitoring` returns: `x-sdk` of an operation names its group and itself. */

import { readCodes } from '../derive/operations.ts'
import {
  type Document,
  follow,
  listOperations,
  type Operation,
  type Parameter,
  type Schema,
} from '../openapi/document.ts'

type Described = Operation & { 'x-sdk': string }

export function generateCalls(document: Document): string {
  const operations = listOperations(document).map(({ operation }) => operation as Described)
  const groups = Map.groupBy(operations, (operation) => operation['x-sdk'].split('.', 1)[0])
  return [
    '/** One function for each operation of the contract. */',
    "import type { Call } from '../runtime/call.ts'",
    "import type { CallOptions } from '../runtime/options.ts'",
    "import { paginate } from '../runtime/pagination.ts'",
    "import type { Client } from '../runtime/client.ts'",
    "import * as operations from './sdk.gen.ts'",
    "import type * as types from './types.gen.ts'",
    '',
    '/** @param on adds the client to the options of a call */',
    'export const createCalls = (on: (options?: CallOptions) => CallOptions & { client: Client }) => ({',
    ...[...groups].map(([group, members]) => {
      const functions = members.map((operation) => `${comment(document, operation)}\n${call(document, operation)}`)
      return `  ${group}: {\n${functions.join('\n\n')}\n  },`
    }),
    '})',
    '',
  ].join('\n')
}

/** The function: what the path needs, then body and query, then options. */
function call(document: Document, operation: Described): string {
  const { operationId, requestBody } = operation
  const name = operation['x-sdk'].split('.')[1]
  const typed = `types.${operationId[0]?.toUpperCase()}${operationId.slice(1)}`
  const inPath = parametersOf(document, operation, 'path').map((parameter) => parameter.name)
  const query = parametersOf(document, operation, 'query')
  const item = itemOf(document, operation)
  const inputs = [
    ...inPath.map((name) => `${name}: ${typed}Data['path']['${name}']`),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${typed}Data['body']`] : []),
    ...(query.length > 0 ? [`query${query.some(({ required }) => required) ? '' : '?'}: ${typed}Data['query']`] : []),
    'options?: CallOptions',
  ]
  const parts = ['...on(options)', inPath.length > 0 && `path: { ${inPath.join(', ')} }`, requestBody && 'body']
  const send = (query: string | false) =>
    `operations.${operationId}({ ${[...parts, query].filter(Boolean).join(', ')} })`
  const answer = `Call<${typed}Responses, ${typed}Errors>`
  const [returns, sends] = item
    ? [
        `${answer} & AsyncIterable<types.${item}>`,
        `paginate((page) => ${send('query: page ? { ...query, page } : query')})`,
      ]
    : [answer, send(query.length > 0 && 'query')]
  return `    ${name}: (${inputs.join(', ')}): ${returns} =>\n      ${sends},`
}

/** What an editor shows: the contract's words, what the caller needs, and the refusals. */
function comment(document: Document, operation: Described): string {
  const { description, requestBody, 'x-source': source } = operation
  const [security = {}] = operation.security ?? []
  const needs = Object.entries(security).map(([scheme, scopes]) =>
    document.components.securitySchemes?.[scheme]?.type === 'apiKey'
      ? 'Needs the admin API key.'
      : `Needs ${scopes.length > 0 ? `${scopes.join(' and ')} scope` : 'an access token'}.`,
  )
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const query = parametersOf(document, operation, 'query') as (Parameter & { description: string })[]
  const iterates = 'A `for await` over the call goes through the records of this page and of all that follow.'
  const lines = [
    [description, ...needs, source && `(${source}.)`].filter(Boolean).join(' '),
    ...(itemOf(document, operation) ? ['', iterates] : []),
    '',
    ...(requestBody ? [`@param body ${(requestBody as { description?: string }).description}`] : []),
    ...(query.length > 0
      ? [`@param query ${query.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ')}`]
      : []),
    ...(success ? [`@returns ${follow(document, success).description}`] : []),
    `@throws ApiError ${refusals(document, operation)}.`,
  ]
  const wrapped = lines.flatMap((line) => wrap(line.replace(/\s+/g, ' ').trim()))
  return `    /**\n${wrapped.map((line) => `     *${line && ` ${line}`}`).join('\n')}\n     */`
}

/** Those that any operation may meet are told once, by the comment of `createMonitoring`. */
const common = /^(?:NOT_FOUND|METHOD_NOT_ALLOWED|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|INTERNAL_ERROR|UNAVAILABLE)$/

function refusals(document: Document, { responses }: Operation): string {
  const told = Object.entries(responses).map(([status, reference]) => {
    const response = follow(document, reference)
    const codes = readCodes(document, response).filter((code) => !common.test(code))
    const schema = response.content?.['application/json']?.schema
    const error = schema && follow<Schema>(document, schema).properties?.error
    const fields = Object.keys((error && follow<Schema>(document, error).properties) ?? {})
    const more = fields.filter((field) => !['code', 'message', 'status'].includes(field))
    const extra = more.length > 0 ? ` with ${more.map((field) => `\`detail.${field}\``).join(', ')}` : ''
    return codes.length > 0 && `${status} ${codes.map((code) => `\`${code}\``).join(' or ')}${extra}`
  })
  return told.filter(Boolean).join('; ')
}

function parametersOf(document: Document, { parameters = [] }: Operation, place: Parameter['in']): Parameter[] {
  return parameters.map((parameter) => follow<Parameter>(document, parameter)).filter((one) => one.in === place)
}

/** The name of what a list lists, page by page; undefined if it is none. */
function itemOf(document: Document, operation: Operation): string | undefined {
  const schema = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, reference]) => follow(document, reference).content?.['application/json']?.schema)[0]
  const { data, pagination } = (schema && follow<Schema>(document, schema).properties) ?? {}
  const items = data && (follow<Schema>(document, data).items as { $ref?: string })
  return pagination && items?.$ref?.split('/').at(-1)
}

function wrap(text: string): string[] {
  return text.match(/.{1,110}(?= |$)/g)?.map((line) => line.trim()) ?? ['']
}
