/** Reads a query by the contract's document, without code of the server or of its validators. */
import type { OperationId } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { dereference, type Schema } from '../../contract/openapi/document.ts'
import { parametersOf } from './values.ts'

const document = readContract()

/** The typed query with defaults, or undefined if the contract does not allow it. */
export function readQueryAlone(operationId: OperationId, text: string): Record<string, unknown> | undefined {
  const schemas = new Map(
    parametersOf(operationId).map(({ name, schema }) => [name, dereference<Schema>(document, schema)]),
  )
  const query: Record<string, unknown> = {}
  for (const pair of text.split('&').filter((pair) => pair !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const [key, schema] = [decodeField(name), schemas.get(decodeField(name))]
    if (!schema || key in query) return undefined
    const value =
      schema.type === 'integer'
        ? readInteger(decodeField(rest.join('=')), schema)
        : readDay(decodeField(rest.join('=')))
    if (value === undefined) return undefined
    query[key] = value
  }
  for (const [name, schema] of schemas) if (schema.default !== undefined) query[name] ??= schema.default
  return query
}

/** The text of a form field (URL Standard, section 5.1). Node reads each byte of a target as one character. */
function decodeField(text: string): string {
  const bytes = text.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function readInteger(text: string, { minimum, maximum }: Schema): number | undefined {
  const isCanonical = /^-?\d+$/.test(text) && String(BigInt(text)) === text
  return isCanonical && BigInt(text) >= Number(minimum) && BigInt(text) <= Number(maximum) ? Number(text) : undefined
}

/** The only format that a text in a query has is a calendar day. */
function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (!year || month === undefined || day === undefined) return undefined
  // Years below 100 mean the twentieth century to this constructor.
  const date = new Date(Date.UTC(year + 400, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : undefined
}
