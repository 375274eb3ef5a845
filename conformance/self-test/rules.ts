/** The steps that decide: what may happen, and what a record becomes. */
import { newId } from './ids.ts'
import type { Store } from './records.ts'
import { Refusal } from './refusal.ts'
import type { Steps } from './steps.ts'

const day = 86_400_000
const tries = { max: 10, windowMilliseconds: 900_000 }

export function rules(the: Steps, store: Store) {
  return {
    now: () => new Date(),

    upgradeUrl: 'https://monitoring.example/upgrade',

    address: (email) => email.toLowerCase(),

    signedUp({ email, password, name }) {
      const team = { id: newId(), name: null, plan: 'free' as const }
      const user = {
        id: newId(),
        email: the.address(String(email)),
        name: name as string | undefined,
        password: String(password),
        code: undefined,
        teamId: team.id,
        role: 'owner',
        createdAt: the.now(),
        deletion: undefined,
      }
      return { user, team }
    },

    passwordMatches: (user, password) => user.password !== undefined && user.password === password,

    codeMatches(user, code) {
      const open = user.code
      if (!open || open.expires < the.now().getTime() || open.triesLeft === 0) return false
      const matches = open.digits === code
      const after = matches ? undefined : { ...open, triesLeft: open.triesLeft - 1 }
      store.users.set(user.id, { ...user, code: after })
      return matches
    },

    countTry(key) {
      const since = the.now().getTime() - tries.windowMilliseconds
      const recent = (store.tries.get(key) ?? []).filter((time) => time > since)
      if (recent.length >= tries.max) throw new Refusal('RATE_LIMITED')
      store.tries.set(key, [...recent, the.now().getTime()])
    },

    mayResolve({ status }) {
      if (status === 'resolved') throw new Refusal('INCIDENT_ALREADY_RESOLVED')
    },

    resolved: (incident, cause) => ({
      ...incident,
      status: 'resolved',
      resolvedAt: the.now(),
      cause: cause === undefined ? incident.cause : String(cause),
    }),

    mayDelete({ type }) {
      if (type === 'auto') throw new Refusal('AUTO_INCIDENT_NOT_DELETABLE')
    },

    verify(user, call) {
      the.countTry(user.email)
      const { password, verificationCode } = call.body ?? {}
      if (verificationCode === undefined) {
        if (!the.passwordMatches(user, password, call)) throw new Refusal('WRONG_PASSWORD')
      } else if (!the.codeMatches(user, verificationCode, call)) throw new Refusal('WRONG_VERIFICATION_CODE')
      store.tries.delete(user.email)
    },

    maySchedule(user) {
      if (user.deletion) throw new Refusal('DELETION_ALREADY_REQUESTED')
      const others = [...store.users.values()].some(({ id, teamId }) => teamId === user.teamId && id !== user.id)
      if (user.role === 'owner' && others) throw new Refusal('TEAM_HAS_OTHER_MEMBERS')
    },

    scheduled(user) {
      const requestedAt = the.now()
      return {
        ...user,
        deletion: { requestedAt, scheduledAt: new Date(requestedAt.getTime() + the.graceMilliseconds) },
      }
    },

    graceMilliseconds: 30 * day,

    mayReset({ plan }) {
      if (plan === 'free') throw new Refusal('PLAN_UPGRADE_REQUIRED')
    },

    goes: ({ date }, before) => before === null || date < before,

    isListed: ({ deletion }) => deletion !== undefined,

    order(a, b) {
      const [first = 0, second = 0] = [a, b].map(({ deletion }) => deletion?.scheduledAt.getTime() ?? 0)
      return first - second || (a.id < b.id ? -1 : 1)
    },

    page: { first: 1, max: 1_000_000 },

    limit: { min: 1, max: 100, default: 20 },

    slice: (users, page, limit) => users.slice((page - the.page.first) * limit, (page - the.page.first + 1) * limit),

    daysRemaining({ deletion }) {
      const left = (deletion?.scheduledAt.getTime() ?? 0) - the.now().getTime()
      return Math.max(0, Math.ceil(left / day))
    },
  } satisfies Partial<Steps>
}
