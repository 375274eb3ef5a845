/** The records of the hook's protocol and of the lists: their kinds, their fields, and when one is what was asked for. */
import { parseTime } from '../verdict/times.ts'

export type Kind = 'team' | 'account' | 'token' | 'incident' | 'monitor' | 'rows' | 'service'

/** The fields of a record, as docs/conformance.md lists them. */
export type Fields = { [name: string]: unknown }

/** A record as hook or list have it. */
export type StoredRecord = Fields & { id: string }

/** Fields of Document 2.2 as they are stored, as far as a hook returns them. */
export interface StoredFields {
  monitorId?: string | null
  title?: string | null
  status?: string
  startedAt?: string
  resolvedAt?: string
  createdAt?: string
}

/** In place of a value: the field has any but null. */
export const any = 'any'

const second = 1000

const asText = (value: unknown) => String(value).toLowerCase()
const isMoment = (one: unknown, other: unknown) => Math.abs(parseTime(`${one}`) - parseTime(`${other}`)) < second
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String).sort() : [])
const isSame = (asked: unknown, made: unknown) => `${texts(asked)}` === `${texts(made)}`
/** The document names one value: the target has its own names for the others. */
const isAlike = (named: string) => (asked: unknown, made: unknown) =>
  typeof made === 'string' && (asText(made) === named) === (asText(asked) === named)

/** How a field is compared, unless by its text. */
const comparisons: { [field: string]: (asked: unknown, made: unknown) => boolean } = {
  plan: isAlike('free'),
  type: isAlike('auto'),
  status: isAlike('resolved'),
  startedAt: isMoment,
  resolvedAt: isMoment,
  deletionRequestedAt: isMoment,
  deletionScheduledAt: isMoment,
  days: (asked, made) => texts(asked).every((day) => texts(made).includes(day)),
  monitorIds: isSame,
}

/** The first field that a record does not have as it was asked for; what comes back otherwise, or not at all, is unknown. */
export function differingField(kind: Kind, asked: Fields, made: Fields): string | undefined {
  if (/^(?:team|incident|monitor|service)$/.test(kind) && typeof made.id !== 'string') return 'id'
  if (kind === 'monitor' && !(Array.isArray(made.days) && isSame(asked.days, made.days))) return 'days'
  return Object.keys(asked).find((field) => {
    const [one, other] = [asked[field], made[field]]
    if (one === any) return other === undefined || other === null
    // A credential that there is not may be left out.
    if (one === null) return /^(?:password|verificationCode)$/.test(field) ? (other ?? null) !== null : other !== null
    return !(comparisons[field]?.(one, other) ?? asText(one) === asText(other))
  })
}

/** As in `incident with type auto and cause`: equal for equal kinds of records. */
export function describeAsked(kind: Kind, asked: Fields): string {
  const words = Object.entries(asked).flatMap(([name, value]) => {
    if (/Id$|Ids$|^days$/.test(name)) return []
    return /^(?:plan|scope|owner|role|type|status)$/.test(name) || value === null ? `${name} ${value}` : name
  })
  return words.length > 0 ? `${kind} with ${words.join(' and ')}` : kind
}
