/** Makes and changes the records that the conformance kit asks the test hooks for. */
import * as v from 'valibot'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import { makeCode } from './auth/verification-code.ts'
import { newTeam, newUser, newVerification } from './domain/new-records.ts'
import { scheduleDeletion } from './domain/rules.ts'
import { defaultPurgeMax, purge } from './jobs/purge.ts'
import { newId } from './store/new-id.ts'
import { type Data, emptyData, type Incident, roles, type User } from './store/records.ts'
import type { Store } from './store/store.ts'

export interface TestHooksContext {
  store: Store
  tokens: Tokens
  passwords: Passwords
  now(): Date
}

export interface RecordKind {
  make(fields: unknown): Promise<object>
  /** Returns the record as it is then; undefined if none has the id. */
  change?(id: string, fields: unknown): Promise<object | undefined>
}

/** A record of this kind cannot have these fields. */
export class FieldsError extends Error {}

type Fields<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

/** @param entries the fields that are read; others may have any value. */
function defineKind<Entries extends v.ObjectEntries>(
  entries: Entries,
  make: (fields: Fields<Entries>) => Promise<object>,
  change?: (id: string, fields: Fields<Entries>) => Promise<object | undefined>,
): RecordKind {
  const read = (fields: unknown) => {
    const { success, output, issues } = v.safeParse(v.object(entries), fields)
    if (success) return output
    throw new FieldsError(`${v.getDotPath(issues[0])}: ${issues[0].message}`)
  }
  return {
    make: async (fields) => make(read(fields)),
    ...(change && { change: async (id, fields) => change(id, read(fields)) }),
  }
}

const text = v.nullish(v.string())
const flag = v.nullish(v.boolean())
/** A missing one is refused by the store, which names what it belongs to. */
const owner = v.optional(v.string(), '')
const list = v.optional(v.array(v.string()), [])

const plans = { free: 'free', paid: 'pro', highest: 'enterprise' } as const
const teamFields = { plan: v.optional(v.picklist(['free', 'paid', 'highest'])), name: text }
const incidentFields = {
  teamId: owner,
  ...v.entriesFromList(['type', 'status', 'cause', 'monitorId', 'serviceId', 'startedAt', 'resolvedAt'], text),
}
const accountFields = {
  teamId: owner,
  role: v.nullish(v.picklist(roles)),
  ...v.entriesFromList(['owner', 'verificationCodeExpired'], flag),
  ...v.entriesFromList(['scope', 'password', 'verificationCode', 'deletionRequestedAt'], text),
}

export function createRecordKinds(context: TestHooksContext): Record<string, RecordKind> {
  const { store, tokens, now } = context
  const load = (records: Partial<Data>) => store.load({ ...emptyData(), ...records })
  return {
    team: defineKind(
      teamFields,
      async ({ plan = 'paid', name = 'Made for the kit' }) => {
        const team = { ...newTeam(plans[plan], now()), name }
        await load({ teams: [team] })
        return team
      },
      (id, { plan }) => store.changeTeam(id, (team) => (plan ? { ...team, plan: plans[plan] } : team)),
    ),
    account: createAccountKind(context),
    token: defineKind({ accountId: owner, expired: flag }, async ({ accountId, expired }) => {
      const { accessToken } = await tokens.issue(accountId, [], expired ? hourBefore(now()) : now())
      return { accountId, expired, accessToken }
    }),
    incident: defineKind(
      incidentFields,
      async (fields) => {
        const incident = newIncident(fields, now())
        await load({ incidents: [incident] })
        return incident
      },
      async (id) => (await store.dump()).incidents.find((incident) => incident.id === id),
    ),
    monitor: defineKind({ teamId: owner, days: list }, async ({ teamId, days }) => {
      const id = newId()
      await load({ monitors: [{ id, teamId }], dailyStats: days.map((date) => ({ monitorId: id, date })) })
      return { id, teamId, days }
    }),
    rows: defineKind({ monitorId: owner, days: list }, async ({ monitorId, days }) => {
      await load({ dailyStats: days.map((date) => ({ monitorId, date })) })
      return { monitorId, days }
    }),
    service: defineKind({ teamId: owner, monitorIds: list }, async ({ teamId, monitorIds }) => {
      const service = { id: newId(), teamId, monitorIds }
      await load({ services: [service] })
      return service
    }),
  }
}

