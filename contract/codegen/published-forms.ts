/** The contract in the forms in which it is published beside openapi.yaml, each as a JSON document. */
import { listExamples } from '../derive/examples.ts'
import { deriveScenarios } from '../derive/scenarios.ts'
import { documented } from '../documented/document.ts'
import { type Document, dereference, nodeAt, type Schema } from '../openapi/document.ts'
import type { publishedForms } from '../openapi/files.ts'
import { listResponses } from '../openapi/locate.ts'
import { forTools, withOneError } from './tool-forms.ts'

/** @returns the documents by their file names. */
export function derivePublishedForms(document: Document): Record<keyof typeof publishedForms, object> {
  const client = forTools(withOpenResponses(withoutRefusedRequests(document)))
  return {
    'openapi.json': document,
    'openapi-documented.json': documented,
    'openapi-3.0.json': downConvert(withOneError(client)),
    'openapi-client.json': client,
    'openapi-valid-examples.json': withoutRefusedRequests(document),
  }
}

/** Removes the examples of requests that are invalid on purpose, refused or sent raw, with those of their responses. */
function withoutRefusedRequests(document: Document): Document {
  const copy = structuredClone(document)
  const refused = new Set(
    deriveScenarios(document)
      .filter(({ status, send }) => status === 400 || send.raw)
      .map(({ operationId, name }) => `${operationId} ${name}`),
  )
  for (const { operationId, requestExamples, responseExamples } of listExamples(document)) {
    for (const { name, pointer } of [...requestExamples, ...responseExamples]) {
      if (refused.has(`${operationId} ${name}`)) remove(copy, pointer)
    }
  }
  return copy
}

/** Removes the element at a pointer, and each object that has no other element. */
function remove(document: object, pointer: string[]): void {
  const keys = [...pointer]
  const last = keys.pop() ?? ''
  const owner = nodeAt(document, keys) as Record<string, unknown> | undefined
  if (!owner) return
  delete owner[last]
  if (Object.keys(owner).length === 0) remove(document, keys)
}

/** Opens the objects of responses, so that a client that validates accepts the properties of later minor versions. */
function withOpenResponses(document: Document): Document {
  const copy = structuredClone(document)
  const open = (node: unknown, seen: Set<unknown>): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const { $ref, additionalProperties } = node as Schema
    if (typeof $ref === 'string') open(dereference(copy, { $ref }), seen)
    if (additionalProperties === false) Reflect.deleteProperty(node, 'additionalProperties')
    for (const child of Object.values(node)) open(child, seen)
  }
  for (const { node } of listResponses(copy)) {
    for (const { schema } of Object.values(node.content ?? {})) open(schema, new Set())
  }
  return copy
}

/**
 * OpenAPI 3.0, which has `example` and `nullable` in place of lists, and neither `const`, `dependentSchemas`, siblings of `$ref`
 * nor scopes of an `http` scheme. A reference with examples of its own is written out, because tools send them.
 */
function downConvert(source: Document): object {
  const { openapi: _, info, ...document } = source
  const { summary: __, license, ...described } = info as { summary?: string; license: { name: string } }
  const writeOut = (_key: string, node: { $ref?: string; examples?: unknown } | null) => {
    if (!node?.$ref || !node.examples) return node
    const { $ref, ...beside } = node
    return { ...dereference<object>(source, { $ref }), ...beside }
  }
  const converted = { openapi: '3.0.3', info: { ...described, license: { name: license.name } }, ...document }
  return JSON.parse(JSON.stringify(converted, writeOut), (key, node) => {
    if (key === 'dependentSchemas') return undefined
    if (key === 'bearerAuth' && Array.isArray(node)) return []
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
    if ('$ref' in node) return { $ref: node.$ref }
    const { const: value, type, examples, ...rest } = node
    return {
      ...(Array.isArray(type) ? { type: type.find((one) => one !== 'null'), nullable: true } : type && { type }),
      ...rest,
      ...(value !== undefined && { enum: [value] }),
      ...(Array.isArray(examples) ? { example: examples[0] } : examples && { examples }),
    }
  })
}
