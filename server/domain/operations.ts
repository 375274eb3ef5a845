/** The handler of each operation, in the order of openapi.yaml. */
import { ApiError } from '@monitoring-service/http'
import { limitAttempts } from '../auth/rate-limit.ts'
import type { Operations } from '../operation-types.ts'
import type { Incident } from '../store/records.ts'
import { loginKey, signupKey } from './attempt-keys.ts'
import type { Context } from './context.ts'
import { proveIdentity } from './identity.ts'
import { newTeam, newUser } from './new-records.ts'
import * as rules from './rules.ts'
import { publicDeletion, publicDeletionRequest, publicIncident, publicUser } from './serializers.ts'

export const operations: Operations<Context> = {
  async signup({ body }, { store, passwords, tokens, now }) {
    const email = rules.canonicalEmail(body.email)
    const passwordHash = await passwords.hold(async () => {
      await limitAttempts(store, signupKey(email), now())
      // Saves a useless hash; of concurrent sign-ups with one address, the store accepts only one.
      if (await store.findUser(email)) throw new ApiError('EMAIL_ALREADY_REGISTERED')
      return passwords.hash(body.password)
    })
    const createdAt = now()
    const team = newTeam('free', createdAt)
    const user = newUser({ email, name: body.name, teamId: team.id, role: 'owner', passwordHash }, createdAt)
    if (!(await store.addAccount(user, team))) throw new ApiError('EMAIL_ALREADY_REGISTERED')
    return { status: 201, body: { user: publicUser(user), ...(await tokens.issue(user.id)) } }
  },

  async login({ body }, { store, passwords, tokens, now }) {
    const email = rules.canonicalEmail(body.email)
    const user = await passwords.hold(async () => {
      await limitAttempts(store, loginKey(email), now())
      const known = await store.findUser(email)
      const isRight = await passwords.matches(body.password, known?.passwordHash)
      return isRight ? known : undefined
    })
    if (!user) throw new ApiError('INVALID_CREDENTIALS')
    await store.forgetAttempts(loginKey(email))
    return { status: 200, body: { user: publicUser(user), ...(await tokens.issue(user.id)) } }
  },

  async resolveIncident({ path, body, caller }, { store, now }) {
    const resolve = (incident: Incident) => rules.resolveIncident(incident, body?.cause, now())
    const incident = await store.changeIncident(caller.team.id, path.id, resolve)
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 200, body: { incident: publicIncident(incident) } }
  },

  async deleteIncident({ path, caller }, { store }) {
    const incident = await store.removeIncident(caller.team.id, path.id, rules.assertDeletable)
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 204 }
  },

  async scheduleAccountDeletion({ body, caller }, context) {
    const consumeCode = await proveIdentity(caller.user, body, context)
    const { store, now } = context
    let refusal: unknown
    const user = await store.changeUser(caller.user.id, (current, others) => {
      const proven = consumeCode(current)
      refusal = undefined
      try {
        return rules.scheduleDeletion(proven, others, now())
      } catch (error) {
        // The same write consumes the code of a refused deletion.
        refusal = error
        return proven
      }
    })
    if (refusal) throw refusal
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
