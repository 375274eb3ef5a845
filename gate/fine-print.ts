/** What the contract demands and JSON Schema cannot say; checked after the schemas, before anything is done. */
import type { TextRule } from '@monitoring-service/contract'
import type { Admitted } from './admit.ts'
import { ApiError } from './errors.ts'
import { readQuery } from './route.ts'

/** What a request's query or body breaks, letter by letter; undefined if nothing. A typo must never mean "all time". */
export function finePrint({ operation, query, body }: Admitted): ApiError | undefined {
  // The server's validator asks for a body only where its schema has required properties on the outermost level.
  const missing = operation.body?.required && body === undefined ? 'body is required' : undefined
  const message = inQuery(operation.query, query) ?? missing ?? inBody(operation.body?.texts ?? {}, body)
  return message === undefined ? undefined : new ApiError('VALIDATION_ERROR', { message })
}

function inQuery(declared: Record<string, string>, text: string): string | undefined {
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

function inBody(rules: Record<string, TextRule>, body: unknown): string | undefined {
  for (const [name, value] of Object.entries(body ?? {})) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule || typeof value !== 'string') continue
    const { maxBytes, wellFormed } = rule
    const isOdd = !value.isWellFormed() || value.includes('\0')
    if (wellFormed && isOdd) return `body.${name} must be well-formed text without NUL`
    const tooLong = maxBytes !== undefined && new TextEncoder().encode(value).length > maxBytes
    if (tooLong) return `body.${name} must not take more than ${maxBytes} bytes`
  }
  return undefined
}
