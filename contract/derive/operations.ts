/** Derives the lookup table of operations, error codes and limits. */
import { groupBy } from '../group-by.ts'
import type { Document, Header, LocatedOperation, Operation, Parameter, Response, Schema } from '../openapi/document.ts'
import { dereference, listOperations } from '../openapi/document.ts'

export interface Table {
  operations: Record<string, OperationEntry>
  errors: Record<string, ErrorEntry>
  limits: Record<string, number>
  commonHeaders: Record<string, string>
  /** The request header with each security scheme's credential, in lower case. */
  credentialHeaders: Record<string, string>
  /** The source of a regular expression. */
  requestIdPattern: string
  userIdPattern: string
}

export interface OperationEntry {
  method: string
  path: string
  /** The function of the SDK, as GROUP.NAME. */
  sdk: string
  /** The security scheme and the required scopes; null for a public operation. */
  security: { scheme: string; scopes: string[] } | null
  /** The type of each query parameter. */
  query: Record<string, string>
  /** The defaults of query parameters. */
  defaults: Record<string, unknown>
  /** Null if the operation has no request body. */
  body: { required: boolean; texts: Record<string, TextRule> } | null
  /** The error codes of each declared status. */
  responses: Record<string, string[]>
}

/** Rules for a string of the body that JSON Schema cannot express. */
export interface TextRule {
  /** In UTF-8. */
  maxBytes?: number
  wellFormed?: boolean
}

export interface ErrorEntry {
  status: number
  /** Absent if the examples of the code have different messages. */
  message?: string
  headers: Record<string, string>
  /** The headers that differ if the credential is invalid, not missing. */
  invalidCredentialHeaders?: Record<string, string>
  /** How much of a write was done, for a status from 500; a lower status means nothing. */
  outcome?: 'nothing' | 'unknown'
}

export function deriveTable(document: Document): Table {
  const listed = listOperations(document)
  const responses = listed.flatMap(({ operation }) =>
    Object.entries(operation.responses).map(([status, reference]) => ({
      status: Number(status),
      response: dereference(document, reference),
    })),
  )
  const { 'x-decided': _, ...limits } = document['x-limits']
  const commonHeaders = entriesInCommon(
    responses.map(({ response }) => headersOf(document, response, ({ schema }) => schema.const)),
  )
  return {
    operations: Object.fromEntries(
      listed.map((located) => [located.operation.operationId, toOperationEntry(document, located)]),
    ),
    errors: readErrors(document, responses, Object.keys(commonHeaders)),
    limits: { ...limits, ...textLimits(document.components.schemas) },
    credentialHeaders: Object.fromEntries(
      Object.entries(document.components.securitySchemes ?? {}).map(([scheme, { type, name }]) => [
        scheme,
        type === 'apiKey' && name ? name.toLowerCase() : 'authorization',
      ]),
    ),
    requestIdPattern: String(document.components.headers['X-Request-Id']?.schema.pattern),
    userIdPattern: String(document.components.schemas.UserId?.pattern),
    commonHeaders,
  }
}

/** The longest texts that are kept. */
function textLimits({ ErrorMessage, SignupRequest, ResolveRequest }: Document['components']['schemas']) {
  return {
    messageLength: Number(ErrorMessage?.maxLength),
    nameLength: Number(Object(SignupRequest?.properties?.name).maxLength),
    causeLength: Number(Object(ResolveRequest?.properties?.cause).maxLength),
  }
}

function toOperationEntry(document: Document, { method, path, operation }: LocatedOperation): OperationEntry {
  const [requirement = {}] = operation.security ?? document.security ?? []
  const [credential] = Object.entries(requirement)
  const query = (operation.parameters ?? [])
    .map((parameter) => dereference<Parameter>(document, parameter))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, dereference<Schema>(document, schema)] as const)
  return {
    method,
    path,
    sdk: operation['x-sdk'] ?? '',
    security: credential ? { scheme: credential[0], scopes: credential[1] } : null,
    query: Object.fromEntries(query.map(([name, { type }]) => [name, String(type)])),
    defaults: Object.fromEntries(
      query.filter(([, schema]) => 'default' in schema).map(([name, schema]) => [name, schema.default]),
    ),
    body: readBody(document, operation),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, reference]) => [
        status,
        errorCodesOf(document, dereference(document, reference)),
      ]),
    ),
  }
}

