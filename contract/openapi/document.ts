/** The few parts of an OpenAPI document's shape that this project reads. */

export interface Reference {
  $ref: string
}

/** An Example Object with this contract's extensions, which say how a scenario comes about. */
export interface Example {
  summary?: string
  value?: unknown
  /** A demo user's e-mail, `operator` (holds the admin API key) or `anonymous`. */
  'x-caller'?: string
  /** What is wrong with the caller's credential. */
  'x-credential'?: Credential
  /** What happened before. */
  'x-given'?: Given
  /** What is unusual about the request on the wire. */
  'x-send'?: Send
}

export type Credential = 'valid' | 'tampered' | 'expired' | 'refresh' | 'wrong'

export interface Given {
  /** So many times the same request was sent before. */
  repeats?: number
  /** The store is closed (answers nothing) or broken (fails as only a defect does). */
  store?: 'closed' | 'broken'
}

export interface Send {
  /** Another method than the operation's. */
  method?: string
  /** Another path than the operation's. */
  path?: string
  /** This query string, letter by letter. */
  query?: string
  /** A text body of this media type. */
  contentType?: string
  /** A body padded to so many bytes. */
  bytes?: number
  /** The example's value goes out letter by letter, neither encoded nor escaped. */
  raw?: boolean
  /** The request fits its schema; what is wrong with it no schema can say. */
  beyondSchema?: boolean
}

export type Examples = Record<string, Example>

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema | Reference>
  /** At most so many bytes of UTF-8. */
  'x-max-bytes'?: number
  /** Neither lone surrogates nor NUL. */
  'x-well-formed'?: boolean
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
  /** The SDK's function, as GROUP.NAME. */
  'x-sdk'?: string
  /** The sections of the service document that state it. */
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
  /** For operations that say nothing of their own. */
  security?: Record<string, string[]>[]
  'x-limits': Record<string, number>
  [key: string]: unknown
}

/** What a local reference stands for, or the thing itself. */
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

/** All operations, in the order of the contract. */
export function listOperations(document: Document): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
