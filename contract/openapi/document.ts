/** Types of the parts of an OpenAPI document that this project reads, and its basic accessors. */

export interface Reference {
  $ref: string
}

/** An Example Object with the extensions of a scenario. */
export interface Example {
  summary?: string
  value?: unknown
  /** A demo user's e-mail, `operator` (holds the admin API key) or `anonymous`. */
  'x-caller'?: string
  /** The state of the caller's credential. */
  'x-credential'?: Credential
  /** The preconditions. */
  'x-given'?: Given
  /** How the request differs from a regular one. */
  'x-send'?: Send
}

export type Credential = 'valid' | 'tampered' | 'expired' | 'refresh' | 'wrong'

export interface Given {
  /** How often the same request was sent before. */
  repeats?: number
  /** The store is closed (unavailable), interrupted (loses its connection in a write) or broken (throws an unexpected error). */
  store?: 'closed' | 'interrupted' | 'broken'
}

export interface Send {
  /** Replaces the operation's method. */
  method?: string
  /** Replaces the operation's path. */
  path?: string
  /** The query string, sent verbatim. */
  query?: string
  /** The media type of a text body. */
  contentType?: string
  /** The size to which the body is padded. */
  bytes?: number
  /** The example's value is sent verbatim, neither encoded nor escaped. */
  raw?: boolean
  /** The request matches its schema and violates a rule that JSON Schema cannot express. */
  beyondSchema?: boolean
}

export type Examples = Record<string, Example>

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema | Reference>
  /** The maximum length in bytes of UTF-8. */
  'x-max-bytes'?: number
  /** Forbids lone surrogates and NUL. */
  'x-well-formed'?: boolean
  /** Of an error code: how much of a write was done, for each code of a status from 500. */
  'x-outcome'?: Record<string, 'nothing' | 'unknown'>
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema | Reference
  examples?: Examples
}

export interface MediaType {
  schema: Schema | Reference
  examples?: Examples
}

export interface Response {
  description: string
  headers?: Record<string, { schema: Schema; example?: unknown } | Reference>
  content?: Record<string, MediaType>
  'x-microcks-refs'?: string[]
  'x-decided'?: unknown
}

export interface Operation {
  operationId: string
  /** The function of the SDK, as GROUP.NAME. */
  'x-sdk'?: string
  /** The sections of the service document that define the operation. */
  'x-source'?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

export interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>> & {
    schemas: Record<string, Schema>
    securitySchemes?: Record<string, { type: string; scheme?: string; name?: string }>
    headers: Record<string, { schema: Schema }>
  }
  /** The default for operations without `security`. */
  security?: Record<string, string[]>[]
  'x-limits': Record<string, number>
  [key: string]: unknown
}

/** The target of a local reference, or the node itself. */
export function dereference<T extends object>(document: Document, node: T | Reference): T {
  if (!('$ref' in node)) return node
  const keys = (node as Reference).$ref.slice(2).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T
}

export interface LocatedOperation {
  method: string
  path: string
  operation: Operation
}

/** All operations in the order of the document. */
export function listOperations(document: Document): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
