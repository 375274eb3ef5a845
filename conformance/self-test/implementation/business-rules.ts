/** The business rules: what is allowed, and how records change. */
import { limits } from '@monitoring-service/contract'
import { newId } from './memory-store.ts'
import { ServiceError } from './service-error.ts'
import type { Steps } from './steps.ts'

const day = 86_400_000
/** In milliseconds. */
export const gracePeriod = limits.gracePeriodDays * day

export const businessRules = {
  now: () => new Date(),

  upgradeUrl: 'https://monitoring.example/upgrade',

  normalizeEmail: (email) => email.toLowerCase(),

  createAccount({ email, password, name }) {
    const team = { id: newId(), name: null, plan: 'free' as const }
    const user = {
      id: newId(),
      email: this.normalizeEmail(String(email)),
      name: name as string | undefined,
      password: String(password),
      code: undefined,
      teamId: team.id,
      role: 'owner',
      createdAt: this.now(),
      deletion: undefined,
    }
    return { user, team }
  },

  passwordMatches: (user, password) => user.password !== undefined && user.password === password,

  codeMatches(user, code) {
    const open = user.code
    if (!open || open.expires < this.now().getTime() || open.attemptsLeft === 0) return false
    const matches = open.digits === code
    // A right code is used up when the deletion is scheduled, not if it is refused.
    const after = matches ? open : { ...open, attemptsLeft: open.attemptsLeft - 1 }
    this.users.set(user.id, { ...user, code: after })
    return matches
  },

  countAttempt(key) {
    const since = this.now().getTime() - 1000 * limits.attemptWindowSeconds
    const recent = (this.attempts.get(key) ?? []).filter((time) => time > since)
    if (recent.length >= limits.attempts) throw new ServiceError('RATE_LIMITED')
    this.attempts.set(key, [...recent, this.now().getTime()])
  },

  assertResolvable({ status }) {
    if (status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
  },

  toResolved(incident, given) {
    const cause = given === undefined ? incident.cause : String(given)
    return { ...incident, status: 'resolved', resolvedAt: this.now(), cause }
  },

  assertDeletable({ type }) {
    if (type === 'auto') throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
  },

  verifyProof(user, call) {
    this.countAttempt(user.email)
    const { password, verificationCode } = call.body ?? {}
    if (verificationCode === undefined) {
      if (!this.passwordMatches(user, password, call)) throw new ServiceError('WRONG_PASSWORD')
    } else if (!this.codeMatches(user, verificationCode, call)) throw new ServiceError('WRONG_VERIFICATION_CODE')
    this.attempts.delete(user.email)
  },

  assertSchedulable(user) {
    if (user.deletion) throw new ServiceError('DELETION_ALREADY_REQUESTED')
    const others = [...this.users.values()].some(({ id, teamId }) => teamId === user.teamId && id !== user.id)
    if (user.role === 'owner' && others) throw new ServiceError('TEAM_HAS_OTHER_MEMBERS')
  },

  toScheduled(user) {
    const requestedAt = this.now()
    return { ...user, deletion: { requestedAt, scheduledAt: new Date(requestedAt.getTime() + gracePeriod) } }
  },

  completeDeletion({ id, teamId }) {
    this.users.delete(id)
    if ([...this.users.values()].every((other) => other.teamId !== teamId)) this.removeTeam(teamId)
  },

  assertResettable({ plan }) {
    if (plan === 'free') throw new ServiceError('PLAN_UPGRADE_REQUIRED')
  },

  isInReset: ({ date }, before) => before === null || date < before,

  isListed: ({ deletion }) => deletion !== undefined,

  compareUsers(a, b) {
    const [first = 0, second = 0] = [a, b].map(({ deletion }) => deletion?.scheduledAt.getTime() ?? 0)
    return first - second || (a.id < b.id ? -1 : 1)
  },

  pageBounds: { first: 1, max: 1_000_000 },

  limitBounds: { min: 1, max: 100, default: 20 },

  slicePage(users, { page, limit }) {
    const start = (page - this.pageBounds.first) * limit
    return users.slice(start, start + limit)
  },

  daysRemaining({ deletion }) {
    const left = (deletion?.scheduledAt.getTime() ?? 0) - this.now().getTime()
    return Math.max(0, Math.ceil(left / day))
  },
} satisfies Partial<Steps> & ThisType<Steps>
