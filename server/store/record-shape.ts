/** The fields of all records as rules that what comes from a file is held to. */
import {
  type Attempts,
  type DailyStat,
  type Data,
  type Incident,
  incidentStatuses,
  incidentTypes,
  type Monitor,
  plans,
  roles,
  type Service,
  type Team,
  type User,
  type VerificationCode,
} from './records.ts'

/** @throws Error in one line, which names the file and the field, unless the lists are as records.ts declares them. */
export function checkShape(lists: object, file: string): asserts lists is Data {
  const wrong = data(lists)
  if (wrong) throw new Error(wrong.startsWith('.') ? `${file}: ${wrong.slice(1)}` : `${file}${wrong}`)
}

/** Says what is wrong with a value, to be read behind its name, or nothing. */
interface Rule<T> {
  (value: unknown): string | undefined
  /** Never there: it ties the rule to one type, no wider and no narrower, so that records.ts cannot move alone. */
  type?: (value: T) => T
}

const text = rule<string>(
  'well-formed text without NUL',
  (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
)
const count = rule<number>('a whole number', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
const time = rule<string>('a time like 2025-01-31T12:00:00.000Z', isTime)
const date = rule<string>(
  'a date like 2025-01-31',
  (value) => typeof value === 'string' && isTime(`${value}T00:00:00.000Z`),
)

const data = record<Data>({
  teams: listOf(record<Team>({ id: text, name: orNull(text), plan: oneOf(plans), createdAt: time })),
  users: listOf(
    record<User>({
      id: text,
      email: text,
      name: optional(text),
      teamId: text,
      role: oneOf(roles),
      passwordHash: orNull(text),
      verification: orNull(record<VerificationCode>({ codeHash: text, expiresAt: time, tries: count })),
      deletionRequestedAt: orNull(time),
      deletionScheduledAt: orNull(time),
      createdAt: time,
    }),
  ),
  services: listOf(record<Service>({ id: text, teamId: text, monitorIds: listOf(text) })),
  monitors: listOf(record<Monitor>({ id: text, teamId: text })),
  incidents: listOf(
    record<Incident>({
      id: text,
      monitorId: orNull(text),
      teamId: text,
      type: oneOf(incidentTypes),
      status: oneOf(incidentStatuses),
      title: orNull(text),
      startedAt: time,
      resolvedAt: orNull(time),
      cause: orNull(text),
      serviceId: optional(text),
      createdAt: time,
    }),
  ),
  dailyStats: listOf(record<DailyStat>({ monitorId: text, date })),
  attempts: listOf(record<Attempts>({ key: text, count, resetsAt: time })),
})

function rule<T>(name: string, test: (value: unknown) => boolean): Rule<T> {
  return (value) => (test(value) ? undefined : isNot(value, name))
}

function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  return rule(`one of ${values.join(', ')}`, (value) => values.includes(value as T))
}

function orNull<T>(other: Rule<T>): Rule<T | null> {
  return (value) => (value === null ? undefined : other(value))
}

function optional<T>(other: Rule<T>): Rule<T | undefined> {
  return (value) => (value === undefined ? undefined : other(value))
}

function listOf<T>(item: Rule<T>): Rule<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return isNot(value, 'a list')
    for (const [i, one] of value.entries()) {
      const wrong = item(one)
      const id = one?.id ?? one?.key
      if (wrong) return `[${i}]${typeof id === 'string' ? ` (${show(id)})` : ''}${wrong}`
    }
  }
}

function record<T extends object>(fields: { [Field in keyof T]-?: Rule<T[Field]> }): Rule<T> {
  const rules = Object.entries(fields) as [string, Rule<unknown>][]
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return isNot(value, 'an object')
    for (const [name, check] of rules) {
      const wrong = check(value[name as never])
      if (wrong) return `.${name}${wrong}`
    }
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined) return ` has ${show(unknown)}, which this server does not know`
  }
}

const form = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** A month's last days are looked up, which takes long: JavaScript makes 30 February a day in March. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !form.test(value)) return false
  const day = Number(value.slice(8, 10))
  return day < 29 || new Date(value).getUTCDate() === day
}

function isNot(value: unknown, name: string): string {
  return value === undefined ? ' is missing' : ` is ${show(value)}, not ${name}`
}

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
