/** The stored records. Times are RFC 3339 text in UTC with milliseconds, dates are YYYY-MM-DD; both sort as text. */
import { limits, userIdPattern } from '@monitoring-service/contract'
import * as v from 'valibot'

export const plans = ['free', 'pro', 'enterprise'] as const
export const paidPlans: readonly string[] = plans.filter((plan) => plan !== 'free')
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
const incidentTypes = ['manual', 'auto'] as const
const incidentStatuses = ['open', 'resolved'] as const

// The message of each schema says what the value should be.
const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
const text = v.custom<string>(isText, 'well-formed text without NUL')
const id = v.custom<string>((value) => isText(value) && value !== '', 'well-formed text without NUL, and not empty')
const textUpTo = (most: number) =>
  v.custom<string>(
    (value) => isText(value) && [...(value as string)].length <= most,
    `well-formed text without NUL of at most ${most} characters`,
  )
const name = textUpTo(limits.nameLength)
const count = v.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number')
const time = v.custom<string>(isTime, 'a time like 2025-01-31T12:00:00.000Z')
const date = v.custom<string>(isDate, 'a date like 2025-01-31')

/** A dearer hash would occupy a processor for seconds. */
export const maxBcryptCost = 13
/** Of the hashes that come from elsewhere. */
const minBcryptCost = 10

export function isBcryptHash(text: string): boolean {
  return /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text)
}

const userId = new RegExp(userIdPattern, 'u')

/**
 * Checks the ids and hashes of users that come from elsewhere: the server sends no response with another id.
 * @throws Error in one line that names the user, without the hash.
 */
export function checkUsers({ users }: Data, file: string): void {
  for (const { id, passwordHash, verification } of users) {
    if (!userId.test(id)) throw new Error(`${file}: user ${JSON.stringify(id)} has an id that is not a ULID`)
    for (const hash of [passwordHash, verification?.codeHash ?? null]) {
      const cost = hash === null ? minBcryptCost : isBcryptHash(hash) ? Number(hash.slice(4, 6)) : 0
      if (cost >= minBcryptCost && cost <= maxBcryptCost) continue
      const bounds = `of cost ${minBcryptCost} to ${maxBcryptCost}`
      throw new Error(`${file}: user ${JSON.stringify(id)} has a hash that is not one of bcrypt ${bounds}`)
    }
  }
}

const team = record({
  id,
  name: v.nullable(name),
  plan: oneOf(plans),
  createdAt: time,
})

const verificationCode = record({
  /** bcrypt hash. */
  codeHash: text,
  expiresAt: time,
  /** The number of attempts, right or wrong. */
  tries: count,
})

const user = record({
  id,
  /** In lower case. */
  email: text,
  name: v.exactOptional(name),
  teamId: id,
  role: oneOf(roles),
  /** bcrypt hash; null for a user who signs in with OAuth. */
  passwordHash: v.nullable(text),
  verification: v.nullable(verificationCode),
  deletionRequestedAt: v.nullable(time),
  deletionScheduledAt: v.nullable(time),
  createdAt: time,
})

const incident = record({
  id,
  monitorId: v.nullable(id),
  teamId: id,
  type: oneOf(incidentTypes),
  status: oneOf(incidentStatuses),
  title: v.nullable(text),
  startedAt: time,
  resolvedAt: v.nullable(time),
  cause: v.nullable(textUpTo(limits.causeLength)),
  serviceId: v.exactOptional(id),
  createdAt: time,
})

/** `monitorIds` are the monitors linked to the service. */
const service = record({ id, teamId: id, monitorIds: list(id) })
const monitor = record({ id, teamId: id })
/** One row of monitor_daily_stats (Document 2.6). */
const dailyStat = record({ monitorId: id, date })
/** The number of attempts for a key in one time window. */
const attempts = record({ key: text, count, resetsAt: time })

export const dataSchema = record({
  teams: list(team),
  users: list(user),
  services: list(service),
  monitors: list(monitor),
  incidents: list(incident),
  dailyStats: list(dailyStat),
  attempts: list(attempts),
})

export type Team = v.InferOutput<typeof team>
export type VerificationCode = v.InferOutput<typeof verificationCode>
export type User = v.InferOutput<typeof user>
export type Incident = v.InferOutput<typeof incident>
export type Attempts = v.InferOutput<typeof attempts>
/** The records of a store, in a list for each kind. */
export type Data = v.InferOutput<typeof dataSchema>

export function emptyData(): Data {
  return { teams: [], users: [], services: [], monitors: [], incidents: [], dailyStats: [], attempts: [] }
}

/** The fields of each record in a list, and whether one may be absent. */
export function fieldsOf(list: keyof Data): { field: string; isOptional: boolean }[] {
  const schemas = Object.entries<{ type: string }>(dataSchema.pipe[1].entries[list].item.pipe[1].entries)
  return schemas.map(([field, { type }]) => ({ field, isOptional: type === 'exact_optional' }))
}

/** Adds the records of a piece to others. */
export function addPiece(all: Data, piece: Data): void {
  for (const [name, records] of Object.entries(piece)) {
    for (const record of records) (all[name as keyof Data] as object[]).push(record)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with exactly these fields; without the first check, an array would pass for an object. */
function record<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<Fields, undefined>>>(isObject, 'an object'),
    v.strictObject(fields),
  )
}

function list<Item extends v.GenericSchema>(item: Item) {
  return v.array(item, 'a list')
}

function oneOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, `one of ${values.join(', ')}`)
}

/** `toJSON` gives another text for a day or an hour that does not exist, and for any other notation. */
function isTime(value: unknown): boolean {
  return typeof value === 'string' && value.length === 24 && new Date(value).toJSON() === value
}

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && isTime(`${value}T00:00:00.000Z`)
}
