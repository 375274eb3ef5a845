/** The records that the hook makes, or changes if it is given an id. */
import { randomBytes, randomInt } from 'node:crypto'
import { gracePeriod } from './business-rules.ts'
import { type Incident, newId, type Store, type Team, type User } from './memory-store.ts'
import { noCall } from './pipeline.ts'
import type { Json, Steps } from './steps.ts'

const hour = 3_600_000

export function hookSteps(steps: Steps, store: Store) {
  return {
    createMember(team, role) {
      const user: User = {
        id: newId(),
        email: `${newId().toLowerCase()}@self-test.example`,
        name: 'Sam Self-Test',
        password: randomBytes(12).toString('base64url'),
        code: undefined,
        teamId: team.id,
        role,
        createdAt: new Date(steps.now().getTime() - hour),
        deletion: undefined,
      }
      store.users.set(user.id, user)
      return user
    },

    records: {
      team(fields, id) {
        const { name, plan } = { name: 'Self-Test', ...(id !== undefined && store.teams.get(id)), ...fields }
        const plans: { [asked: string]: Team['plan'] } = { free: 'free', paid: 'pro', highest: 'business' }
        const team = { id: id ?? newId(), name: name as string | null, plan: plans[String(plan)] ?? 'pro' }
        store.teams.set(team.id, team)
        return { ...team }
      },

      account(fields, id) {
        const { teamId, owner, role = owner ? 'owner' : fields.scope === 'write' ? 'owner' : 'viewer' } = fields
        const old = id === undefined ? undefined : store.users.get(id)
        const team = store.teams.get(String(teamId))
        if (!old && !team) return undefined
        const isRole = !old || 'scope' in fields || 'role' in fields
        const made = old ?? steps.createMember(team as Team, String(role))
        const user = { ...made, ...(isRole && { role: String(role) }), ...withProof(fields), ...withDeletion(fields) }
        store.users.set(user.id, user)
        const shown = shownAccount(user, Boolean(fields.verificationCodeExpired))
        if (!user.deletion || user.deletion.scheduledAt > steps.now()) return shown
        steps.completeDeletion(user)
        return { ...shown, deleted: true }
      },

      token({ accountId, expired }) {
        const user = store.users.get(String(accountId))
        if (!user) return undefined
        const accessToken = steps.issueToken(user, 'access', noCall)
        const token = store.tokens.get(accessToken)
        // Tokens that are not kept do not expire.
        if (expired && !token) return undefined
        if (expired && token) token.expires = steps.now().getTime() - hour
        return { accountId, expired, accessToken }
      },

      incident({ teamId, type = 'manual', status = 'open', startedAt: started, resolvedAt: ended, ...fields }) {
        const startedAt = started === undefined ? new Date(steps.now().getTime() - hour) : new Date(String(started))
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
        store.incidents.set(incident.id, incident)
        return { ...incident }
      },

      monitor({ teamId, days = [] }) {
        const monitor = { id: newId(), teamId: String(teamId) }
        store.monitors.set(monitor.id, monitor)
        for (const date of days as string[]) store.stats.add({ monitorId: monitor.id, date })
        return { ...monitor, days: daysOf(monitor.id) }
      },

      rows({ monitorId, days = [] }) {
        for (const date of days as string[]) store.stats.add({ monitorId: String(monitorId), date })
        return { monitorId, days: daysOf(String(monitorId)) }
      },

      service({ teamId, monitorIds = [] }) {
        const service = { id: newId(), teamId: String(teamId), monitors: monitorIds as string[] }
        store.services.set(service.id, service)
        return { id: service.id, teamId, monitorIds }
      },
    },
  } satisfies Partial<Steps>

  function daysOf(id: string): string[] {
    return [...store.stats].flatMap(({ monitorId, date }) => (monitorId === id ? [date] : []))
  }

  /** A verification code in place of the password. */
  function withProof({ password, verificationCode, verificationCodeExpired }: Json): Partial<User> {
    if (password !== null) return {}
    if (verificationCode === null) return { password: undefined }
    const digits = String(verificationCode ?? randomInt(1_000_000)).padStart(6, '0')
    const expires = steps.now().getTime() + (verificationCodeExpired ? -1000 : 600_000)
    return { password: undefined, code: { digits, expires, attemptsLeft: 5 } }
  }

  function withDeletion({ deletionRequestedAt }: Json): Partial<User> {
    if (deletionRequestedAt === undefined) return {}
    const requestedAt = new Date(String(deletionRequestedAt))
    const scheduledAt = new Date(requestedAt.getTime() + gracePeriod)
    return { createdAt: requestedAt, deletion: { requestedAt, scheduledAt } }
  }

  function shownAccount(user: User, verificationCodeExpired: boolean): Json {
    const { id, email, password = null, teamId, role, code, deletion } = user
    return {
      ...{ id, email, password, teamId, role },
      owner: role === 'owner',
      scope: role === 'viewer' ? 'read' : 'write',
      accessToken: steps.issueToken(user, 'access', noCall),
      ...(code && { verificationCode: code.digits, verificationCodeExpired }),
      ...(deletion && { deletionRequestedAt: deletion.requestedAt, deletionScheduledAt: deletion.scheduledAt }),
    }
  }
}
