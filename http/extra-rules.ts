/** What the contract demands and JSON Schema cannot say; checked before anything is done. */
import type { TextRule } from '@monitoring-service/contract'
import type { ParsedRequest } from './parse-request.ts'
import { readQuery } from './router.ts'

/** What a request's query or body breaks, letter by letter; undefined if nothing. A typo must never mean "all time". */
export function findExtraViolation({ operation, query, body }: ParsedRequest): string | undefined {
  // The server's validator asks for a body only where its schema has required properties on the outermost level.
  const missing = operation.body?.required && body === undefined ? 'body is required' : undefined
  return inQuery(operation.query, query) ?? missing ?? inBody(operation.body?.texts, body)
}

function inQuery(declared: Record<string, string>, text: string): string | undefined {
  if (text === '') return undefined
  const query = readQuery(text)
  for (const name of query.keys()) {
    const [value = '', ...others] = query.getAll(name)
    if (name === '') return 'query has a parameter without a name'
    if (!Object.hasOwn(declared, name)) return `query.${name} is unknown`
    if (others.length > 0) return `query.${name} must not be repeated`
    if (value === '') return `query.${name} must not be empty`
    // Coercion takes "1e3", "0x10", " 1" and "Infinity" for numbers; the last one even passes a maximum.
    const isPlain = /^(?:0|-?[1-9][0-9]*)$/.test(value)
    if (declared[name] === 'integer' && !isPlain) return `query.${name} must be a plain decimal`
    if (isReserved(text, name)) return `query.${name} holds reserved characters, which must be escaped`
  }
  return undefined
}

/** Whether a parameter's value has characters that RFC 3986, section 2.2, reserves, unescaped. */
function isReserved(text: string, name: string): boolean {
  const value = text.split('&').find((pair) => pair.startsWith(`${name}=`))
  return value !== undefined && /[:/?#[\]@!$&'()*+,;=]/.test(value.slice(name.length + 1))
}

function inBody(rules: Record<string, TextRule> | undefined, body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const name in rules) {
    const value: unknown = Object.hasOwn(body, name) ? body[name as keyof typeof body] : undefined
    if (typeof value !== 'string') continue
    const { maxBytes = Number.POSITIVE_INFINITY, wellFormed } = rules[name] as TextRule
    const isOdd = wellFormed && (!value.isWellFormed() || value.includes('\0'))
    if (isOdd) return `body.${name} must be well-formed text without NUL`
    // A character takes three bytes of UTF-8 at most, so that most texts need not be counted.
    const tooLong = value.length * 3 > maxBytes && new TextEncoder().encode(value).length > maxBytes
    if (tooLong) return `body.${name} must not take more than ${maxBytes} bytes`
  }
  return undefined
}
