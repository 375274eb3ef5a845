/** The rules of the contract that JSON Schema cannot express. */
import type { TextRule } from '@monitoring-service/contract'
import type { ParsedRequest } from './parse-request.ts'
import { readQuery } from './router.ts'

/** The message of the first violated rule. Strict for queries: a misspelled `before` must never mean "all time". */
export function findQueryOrTextViolation({ operation, query, body }: ParsedRequest): string | undefined {
  // express-openapi-validator requires a body only if its schema has required properties at the top level.
  const missing = operation.body?.required && body === undefined ? 'body is required' : undefined
  return findQueryViolation(operation.query, query) ?? missing ?? findBodyViolation(operation.body?.texts, body)
}

function findQueryViolation(types: Record<string, string>, text: string): string | undefined {
  if (text === '') return undefined
  const query = readQuery(text)
  for (const name of query.keys()) {
    const [value = '', ...others] = query.getAll(name)
    if (name === '') return 'query has a parameter without a name'
    if (!Object.hasOwn(types, name)) return `query.${name} is unknown`
    if (others.length > 0) return `query.${name} must not be repeated`
    if (value === '') return `query.${name} must not be empty`
    // Ajv coerces "1e3", "0x10", " 1" and "Infinity" to numbers. The last one, like 309 digits, even passes a maximum.
    const isPlain = /^(?:0|-?[1-9][0-9]*)$/.test(value)
    if (types[name] === 'integer' && !isPlain) return `query.${name} must be a plain decimal`
    if (types[name] === 'integer' && value.length > 15) return `query.${name} must have at most 15 digits`
    if (hasReserved(text, name)) return `query.${name} holds reserved characters, which must be escaped`
  }
  return undefined
}

/** Whether a parameter's value contains unescaped reserved characters (RFC 3986, section 2.2). */
function hasReserved(text: string, name: string): boolean {
  const value = text.split('&').find((pair) => pair.startsWith(`${name}=`))
  return value !== undefined && /[:/?#[\]@!$&'()*+,;=]/.test(value.slice(name.length + 1))
}

function findBodyViolation(rules: Record<string, TextRule> = {}, body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [name, { maxBytes = Number.POSITIVE_INFINITY, wellFormed }] of Object.entries(rules)) {
    const value: unknown = Object.hasOwn(body, name) ? body[name as keyof typeof body] : undefined
    if (typeof value !== 'string') continue
    const isMalformed = wellFormed && (!value.isWellFormed() || value.includes('\0'))
    if (isMalformed) return `body.${name} must be well-formed text without NUL`
    // A UTF-16 unit has at most three bytes in UTF-8, so most texts need no encoding.
    const tooLong = value.length * 3 > maxBytes && new TextEncoder().encode(value).length > maxBytes
    if (tooLong) return `body.${name} must not take more than ${maxBytes} bytes`
  }
  return undefined
}
