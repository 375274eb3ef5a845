/** Validates records from a file against the types of records.ts. */
import * as v from 'valibot'
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

/** @throws Error in one line that names the file and the field of the first mismatch. */
export function checkShape(lists: object, file: string): asserts lists is Data {
  const [issue] = v.safeParse(data, lists, { abortEarly: true }).issues ?? []
  if (!issue) return
  const mismatch = describeIssue(issue)
  throw new Error(mismatch.startsWith('.') ? `${file}: ${mismatch.slice(1)}` : `${file}${mismatch}`)
}

// The message of each schema says what the value should be.
const text = v.custom<string>(
  (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  'well-formed text without NUL',
)
const count = v.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number')
const time = v.custom<string>(isTime, 'a time like 2025-01-31T12:00:00.000Z')
const date = v.custom<string>(
  (value) => typeof value === 'string' && isTime(`${value}T00:00:00.000Z`),
  'a date like 2025-01-31',
)

const data = record<Data>({
  teams: list(record<Team>({ id: text, name: v.nullable(text), plan: oneOf(plans), createdAt: time })),
  users: list(
    record<User>({
      id: text,
      email: text,
      name: v.optional(text),
      teamId: text,
      role: oneOf(roles),
      passwordHash: v.nullable(text),
      verification: v.nullable(record<VerificationCode>({ codeHash: text, expiresAt: time, tries: count })),
      deletionRequestedAt: v.nullable(time),
      deletionScheduledAt: v.nullable(time),
      createdAt: time,
    }),
  ),
  services: list(record<Service>({ id: text, teamId: text, monitorIds: list(text) })),
  monitors: list(record<Monitor>({ id: text, teamId: text })),
  incidents: list(
    record<Incident>({
      id: text,
      monitorId: v.nullable(text),
      teamId: text,
      type: oneOf(incidentTypes),
      status: oneOf(incidentStatuses),
      title: v.nullable(text),
      startedAt: time,
      resolvedAt: v.nullable(time),
      cause: v.nullable(text),
      serviceId: v.optional(text),
      createdAt: time,
    }),
  ),
  dailyStats: list(record<DailyStat>({ monitorId: text, date })),
  attempts: list(record<Attempts>({ key: text, count, resetsAt: time })),
})

/** An object with exactly these fields. An array is none, although strictObject would take it for one. */
function record<T>(fields: { [Field in keyof T]-?: v.GenericSchema<unknown, T[Field]> }) {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const schema: unknown = v.pipe(v.custom<object>(isObject, 'an object'), v.strictObject(fields))
  return schema as v.GenericSchema<unknown, T>
}

function list<T>(item: v.GenericSchema<unknown, T>) {
  return v.array(item, 'a list')
}

function oneOf<T extends string>(values: readonly T[]) {
  return v.picklist(values, `one of ${values.join(', ')}`)
}

/** `toJSON` gives another text for a day or an hour that does not exist, and for any other notation. */
function isTime(value: unknown): boolean {
  return typeof value === 'string' && value.length === 24 && new Date(value).toJSON() === value
}

function describeIssue({ path, expected, input, message }: v.BaseIssue<unknown>): string {
  const place = path?.map(describeStep) ?? []
  if (expected === 'never') return `${place.slice(0, -1).join('')} has ${show(input)}, which this server does not know`
  return place.join('') + (input === undefined ? ' is missing' : ` is ${show(input)}, not ${message}`)
}

/** One step of a path, such as `.users` or `[1] ("id of the record")`. */
function describeStep({ key, value }: v.IssuePathItem): string {
  if (typeof key !== 'number') return `.${key}`
  const { id, key: attemptsKey } = (value ?? {}) as { id?: unknown; key?: unknown }
  const name = id ?? attemptsKey
  return typeof name === 'string' ? `[${key}] (${show(name)})` : `[${key}]`
}

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