function readBody(document: Document, operation: Operation): OperationEntry['body'] {
  const media = operation.requestBody?.content['application/json']
  if (!media) return null
  const properties = Object.entries(dereference<Schema>(document, media.schema).properties ?? {})
  const texts = properties.map(([name, reference]) => {
    const { 'x-max-bytes': maxBytes, 'x-well-formed': wellFormed } = dereference<Schema>(document, reference)
    return [name, { ...(maxBytes !== undefined && { maxBytes }), ...(wellFormed && { wellFormed }) }] as const
  })
  return {
    required: operation.requestBody?.required ?? false,
    texts: Object.fromEntries(texts.filter(([, rule]) => Object.keys(rule).length > 0)),
  }
}

/** The error codes of a response: the const or enum of its schema. */
export function errorCodesOf(document: Document, response: Response): string[] {
  const schema = codeSchemaOf(document, response)
  const values = schema?.enum ?? [schema?.const]
  return values.filter((value) => value !== undefined).map(String)
}

/** The schema of a response's error code. */
export function codeSchemaOf(document: Document, response: Response): Schema | undefined {
  const media = response.content?.['application/json']
  const error = media && dereference<Schema>(document, media.schema).properties?.error
  const code = error && dereference<Schema>(document, error).properties?.code
  return code && dereference<Schema>(document, code)
}

interface ErrorResponse {
  status: number
  response: Response
}

function readErrors(document: Document, responses: ErrorResponse[], commonHeaders: string[]): Table['errors'] {
  const uses = responses.flatMap((use) => errorCodesOf(document, use.response).map((code) => ({ code, ...use })))
  const byCode = groupBy(uses, ({ code }) => code)
  return Object.fromEntries([...byCode].map(([code, own]) => [code, readError(document, code, own, commonHeaders)]))
}

/** @param uses the responses that have the code; lint holds that their statuses and headers are the same. */
function readError(document: Document, code: string, uses: ErrorResponse[], commonHeaders: string[]): ErrorEntry {
  const [{ status, response }] = uses as [ErrorResponse]
  const messages = new Set(uses.flatMap((use) => messagesOf(use.response, code)))
  const [message] = messages
  const headers = headersOf(
    document,
    response,
    ({ schema, examples }) => schema.const ?? examples?.missingCredential?.value,
  )
  for (const name of commonHeaders) delete headers[name]
  const invalidCredentialHeaders = headersOf(document, response, ({ examples }) => examples?.invalidCredential?.value)
  const outcome = codeSchemaOf(document, response)?.['x-outcome']?.[code]
  return {
    status,
    ...(messages.size === 1 && { message }),
    headers,
    ...(Object.keys(invalidCredentialHeaders).length > 0 && { invalidCredentialHeaders }),
    ...(outcome && { outcome }),
  }
}

/** The messages of a code in the examples of a response. */
function messagesOf(response: Response, code: string): string[] {
  const examples = Object.values(response.content?.['application/json']?.examples ?? {})
  const errors = examples.map((example) => (example.value as { error: { code: string; message: string } }).error)
  return errors.filter((error) => error.code === code).map(({ message }) => message)
}

/** The headers of a response for which `select` finds a value. */
function headersOf(document: Document, response: Response, select: (header: Header) => unknown) {
  const headers: Record<string, string> = {}
  for (const [name, reference] of Object.entries(response.headers ?? {})) {
    const value = select(dereference(document, reference))
    if (value !== undefined) headers[name] = String(value)
  }
  return headers
}

function entriesInCommon(records: Record<string, string>[]): Record<string, string> {
  const [first = {}, ...rest] = records
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => rest.every((record) => record[key] === value)),
  )
}
