/** The handler of each operation, in the order of openapi.yaml. */
import type { OperationId } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { limitAttempts, limitNetwork } from '../auth/rate-limit.ts'
import { findInitialMarks } from '../auth/sessions.ts'
import type { AnyInput, AnyOutput, Operations } from '../operation-types.ts'
import { loginKey, signupKey } from '../store/attempt-keys.ts'
import { earlierTime } from './clock.ts'
import type { OperationContext } from './context.ts'
import { findByPassword, proveIdentity } from './identity.ts'
import { newTeam, newUser } from './new-records.ts'
import * as rules from './rules.ts'
import { publicDeletion, publicDeletionRequest, publicIncident, publicUser } from './serializers.ts'
import { assertSignUpOpen, refuseIfClosed } from './sign-up-switch.ts'

export const operations: Operations<OperationContext> = {
  async signup({ body }, { store, passwords, tokens, now, attempts, network, identified }) {
    const email = rules.canonicalEmail(body.email)
    if (rules.canonicalEmail(body.password) === email) throw invalidPassword('the e-mail address')
    if (await passwords.isCommon(body.password)) throw invalidPassword('one of the most common passwords')
    await assertSignUpOpen(store)
    const passwordHash = await passwords.hold(async () => {
      await limitNetwork(store, network, now())
      await limitAttempts(store, signupKey(email), now(), attempts)
      // Saves a useless hash; of concurrent sign-ups with one address, the store accepts only one.
      if (await store.findUser(email)) throw new ApiError('EMAIL_ALREADY_REGISTERED')
      return passwords.hash(body.password)
    }, network?.name)
    const sessionMarks = await findInitialMarks(store)
    const createdAt = now()
    const team = newTeam('free', createdAt)
    const user = newUser({ email, name: body.name, teamId: team.id, role: 'owner', passwordHash }, createdAt)
    // Sign-up may have been closed while the password waited for its hash.
    if (!(await store.addAccount(user, team, refuseIfClosed))) throw new ApiError('EMAIL_ALREADY_REGISTERED')
    identified(user.id)
    return { status: 201, body: { user: publicUser(user), ...(await tokens.issue(user.id, sessionMarks)) } }
  },

  async login({ body }, context) {
    const { store, passwords, tokens, now, attempts, network, identified } = context
    const email = rules.canonicalEmail(body.email)
    const member = await passwords.hold(async () => {
      const known = await store.findUser(email)
      if (known) identified(known.id)
      await limitNetwork(store, network, now())
      await limitAttempts(store, loginKey(email), now(), attempts)
      return findByPassword(known, body.password, context)
    }, network?.name)
    if (!member) throw new ApiError('INVALID_CREDENTIALS')
    const { user, sessionMarks } = member
    await store.forgetAttempts(loginKey(email))
    return { status: 200, body: { user: publicUser(user), ...(await tokens.issue(user.id, sessionMarks)) } }
  },

  async resolveIncident({ path, body, caller }, { store, now }) {
    const incident = await store.changeIncident(caller.team.id, path.id, rules.resolution(body?.cause, now()))
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 200, body: { incident: publicIncident(incident) } }
  },

  async deleteIncident({ path, caller }, { store }) {
    const incident = await store.removeIncident(caller.team.id, path.id, rules.undeletable)
    if (!incident) throw new ApiError('INCIDENT_NOT_FOUND')
    return { status: 204 }
  },

  async scheduleAccountDeletion({ body, caller }, context) {
    const consumeProof = await proveIdentity(caller, body, context)
    const { store, now } = context
    // A deletion that is scheduled by a wrong clock may be due at once.
    await earlierTime(store, now()).catch((cause) => Promise.reject(new ApiError('UNAVAILABLE', { cause })))
    // A deletion that is refused does not consume the code.
    const user = await store.changeUser(caller.user.id, (current, others, sessionMarks) =>
      rules.scheduleDeletion(consumeProof(current, sessionMarks), others, now()),
    )
    if (!user) throw new ApiError('UNAUTHENTICATED', { hasInvalidCredential: true })
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

/** Runs a handler with input that was validated against the contract, which is what its own types say. */
export function runOperation(id: OperationId, input: AnyInput, context: OperationContext): Promise<AnyOutput> {
  return (operations[id] as (input: AnyInput, context: OperationContext) => Promise<AnyOutput>)(input, context)
}

/** The contract's error for a password that its schema cannot refuse. */
function invalidPassword(what: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { message: `body.password is ${what}: choose another one` })
}
