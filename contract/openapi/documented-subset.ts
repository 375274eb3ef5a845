/** The contract without what was decided: only what the service document states. */
import type { Document, Operation, Reference, Response, Schema } from './document.ts'
import { dereference, listOperations } from './document.ts'

type Node = Record<string, unknown>

export function documentedSubset(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { method, path, operation } of listOperations(document)) {
    if (isDecided(document, operation)) continue
    paths[path] = { ...paths[path], [method.toLowerCase()]: documentedOperation(document, operation) }
  }
  // Nothing is stated about how credentials travel, and a security scheme without that is none.
  const { security: _, ...rest } = strip(document, document) as Document
  const { securitySchemes: __, ...components } = rest.components
  return dropUnusedComponents({
    ...rest,
    paths,
    components: { ...components, schemas: { ...components.schemas, Refusal: refusal() } },
  })
}

/** Who may call an operation is stated, so it stays as an extension. */
function documentedOperation(document: Document, operation: Operation): Operation {
  const { security, responses, ...rest } = operation
  return {
    ...(strip(document, rest) as Omit<Operation, 'responses'>),
    ...(security && { 'x-security': security }),
    responses: ranges(document, responses),
  }
}

/** Where a status was decided, any of its hundred will do; all refusals of a hundred are one. */
function ranges(document: Document, responses: Operation['responses']): Operation['responses'] {
  const ranged: Record<string, Response> = {}
  for (const [status, reference] of Object.entries(responses)) {
    if (isDecided(document, reference)) continue
    const response = dereference(document, reference)
    const range = 'status' in reasons(response) ? `${status[0]}XX` : status
    ranged[range] ??= status < '4' ? success(document, response) : refused()
  }
  return ranged
}

function refused(): Response {
  return {
    description: 'Refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }
}

/** Part 7 of the document. */
function refusal(): Schema {
  const properties: Record<string, Schema> = {
    code: { type: 'string' },
    message: { type: 'string' },
    status: { type: 'integer' },
    upgradeUrl: { type: 'string', format: 'uri' },
  }
  const error: Schema = { type: 'object', required: ['code', 'message', 'status'], properties }
  return { type: 'object', required: ['error'], properties: { error } }
}

function success(document: Document, response: Response): Response {
  const { content } = strip(document, response) as Response
  return { description: 'Done.', ...(content && { content }) }
}

/** Prose and examples tell what is stated and what was decided in one breath, so they go. */
const prose = new Set(['description', 'example', 'examples', 'x-decided', 'x-microcks-refs'])

function strip(document: Document, value: unknown, areNames = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.filter((item) => !isDecided(document, item)).map((item) => strip(document, item))
  }
  const decided = reasons(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !(key in decided) && !isDecided(document, child) && (areNames || !prose.has(key)))
      .map(([key, child]) => [key, strip(document, child, key === 'properties')]),
  )
}

/** Whether an element, or what it refers to, was decided as a whole. */
function isDecided(document: Document, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return typeof (dereference(document, value as Node | Reference) as Node)['x-decided'] === 'string'
}

function reasons(value: object): Node {
  const decided = (value as Node)['x-decided']
  return typeof decided === 'object' && decided !== null ? (decided as Node) : {}
}

/** Drops the components that nothing refers to. */
export function dropUnusedComponents(document: Document): Document {
  const used = references(document, document.paths, new Set())
  const components = Object.entries(document.components).flatMap(([kind, all]) => {
    const kept = Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))
    return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
  })
  return { ...document, components: Object.fromEntries(components) }
}

/** Everything that a value refers to, directly or not. */
function references(document: Document, value: unknown, seen: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return seen
  const { $ref } = value as Partial<Reference>
  if ($ref !== undefined && !seen.has($ref)) {
    references(document, dereference(document, value as Node | Reference), seen.add($ref))
  }
  for (const child of Object.values(value)) references(document, child, seen)
  return seen
}
