/** The records that the hook makes, or changes if it is given an id. */
import { randomBytes, randomInt } from 'node:crypto'
import { gracePeriod } from './business-rules.ts'
import { type Incident, newId, type Team, type User } from './memory-store.ts'
import { noCall } from './pipeline.ts'
import type { Json, Steps } from './steps.ts'

const hour = 3_600_000
const plans: { [asked: string]: Team['plan'] } = { free: 'free', paid: 'pro', highest: 'business' }

/** Undefined if it cannot make such a record, or has none with this id. */
const makers: Record<string, (this: Steps, fields: Json, id?: string) => Json | undefined> = {
  team(fields, id) {
    const { name, plan } = { name: 'Self-Test', ...(id !== undefined && this.teams.get(id)), ...fields }
    const team = { id: id ?? newId(), name: name as string | null, plan: plans[String(plan)] ?? 'pro' }
    this.teams.set(team.id, team)
    return { ...team }
  },

  account(fields, id) {
    const { teamId, owner, role = owner ? 'owner' : fields.scope === 'write' ? 'owner' : 'viewer' } = fields
    const old = id === undefined ? undefined : this.users.get(id)
    const team = this.teams.get(String(teamId))
    if (!old && !team) return undefined
    const isRole = !old || 'scope' in fields || 'role' in fields
    const made = old ?? this.createMember(team as Team, String(role))
    const proof = withProof(fields, this.now().getTime())
    const user = { ...made, ...(isRole && { role: String(role) }), ...proof, ...withDeletion(fields) }
    this.users.set(user.id, user)
    const accessToken = this.issueToken(user, 'access', noCall)
    const shown = { ...shownAccount(user, Boolean(fields.verificationCodeExpired)), accessToken }
    if (!user.deletion || user.deletion.scheduledAt > this.now()) return shown
    this.completeDeletion(user)
    return { ...shown, deleted: true }
  },

  token({ accountId, expired }) {
    const user = this.users.get(String(accountId))
    if (!user) return undefined
    const accessToken = this.issueToken(user, 'access', noCall)
    const token = this.tokens.get(accessToken)
    // Tokens that are not kept do not expire.
    if (expired && !token) return undefined
    if (expired && token) token.expires = this.now().getTime() - hour
    return { accountId, expired, accessToken }
  },

  incident({ teamId, type = 'manual', status = 'open', startedAt: started, resolvedAt: ended, ...fields }, id) {
    if (id !== undefined) {
      const stored = this.incidents.get(id)
      return stored && { ...stored }
    }
    const startedAt = started === undefined ? new Date(this.now().getTime() - hour) : new Date(String(started))
    const createdAt = new Date(startedAt.getTime() + 60_000)
    const resolvedAt = ended === undefined ? createdAt : new Date(String(ended))
    const incident: Incident = {
      monitorId: type === 'auto' ? newId() : null,
      title: type === 'auto' ? null : 'Checkout is slow',
      cause: null,
      serviceId: undefined,
      ...fields,
      id: newId(),
      teamId: String(teamId),
      type: String(type),
      status: String(status),
      startedAt,
      resolvedAt: status === 'resolved' ? resolvedAt : null,
      createdAt,
    }
    this.incidents.set(incident.id, incident)
    return { ...incident }
  },

  monitor({ teamId, days = [] }) {
    const monitor = { id: newId(), teamId: String(teamId) }
    this.monitors.set(monitor.id, monitor)
    return { ...monitor, days: addRows(this, monitor.id, days as string[]) }
  },

  rows({ monitorId, days = [] }) {
    return { monitorId, days: addRows(this, String(monitorId), days as string[]) }
  },

  service({ teamId, monitorIds = [] }, id = newId()) {
    const service = { teamId: String(teamId), ...this.services.get(id), id, monitors: monitorIds as string[] }
    this.services.set(id, service)
    return { id, teamId: service.teamId, monitorIds }
  },
}

export const hook = {
  createMember(team, role) {
    const user: User = {
      id: newId(),
      email: `${newId().toLowerCase()}@self-test.example`,
      name: 'Sam Self-Test',
      password: randomBytes(12).toString('base64url'),
      code: undefined,
      teamId: team.id,
      role,
      createdAt: new Date(this.now().getTime() - hour),
      deletion: undefined,
    }
    this.users.set(user.id, user)
    return user
  },

  makeRecord(kind, fields, id) {
    return makers[kind]?.call(this, fields, id)
  },
} satisfies Partial<Steps> & ThisType<Steps>

/** @returns the days of all rows of the monitor. */
function addRows({ stats }: Steps, monitorId: string, days: string[]): string[] {
  for (const date of days) stats.add({ monitorId, date })
  return [...stats].flatMap((row) => (row.monitorId === monitorId ? [row.date] : []))
}

/** A verification code in place of the password. */
function withProof({ password, verificationCode, verificationCodeExpired }: Json, now: number): Partial<User> {
  if (password !== null) return {}
  if (verificationCode === null) return { password: undefined }
  const digits = String(verificationCode ?? randomInt(1_000_000)).padStart(6, '0')
  const expires = now + (verificationCodeExpired ? -1000 : 600_000)
  return { password: undefined, code: { digits, expires, attemptsLeft: 5 } }
}

function withDeletion({ deletionRequestedAt }: Json): Partial<User> {
  if (deletionRequestedAt === undefined) return {}
  const requestedAt = new Date(String(deletionRequestedAt))
  const scheduledAt = new Date(requestedAt.getTime() + gracePeriod)
  // An account is not younger than its request.
  return { createdAt: requestedAt, deletion: { requestedAt, scheduledAt } }
}

function shownAccount(user: User, verificationCodeExpired: boolean): Json {
  const { id, email, password = null, teamId, role, code, deletion } = user
  return {
    id,
    email,
    password,
    teamId,
    role,
    owner: role === 'owner',
    scope: role === 'viewer' ? 'read' : 'write',
    ...(code && { verificationCode: code.digits, verificationCodeExpired }),
    ...(deletion && { deletionRequestedAt: deletion.requestedAt, deletionScheduledAt: deletion.scheduledAt }),
  }
}