function newIncident(fields: Fields<typeof incidentFields>, now: Date): Incident {
  const { teamId, type, status, cause = null, monitorId = null, serviceId, resolvedAt } = fields
  const startedAt = fields.startedAt ?? now.toISOString()
  return {
    id: newId(),
    monitorId,
    teamId,
    cause,
    title: 'Made for the kit',
    type: type === 'auto' ? 'auto' : 'manual',
    status: status === 'resolved' ? 'resolved' : 'open',
    startedAt,
    resolvedAt: status === 'resolved' ? (resolvedAt ?? startedAt) : null,
    ...(serviceId && { serviceId }),
    createdAt: startedAt,
  }
}

const hourBefore = (time: Date) => new Date(time.getTime() - 3_600_000)

/** Each account has a password of its own, so that none opens another. */
const passwordOf = (id: string) => `kit-${id}`

type AccountFields = Fields<typeof accountFields>

/** Returns the change of a user that the fields ask for. */
async function toChange(
  fields: AccountFields,
  code: string,
  { passwords, now }: TestHooksContext,
): Promise<(user: User) => User> {
  const { role, scope, owner, password, verificationCode, verificationCodeExpired, deletionRequestedAt } = fields
  const hasCode = password === null && verificationCode !== null
  const issuedAt = verificationCodeExpired ? hourBefore(now()) : now()
  const verification = hasCode ? newVerification(await passwords.hash(code), issuedAt) : undefined
  return (user) => {
    const changed = { ...user }
    if (role || scope || owner) changed.role = role ?? (scope === 'read' ? 'viewer' : 'owner')
    if (password === null) changed.passwordHash = null
    if (verification) changed.verification = verification
    if (!deletionRequestedAt) return changed
    return scheduleDeletion({ ...changed, deletionScheduledAt: null }, 0, new Date(deletionRequestedAt))
  }
}

function createAccountKind(context: TestHooksContext): RecordKind {
  const { store, tokens, passwords, now } = context
  async function purgeIfDue({ deletionScheduledAt }: User): Promise<void> {
    const isDue = deletionScheduledAt !== null && deletionScheduledAt <= now().toISOString()
    if (isDue) await purge(store, now(), { max: defaultPurgeMax })
  }

  /** The account as the kit reads it: as stored, with credentials. */
  async function toAccount(user: User, verificationCode: string, { verificationCodeExpired }: AccountFields) {
    const { id, email, teamId, role, deletionRequestedAt, deletionScheduledAt, passwordHash, verification } = user
    const { accessToken } = await tokens.issue(id)
    await purgeIfDue(user)
    return {
      id,
      email,
      teamId,
      role,
      accessToken,
      deletionRequestedAt,
      deletionScheduledAt,
      owner: role === 'owner',
      scope: role === 'viewer' ? 'read' : 'write',
      password: passwordHash && passwordOf(id),
      ...(verification && { verificationCode, verificationCodeExpired }),
      deleted: (await store.findMember(id)) === undefined,
    }
  }

  return defineKind(
    accountFields,
    async (fields) => {
      const { teamId, verificationCode, deletionRequestedAt } = fields
      const code = verificationCode ?? makeCode()
      const change = await toChange(fields, code, context)
      const createdAt = deletionRequestedAt ? new Date(deletionRequestedAt) : now()
      const email = `${newId()}@fixtures.example`
      const made = newUser({ email, teamId, role: 'owner', passwordHash: null }, createdAt)
      const user = change({ ...made, passwordHash: await passwords.hash(passwordOf(made.id)) })
      await store.load({ ...emptyData(), users: [user] })
      return toAccount(user, code, fields)
    },
    async (id, fields) => {
      const code = fields.verificationCode ?? makeCode()
      const changed = await store.changeUser(id, await toChange(fields, code, context))
      return changed && toAccount(changed, code, fields)
    },
  )
}
