/** Types of the parts of an OpenAPI document that this project reads, and its basic accessors. */

export interface Reference {
  $ref: string
}

/** An Example Object with the extensions of a scenario; extensions/definitions.ts describes all extensions. */
export interface Example {
  summary?: string
  value?: unknown
  'x-caller'?: string
  'x-credential'?: Credential
  'x-given'?: Given
  'x-send'?: Send
}

export type Credential = 'valid' | 'tampered' | 'expired' | 'refresh' | 'wrong'

export interface Given {
  repeats?: number
  store?: 'closed' | 'interrupted' | 'broken'
}

/** What is unusual on the wire, in place of what the operation and the example's value say. */
export interface Send {
  method?: string
  path?: string
  query?: string
  contentType?: string
  /** A body of so many bytes. */
  bytes?: number
  /** A text is sent as it is: neither a body as JSON, nor a path parameter percent-encoded. */
  raw?: boolean
  /** The request matches its schema; a rule that schemas cannot express refuses it. */
  beyondSchema?: boolean
}

export type Examples = Record<string, Example>

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema | Reference>
  'x-max-bytes'?: number
  'x-well-formed'?: boolean
  'x-outcome'?: Record<string, 'nothing' | 'unknown'>
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema | Reference
  examples?: Examples
}

export interface MediaType {
  schema: Schema | Reference
  examples?: Examples
}

export interface Header {
  schema: Schema
  example?: unknown
  /** A challenge that depends on the credential has `missingCredential` and `invalidCredential`. */
  examples?: Examples
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
  'x-microcks-refs'?: string[]
  'x-decided'?: unknown
  /** Of what the service document states: its requirement, and that of each error condition, by its code. */
  'x-requirement'?: string
  'x-conditions'?: Record<string, string>
}

export interface Operation {
  operationId: string
  deprecated?: boolean
  'x-decided'?: unknown
  'x-sdk'?: string
  'x-source'?: string
  /** Of what the service document states: its requirement, and who may call. */
  'x-requirement'?: string
  'x-security'?: Record<string, string[]>[]
  summary?: string
  tags?: string[]
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

export interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>> & {
    schemas: Record<string, Schema>
    securitySchemes?: Record<string, { type: string; scheme?: string; name?: string }>
    headers: Record<string, Header>
  }
  /** The default for operations without `security`. */
  security?: Record<string, string[]>[]
  tags?: { name: string; description: string }[]
  'x-limits': Record<string, number>
  'x-errors'?: Record<string, { when: string; repeat: string }>
  [key: string]: unknown
}

/** The target of a local reference, or the node itself. */
export function dereference<T extends object>(document: Document, node: T | Reference): T {
  return '$ref' in node ? (nodeAt(document, (node as Reference).$ref.slice(2).split('/')) as T) : node
}

/** The value to which keys lead; undefined if there is none. */
export function nodeAt(document: object, keys: string[]): unknown {
  return keys.reduce<unknown>(
    (node, key) => (Object.hasOwn(Object(node), key) ? Object(node)[key] : undefined),
    document,
  )
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
