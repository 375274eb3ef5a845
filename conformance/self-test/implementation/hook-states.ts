/** The states of the hook; each call creates new records. */
import { randomBytes, randomInt } from 'node:crypto'
import type { Store, Team, User } from './memory-store.ts'
import type { Json, ServiceCall, Steps } from './steps.ts'
import { newId } from './ulid.ts'

const hour = 3_600_000
const day = 24 * hour
const noCall: ServiceCall = {
  operation: 'none',
  headers: {},
  connection: {},
  query: new URLSearchParams(),
  id: '',
  body: undefined,
  caller: undefined,
}

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

    states: {
      writer({ plan, expiredAccessToken, teamName }) {
        const user = steps.createMember(newTeam(plan === 'highest' ? 'business' : 'pro', teamName), 'owner')
        if (!expiredAccessToken) return shown(user)
        const expired = steps.issueToken(user, 'access', noCall)
        const token = store.tokens.get(expired)
        // Tokens that are not kept do not expire.
        if (!token) return shown(user)
        token.expires = steps.now().getTime() - hour
        return { ...shown(user), expiredAccessToken: expired }
      },
      stranger: () => shown(steps.createMember(newTeam('pro'), 'owner')),
      freeCaller({ teamName, deletionRequestedDaysAgo: days, deletionRequestedAt }) {
        const user = steps.createMember(newTeam('free', teamName), 'owner')
        const exact = typeof deletionRequestedAt === 'string' ? new Date(deletionRequestedAt) : undefined
        return typeof days === 'number' ? leaving(user, days, false, exact) : shown(user)
      },
      plan({ teamId, plan }) {
        const team = teamOf(teamId)
        store.teams.set(team.id, { ...team, plan: plan === 'paid' ? 'pro' : 'free' })
        return { plan }
      },
      role({ email, role }) {
        const user = [...store.users.values()].find((one) => one.email === email)
        if (!user) throw new Error(`there is no user ${email}`)
        const changed = { ...user, role: role === 'reader' ? 'viewer' : String(role) }
        store.users.set(user.id, changed)
        return { role: changed.role }
      },
      deletion({ email, deletionRequestedDaysAgo: days = 31 }) {
        const user = [...store.users.values()].find((one) => one.email === email)
        if (!user) throw new Error(`there is no user ${email}`)
        return leaving(user, Number(days))
      },
      reader: ({ teamId }) => shown(steps.createMember(teamOf(teamId), 'viewer')),
      member({ teamId, role, oauth, deletionRequestedDaysAgo: days }) {
        const user = steps.createMember(teamOf(teamId), String(role))
        return typeof days === 'number' ? leaving(user, days, oauth) : shownWith(oauth, user)
      },
      ownerWithMember({ oauth, teamName }) {
        const team = newTeam('pro', teamName)
        steps.createMember(team, 'member')
        return shownWith(oauth, steps.createMember(team, 'owner'))
      },
      oauthUser({ verificationCode: isIssued = true, expiredVerificationCode, leadingZero, teamName, ...params }) {
        const owner = steps.createMember(newTeam('pro', teamName), 'owner')
        const { deletionRequestedDaysAgo: days } = params
        if (typeof days === 'number') return leaving(owner, days, true)
        const { email: _, ...user } = withCode(
          owner,
          isIssued !== false,
          expiredVerificationCode ? -1000 : undefined,
          leadingZero ? 100_000 : undefined,
        )
        const { verificationCode, ...others } = user
        return expiredVerificationCode ? { ...others, expiredVerificationCode: verificationCode } : user
      },
      incident({
        teamId,
        type = 'manual',
        resolved = false,
        serviceId,
        cause = null,
        acknowledged,
        monitorId,
        startedDaysAgo: days = 0,
      }) {
        const startedAt = new Date(steps.now().getTime() - hour - Number(days) * day)
        const createdAt = new Date(startedAt.getTime() + 60_000)
        const incident = {
          id: newId(),
          monitorId: monitorId === undefined ? (type === 'auto' ? newId() : null) : (monitorId as string | null),
          teamId: teamOf(teamId).id,
          type: String(type),
          status: resolved ? 'resolved' : acknowledged ? 'acknowledged' : 'open',
          title: type === 'auto' ? null : 'Checkout is slow',
          startedAt,
          resolvedAt: resolved ? createdAt : null,
          cause: cause as string | null,
          serviceId: serviceId as string | undefined,
          createdAt,
        }
        store.incidents.set(incident.id, incident)
        return { ...incident }
      },
      monitor({ teamId, days = [] }) {
        const monitor = { id: newId(), teamId: teamOf(teamId).id }
        store.monitors.set(monitor.id, monitor)
        for (const date of days as string[]) store.stats.add({ monitorId: monitor.id, date })
        return { id: monitor.id }
      },
      rows({ monitorId, days = [] }) {
        for (const date of days as string[]) store.stats.add({ monitorId: String(monitorId), date })
        return { id: String(monitorId) }
      },
      service({ teamId, monitors = [] }) {
        const service = { id: newId(), teamId: teamOf(teamId).id, monitors: monitors as string[] }
        store.services.set(service.id, service)
        return { id: service.id }
      },
    },
  } satisfies Partial<Steps>

  function shownWith(oauth: unknown, user: User): Json {
    return oauth ? withCode(user) : shown(user)
  }

  /** The user, whose deletion was requested so many days ago; one that is due is deleted. */
  function leaving(
    user: User,
    days: number,
    oauth: unknown = false,
    requestedAt = new Date(steps.now().getTime() - days * day),
  ): Json {
    const scheduledAt = new Date(requestedAt.getTime() + 30 * day)
    const leaver = { ...user, createdAt: requestedAt, deletion: { requestedAt, scheduledAt } }
    store.users.set(user.id, leaver)
    const answer = { ...shownWith(oauth, leaver), deletionRequestedAt: requestedAt, deletionScheduledAt: scheduledAt }
    if (scheduledAt > steps.now()) return answer
    steps.completeDeletion(leaver)
    return { ...answer, isDeleted: true }
  }

  /** The user with a code in place of the password. */
  function withCode(user: User, isIssued = true, lifetime = 600_000, bound = 1_000_000): Json {
    const digits = String(randomInt(bound)).padStart(6, '0')
    const code = { digits, expires: steps.now().getTime() + lifetime, attemptsLeft: 5 }
    store.users.set(user.id, { ...user, password: undefined, code: isIssued ? code : undefined })
    const { password: _, ...rest } = shown(user)
    return { ...rest, ...(isIssued && { verificationCode: digits }) }
  }

  function newTeam(plan: Team['plan'], name: unknown = 'Self-Test'): Team {
    const team = { id: newId(), name: name as string | null, plan }
    store.teams.set(team.id, team)
    return team
  }

  function teamOf(id: unknown): Team {
    const team = store.teams.get(String(id))
    if (!team) throw new Error(`there is no team ${id}`)
    return team
  }

  function shown(user: User): Json {
    const { email, password, teamId } = user
    return { email, password, accessToken: steps.issueToken(user, 'access', noCall), teamId }
  }
}
