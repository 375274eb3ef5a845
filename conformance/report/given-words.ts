/** The words of what a check had: its records by their fields, and what changed them between its steps. */

import type { Given } from '../verdict/record.ts'

export function wordsOfGiven({ name, kind, fields, afterStep = 0 }: Given): string {
  const words = wordsByKind[kind]?.(fields) ?? `${kind} ${describe(fields)}`
  if (kind === 'change') return `${afterStep === 0 ? 'before step 1' : `after step ${afterStep}`}, the hook ${words}`
  return name === '' ? words : `${name}: ${words}`
}

/** Of what is no record. */
const wordsByKind: { [K in Given['kind']]?: (fields: Given['fields']) => string } = {
  admin: () => 'the admin API key',
  change: ({ what }) => `${what}`,
  renewal: () => 'new access tokens, since an old one was not taken any more (401) and the check began again',
  sequences: ({ count, seed }) => `${count} sequences of calls from --seed ${seed}`,
}

/** Fields that are shown only if they are so. */
const flags: { [field: string]: string } = { isNameless: 'no name', hasLoggedIn: 'has logged in' }

/** Fields that tell little of a record. */
const isOmitted = (field: string, value: unknown) => field === 'createdAt' || (field === 'resolvedAt' && value === null)

/** As in `01M8…, type auto, status open, monitorId null`; what is unknown, not so or empty is left out. */
function describe({ id, email, ...others }: Given['fields']): string {
  const words = Object.entries(others)
    .filter(([field, value]) => value !== undefined && value !== false && !isOmitted(field, value))
    .flatMap(([field, value]) =>
      value === true ? (flags[field] ?? field) : format(value) === '()' ? [] : `${field} ${format(value)}`,
    )
  return [id ?? email, ...words].filter(Boolean).join(', ')
}

function format(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(format).join(' and ')
  if (typeof value === 'object' && value !== null) return `(${describe(value as Given['fields'])})`
  // Labels of secrets stand for themselves.
  return typeof value === 'string' && /^([\w.+:@-]+|«.*»)$/.test(value) ? value : JSON.stringify(value)
}
