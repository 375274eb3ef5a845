/** Generates requests from the contract: valid ones, and such with one or two spoiled parts. */
import { type OperationId, operations } from '@monitoring-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { oddParts, type Part, validParts } from './parts.ts'
import type { RawRequest } from './request.ts'
import { bodyOf, parametersOf } from './values.ts'

export interface GeneratedRequest {
  request: RawRequest
  spoiled: Part[]
}

function requestsOf(operationId: OperationId): Arbitrary<GeneratedRequest> {
  const [valid, odd] = [validParts(operationId), oddParts(operationId)]
  const query = parametersOf(operationId).length > 0 ? 6 : 1
  const body = bodyOf(operationId) ? 6 : 1
  /** How often each part is spoiled. */
  const weights: Record<Part, number> = { method: 1, path: 3, query, credentials: 3, type: 1, others: 2, body }
  const part = fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ arbitrary: fc.constant(name as Part), weight })),
  )
  return fc.uniqueArray(part, { maxLength: 2 }).chain((spoiled) => {
    const chosen = { ...valid, ...Object.fromEntries(spoiled.map((name) => [name, odd[name]])) }
    return fc.record(chosen).map((parts) => ({ request: { operationId, ...parts }, spoiled }))
  })
}

export const requests = fc.oneof(...(Object.keys(operations) as OperationId[]).map(requestsOf))
