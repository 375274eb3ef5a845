/** What the contract demands and JSON Schema cannot say; checked after the schemas, before anything is done. */
import { operations } from '@monitoring-service/contract'
import type { Admitted } from './admit.ts'
import { ApiError } from './errors.ts'

/**
 * Checks a request's query and body letter by letter. A typo in a query must never mean "all time".
 * @throws ApiError VALIDATION_ERROR
 */
export function checkFinePrint({ operationId, query, body }: Admitted): void {
  checkQuery(operations[operationId].query, new URLSearchParams(query))
  checkTexts(operations[operationId].body?.maxBytes ?? {}, body)
}

function checkQuery(declared: Record<string, string>, query: URLSearchParams): void {
  for (const name of query.keys()) {
    const [value = '', ...others] = query.getAll(name)
    if (!Object.hasOwn(declared, name)) throw invalid(`query.${name} is unknown`)
    if (others.length > 0) throw invalid(`query.${name} must not be repeated`)
    if (value === '') throw invalid(`query.${name} must not be empty`)
    // Coercion takes "1e3", "0x10", " 1" and "Infinity" for numbers; the last one even passes a maximum.
    if (declared[name] === 'integer' && !/^(?:0|-?[1-9][0-9]*)$/.test(value)) {
      throw invalid(`query.${name} must be a plain decimal`)
    }
  }
}

function checkTexts(maxBytes: Record<string, number>, body: unknown): void {
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value !== 'string') continue
    // Stores differ in what they make of these two; none keeps them as they are.
    if (!value.isWellFormed() || value.includes('\0'))
      throw invalid(`body.${name} must be well-formed text without NUL`)
    const bytes = maxBytes[name]
    if (bytes !== undefined && Buffer.byteLength(value) > bytes) {
      throw invalid(`body.${name} must not take more than ${bytes} bytes`)
    }
  }
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { message })
}
