/** Reads fields of requests, of responses and of the texts of findings. */

import type { Exchange } from '../../client/http.ts'
import { valueAt } from '../matchers.ts'
import type { Finding } from '../record.ts'

const longestValue = 80

/** The text of a field in the body of a request. */
export function textIn({ request: { body = '' } }: Exchange, field: string): string | undefined {
  try {
    const value = valueAt(JSON.parse(body), field)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** The names of the fields that the body of a request has. */
export function bodyFieldsOf({ request: { body = '' } }: Exchange): string[] {
  return [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '')
}

/** The field of the body that a finding is about. */
export function fieldOf({ expected, seen }: Finding): string | undefined {
  const text = expected.startsWith('the ') ? seen : expected
  const [, parent, missing] = /^(?:([a-z]\w*(?:\.\w+)*) )?must have required property '(\w+)'/i.exec(text) ?? []
  if (missing) return parent ? `${parent}.${missing}` : missing
  return /^([a-z]\w*(?:\.\w+)*) (?:must|is|keeps) /i.exec(text)?.[1]
}
