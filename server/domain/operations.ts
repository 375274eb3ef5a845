/** The eight operations, in the order of openapi.yaml. */
import { ApiError } from '@monitoring-service/http'
import { monotonicFactory } from 'ulid'
import { proveIdentity } from '../auth/identity.ts'
import type { Passwords } from '../auth/passwords.ts'
import { countAttempt } from '../auth/rate-limit.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Operations } from '../operation-types.ts'
import type { Team, User } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import * as rules from './rules.ts'
import { publicDeletion, publicDeletionRequest, publicIncident, publicUser } from './serializers.ts'

/** Everything that an operation may use beside its input. */
export interface Context {
  store: Store
  passwords: Passwords
  tokens: Tokens
  /** The address that plan-limit errors point to. */
  upgradeUrl: string
  now(): Date
}

const newId = monotonicFactory()

export const operations: Operations<Context> = {
  async signup({ body }, { store, passwords, tokens, now }) {
    const email = rules.canonicalEmail(body.email)
    const passwordHash = await passwords.hold(async () => {
      await countAttempt(store, `signup ${email}`, now())
      // A hash would be made in vain; of those who sign up at once with one address, the store takes one.
      if (await store.findUser(email)) throw new ApiError('EMAIL_ALREADY_REGISTERED')
      return passwords.hash(body.password)
    })
    const { user, team } = newAccount({ email, name: body.name, passwordHash }, now())
    if (!(await store.addAccount(user, team))) throw new ApiError('EMAIL_ALREADY_REGISTERED')
    return { status: 201, body: { user: publicUser(user), ...(await tokens.issue(user.id)) } }
  },

  async login({ body }, { store, passwords, tokens, now }) {
    const email = rules.canonicalEmail(body.email)
    const user = await passwords.hold(async () => {
      await countAttempt(store, email, now())
      const known = await store.findUser(email)
      const right = await passwords.matches(body.password, known?.passwordHash)
      return right ? known : undefined
    })
    if (!user) throw new ApiError('INVALID_CREDENTIALS')
    await store.forgetAttempts(email)
    return { status: 200, body: { user: publicUser(user), ...(await tokens.issue(user.id)) } }
  },

  async resolveIncident({ path, body, caller }, { store, now }) {
    const change = (incident: Parameters<typeof rules.resolveIncident>[0]) =>
      rules.resolveIncident(incident, body?.cause, now())
    const incident = await store.changeIncident(caller.team.id, path.id, change)
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 200, body: { incident: publicIncident(incident) } }
  },

  async deleteIncident({ path, caller }, { store }) {
    const incident = await store.removeIncident(caller.team.id, path.id, rules.assertDeletable)
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 204 }
  },

  async scheduleAccountDeletion({ body, caller }, context) {
    await proveIdentity(caller.user, body, context)
    const { store, now } = context
    const user = await store.changeUser(caller.user.id, (user, others) => rules.scheduleDeletion(user, others, now()))
    if (!user) throw new ApiError('UNAUTHENTICATED')
    return { status: 200, body: publicDeletion(user) }
  },

  async listDeletionRequests({ query: { page, limit } }, { store, now }) {
    const { members, total } = await store.listDeletionRequests((page - 1) * limit, limit)
    const data = members.map((member) => publicDeletionRequest(member, now()))
    return { status: 200, body: { data, pagination: { page, limit, total } } }
  },

  async resetServiceStats({ path, query, caller }, { store, upgradeUrl }) {
    rules.assertPaidPlan(caller.team, upgradeUrl)
    const deletedCount = await store.resetServiceStats(caller.team.id, path.id, query.before)
    if (deletedCount === undefined) throw new ApiError('SERVICE_NOT_FOUND')
    return { status: 200, body: { ok: true, deletedCount } }
  },

  async resetMonitorStats({ path, query, caller }, { store, upgradeUrl }) {
    rules.assertPaidPlan(caller.team, upgradeUrl)
    const deletedCount = await store.resetMonitorStats(caller.team.id, path.id, query.before)
    if (deletedCount === undefined) throw new ApiError('MONITOR_NOT_FOUND')
    return { status: 200, body: { ok: true, deletedCount } }
  },
}

/** A user who owns a new team on the free plan. */
function newAccount(given: { email: string; name: string | undefined; passwordHash: string }, now: Date) {
  const createdAt = now.toISOString()
  const team: Team = { id: newId(now.getTime()), name: null, plan: 'free', createdAt }
  const user: User = {
    id: newId(now.getTime()),
    email: given.email,
    ...(given.name !== undefined && { name: given.name }),
    teamId: team.id,
    role: 'owner',
    passwordHash: given.passwordHash,
    verification: null,
    deletionRequestedAt: null,
    deletionScheduledAt: null,
    createdAt,
  }
  return { user, team }
}
