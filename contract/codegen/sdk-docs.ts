/** The comments that editors show: the contract's description, the required credential, inputs and error codes. */
import { errorCodesOf } from '../derive/operations.ts'
import { type Document, dereference, type Operation, type Parameter, type Schema } from '../openapi/document.ts'

export interface SdkOperation extends Operation {
  'x-sdk': string
}

/**
 * A comment's lines.
 * @param params the inputs of the function, which differ between the entries.
 * @param errors how the entry hands over an error of the service.
 */
export function describeOperation(
  document: Document,
  operation: SdkOperation,
  params: string[],
  errors = '@throws ApiError',
): string[] {
  const { description, 'x-source': source } = operation
  const [security = {}] = operation.security ?? []
  const needs = Object.entries(security).map(([scheme, scopes]) =>
    document.components.securitySchemes?.[scheme]?.type === 'apiKey'
      ? 'Needs the admin API key.'
      : `Needs ${scopes.length > 0 ? `${scopes.join(' and ')} scope` : 'an access token'}.`,
  )
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const lines = [
    [description, ...needs, source && `(${source}.)`].filter(Boolean).join(' '),
    '',
    ...params.map((param) => `@param ${param}`),
    ...(success ? [`@returns ${dereference(document, success).description}`] : []),
    `${errors} ${errorList(document, operation)}.`,
  ]
  return lines.flatMap((line) => wrap(line.replace(/\s+/g, ' ').trim()))
}

export function toComment(lines: string[], indent: string): string {
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}`).join('\n')}\n${indent} */`
}

/** The parameters of an operation in a location. */
export function parametersOf(
  document: Document,
  { parameters = [] }: Operation,
  location: 'path' | 'query',
): Parameter[] {
  return parameters
    .map((parameter) => dereference<Parameter>(document, parameter))
    .filter((parameter) => parameter.in === location)
}

/** The meaning of each parameter. */
export function describeParameters(document: Document, parameters: Parameter[]): string {
  const described = parameters.map(({ name, description, schema }) => {
    const text = description ?? dereference<Schema>(document, schema).description ?? 'a parameter.'
    return `\`${name}\`: ${text}`
  })
  return described.join(' ')
}

/** Whether a comment of one function leaves an error out: the comment of `createMonitoring` is about those of all functions. */
function isOfAll(status: string, code: string): boolean {
  return code === 'NOT_FOUND' || ['405', '413', '415'].includes(status) || status >= '5'
}

function errorList(document: Document, { responses }: Operation): string {
  const errors = Object.entries(responses).flatMap(([status, reference]) => {
    const response = dereference(document, reference)
    const codes = errorCodesOf(document, response).filter((code) => !isOfAll(status, code))
    if (codes.length === 0) return []
    const schema = response.content?.['application/json']?.schema
    const error = schema && dereference<Schema>(document, schema).properties?.error
    const fields = Object.keys((error && dereference<Schema>(document, error).properties) ?? {})
    const more = fields.filter((field) => !['code', 'message', 'status'].includes(field))
    const extra = more.length > 0 ? ` with ${more.map((field) => `\`detail.${field}\``).join(', ')}` : ''
    return `${status} ${codes.map((code) => `\`${code}\``).join(' or ')}${extra}`
  })
  return errors.join('; ')
}

/** Breaks a text into lines; a word that is longer than a line stays whole. */
function wrap(text: string): string[] {
  return text.match(/.{1,110}(?= |$)|\S+/g)?.map((line) => line.trim()) ?? ['']
}
