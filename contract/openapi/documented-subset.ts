/** Reduces the contract to its documented subset: what the service document states, without `x-decided` elements. */
import type { Document, Operation, Reference, Response, Schema } from './document.ts'
import { dereference, listOperations } from './document.ts'

type Node = Record<string, unknown>

export function documentedSubset(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { method, path, operation } of listOperations(document)) {
    if (isDecided(document, operation)) continue
    paths[path] = { ...paths[path], [method.toLowerCase()]: documentedOperation(document, operation) }
  }
  // The service document does not state how credentials are sent, so no security scheme remains.
  const { security: _, ...rest } = strip(document, document) as Document
  const { securitySchemes: __, ...components } = rest.components
  return dropUnusedComponents({
    ...rest,
    paths,
    components: { ...components, schemas: { ...components.schemas, ErrorBody: errorBody() } },
  })
}

/** The service document states who may call an operation, so `security` becomes an extension. */
function documentedOperation(document: Document, operation: Operation): Operation {
  const { security, responses, ...rest } = operation
  return {
    ...(strip(document, rest) as Omit<Operation, 'responses'>),
    ...(security && { 'x-security': security }),
    responses: toStatusRanges(document, responses),
  }
}

/** Decided statuses become ranges such as 4XX; all error responses of a range become one. */
function toStatusRanges(document: Document, responses: Operation['responses']): Operation['responses'] {
  const ranged: Record<string, Response> = {}
  for (const [status, reference] of Object.entries(responses)) {
    if (isDecided(document, reference)) continue
    const response = dereference(document, reference)
    const range = 'status' in reasons(response) ? `${status[0]}XX` : status
    ranged[range] ??= status < '4' ? withoutAnnotations(document, response) : errorResponse
  }
  return ranged
}

const errorResponse: Response = {
  description: 'An error.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
}

/** Part 7 of the document. */
function errorBody(): Schema {
  const properties: Record<string, Schema> = {
    code: { type: 'string' },
    message: { type: 'string' },
    status: { type: 'integer' },
    upgradeUrl: { type: 'string', format: 'uri' },
  }
  const error: Schema = { type: 'object', required: ['code', 'message', 'status'], properties }
  return { type: 'object', required: ['error'], properties: { error } }
}

function withoutAnnotations(document: Document, response: Response): Response {
  const { content } = strip(document, response) as Response
  return { description: 'Done.', ...(content && { content }) }
}

/** Annotations mix documented and decided facts, so they are removed. */
const annotations = new Set(['description', 'example', 'examples', 'x-decided', 'x-microcks-refs'])

function strip(document: Document, value: unknown, areNames = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.filter((item) => !isDecided(document, item)).map((item) => strip(document, item))
  }
  const decided = reasons(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !(key in decided) && !isDecided(document, child) && (areNames || !annotations.has(key)))
      .map(([key, child]) => [key, strip(document, child, key === 'properties')]),
  )
}

/** Whether `x-decided` covers the whole element or the target of its reference. */
function isDecided(document: Document, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return typeof (dereference(document, value as Node | Reference) as Node)['x-decided'] === 'string'
}

function reasons(value: object): Node {
  const decided = (value as Node)['x-decided']
  return typeof decided === 'object' && decided !== null ? (decided as Node) : {}
}

/** Removes components without references. */
export function dropUnusedComponents(document: Document): Document {
  const used = references(document, document.paths, new Set())
  const components = Object.entries(document.components).flatMap(([kind, all]) => {
    const kept = Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))
    return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
  })
  return { ...document, components: Object.fromEntries(components) }
}

/** All references of a value, including indirect ones. */
function references(document: Document, value: unknown, seen: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return seen
  const { $ref } = value as Partial<Reference>
  if ($ref !== undefined && !seen.has($ref)) {
    references(document, dereference(document, value as Node | Reference), seen.add($ref))
  }
  for (const child of Object.values(value)) references(document, child, seen)
  return seen
}
