/** The properties of a call whose pairs the exploration tries to cover: its values, its caller, and what it is about. */
import { monitorsOf } from '../document/state.ts'
import type { Action } from './action.ts'
import { find, requestOf } from './operations.ts'
import type { Proposer } from './propose.ts'

const fresh = { email: 'ada@example.com', password: 'Some-password-7' }

/** Texts of the state that are one of a few words. */
const words = ['type', 'state', 'kind', 'last']

/** A thing by the state: its words and flags, small numbers, and how much it has of something. */
function traitsOf(thing: object): string[] {
  return Object.entries(thing).flatMap(([name, value]) => {
    if (Array.isArray(value)) return `${Math.min(value.length, 4)} ${name}`
    if (typeof value === 'string') return words.includes(name) ? `${name} ${value}` : []
    if (typeof value === 'number') return value < 10 ? `${name} ${value}` : []
    return `${name} ${typeof value === 'object' ? value !== null : value}`
  })
}

/** Where the date is among the rows. */
function dateClass(before: string, rows: string[]): string {
  if (Number.isNaN(Date.parse(before))) return before
  if (rows.includes(before)) return 'of a row'
  return rows.some((day) => day < before) ? 'after a row' : 'before all rows'
}

/** @returns undefined if the call cannot be sent. */
export function featuresOf({ model, made }: Proposer, action: Action): string[] | undefined {
  const { by, of = by, values = {}, spoiled } = action
  if (!requestOf(model, action, fresh)) return undefined
  const subject = find(model, of)
  const isOfRows = subject && ('days' in subject || 'monitors' in subject)
  const rows = isOfRows ? monitorsOf(model, subject).flatMap(({ days }) => days ?? []) : []
  const sent = Object.entries(values).map(([name, value]) => [name, name === 'before' ? dateClass(value, rows) : value])
  const making = Object.entries(made.get(of)?.values ?? {}).filter(([name]) => name !== 'days')
  return [
    ...[`by ${roleOf(by)}`, spoiled?.credential ?? 'newest session', `${Math.min(rows.length, 2)} rows`],
    ...(sent.length > 0 ? sent.map((one) => one.join(' ')) : ['no values']),
    ...(subject ? traitsOf(subject) : []),
    ...making.map(([name, value]) => `made with ${name} ${value}`),
  ]
}

const roleOf = (name: string) => name.replace(/\d+$/, '')
