/** The contract's schemas for those who want each on its own, without references. */
import { contract, type OperationId } from '@monitoring-service/contract'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const { schemas } = contract

/** A schema with what it refers to written out. None of ours refers to itself. */
function inline(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(inline)
  const { $ref, ...own } = node as { $ref?: string }
  if ($ref !== undefined) return inline(schemas.components.schemas[$ref.split('/').at(-1) ?? ''])
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inline(value)]))
}

export function schemasOf(operationId: OperationId) {
  const { parameters, body, answers } = inline(schemas.operations[operationId]) as {
    parameters: { properties: { path: object; query: object } }
    body: { properties: { body?: object } }
    answers: Record<string, object>
  }
  const { path, query } = parameters.properties
  return { path, query: { ...query, additionalProperties: false }, body: body.properties.body, answers }
}

/** Ajv as strict about formats as our server. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, validateSchema: false, ...options })
  formats.default(ajv, { mode: 'full' })
  return ajv
}
