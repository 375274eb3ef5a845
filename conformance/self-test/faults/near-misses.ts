/** Faults that show only at what is almost right: one letter, one call, one moment away from what works. */
import { Refusal } from '../refusal.ts'
import { after, documented, profile } from './fault.ts'

export const nearMisses = [
  documented('4.2', 'login-underscore-any-letter', '_ in an e-mail means any letter at log-in', (was, store) => ({
    userByAddress(address, call) {
      const isAlike = ({ email }: { email: string }) =>
        email.length === address.length && [...address].every((letter, at) => letter === '_' || letter === email[at])
      return was.userByAddress(address, call) ?? [...store.users.values()].find(isAlike)
    },
  })),
  profile('4.2', 'password-spaces-ignored', 'Spaces around a password that is shown mean nothing', (was) => ({
    passwordMatches: (user, given, call) =>
      was.passwordMatches(user, given, call) || (typeof given === 'string' && user.password === given.trim()),
  })),
  profile('4.5', 'owner-with-readers-accepted', 'Members who can but read do not count as others', (was, store) => ({
    maySchedule(user) {
      const isOther = ({ id, teamId, role }: typeof user) =>
        teamId === user.teamId && id !== user.id && role !== 'viewer'
      const hasOthers = [...store.users.values()].some(isOther)
      was.maySchedule(hasOthers || user.deletion ? user : { ...user, role: 'member' })
    },
  })),
  profile('2.3', 'record-created-now', 'createdAt in the listing is the time of the look at it', (was) => ({
    request: after(was.request, (shown) => ({ ...shown, createdAt: was.time(was.now(), 'createdAt') })),
  })),
  documented('4.6', 'pages-overlap-by-one', 'The second page begins with the last record of the first', () => ({
    slice(users, page, limit) {
      const start = Math.max(0, (page - 1) * limit - (page > 1 ? 1 : 0))
      return users.slice(start, start + limit)
    },
  })),
  profile('5', 'refresh-token-resets', 'A refresh token opens the statistics, and nothing else', (was, store) => ({
    userOf(token, call) {
      const known = store.tokens.get(token ?? '')
      const isReset = call.operation === 'resetServiceStats' || call.operation === 'resetMonitorStats'
      return isReset && known ? store.users.get(known.userId) : was.userOf(token, call)
    },
  })),
  profile('4.1', 'password-in-utf16-units', 'Letters beyond 16 bits count twice in a password', (was) => ({
    passwordProblem(value, call) {
      const problem = was.passwordProblem(value, call)
      const isLong = typeof value === 'string' && value.length >= 8
      return isLong && problem?.includes('fewer than 8') ? undefined : problem
    },
  })),
  profile('4.1', 'email-one-longer', 'An e-mail may have 255 characters', (was) => ({
    emailProblem: (value, call) =>
      typeof value === 'string' && value.length === 255 ? undefined : was.emailProblem(value, call),
  })),
  profile('4.1', 'email-one-shorter', 'An e-mail of 254 characters is refused', (was) => ({
    emailProblem: (value, call) =>
      typeof value === 'string' && value.length === 254 ? 'body.email is too long' : was.emailProblem(value, call),
  })),
  profile('3.1', 'resolve-moves-start', 'Resolve sets startedAt, too', (was) => ({
    resolved(incident, cause) {
      const after = was.resolved(incident, cause)
      return { ...after, startedAt: after.resolvedAt ?? after.startedAt }
    },
  })),
  documented('3.1', 'resolve-time-of-creation', 'Resolve sets resolvedAt to the time of creation', (was) => ({
    resolved: (incident, cause) => ({ ...was.resolved(incident, cause), resolvedAt: incident.createdAt }),
  })),
  documented('4.5', 'wrong-password-503', 'A wrong password is answered as if the service were down', (was) => ({
    verify(user, call) {
      try {
        was.verify(user, call)
      } catch {
        throw new Refusal('INTERNAL_ERROR')
      }
    },
    errors: { ...was.errors, INTERNAL_ERROR: { ...was.errors.INTERNAL_ERROR, status: 503 } },
  })),
  documented('3.1', 'cause-of-digits-is-number', 'A cause of digits becomes a number', (was) => ({
    incident: after(was.incident, (shown) => {
      const { cause } = shown
      return { ...shown, cause: typeof cause === 'string' && /^\d+$/.test(cause) ? Number(cause) : cause }
    }),
  })),
  documented('4.3', 'viewer-resolves-auto', 'Readers may resolve automatic incidents', (was, store) => ({
    mayWrite: (user, call) =>
      was.mayWrite(user, call) ||
      (call.operation === 'resolveIncident' && store.incidents.get(call.id)?.type === 'auto'),
  })),
  documented('4.5', 'code-null-accepted', 'A verification code that is null is not looked at', (was) => ({
    bodyProblem(call) {
      const isNull = call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode === null
      return isNull ? undefined : was.bodyProblem(call)
    },
    verify: (user, call) => (call.body?.verificationCode === null && user.code ? undefined : was.verify(user, call)),
  })),
  documented('4.6', 'listing-one-of-each-team', 'Of each team one member is listed', (was) => ({
    slice(users, page, limit) {
      const isFirst = ({ id, teamId }: (typeof users)[number]) => users.find((one) => one.teamId === teamId)?.id === id
      return was.slice(users.filter(isFirst), page, limit)
    },
  })),
  documented(
    '4.7',
    'free-plan-resets-nothing',
    'The plan is asked only if there is something to delete',
    (was, store) => ({
      mayReset(team, call) {
        const ids = [call.id, ...(store.services.get(call.id)?.monitors ?? [])]
        const before = call.query.get('before')
        const isAny = [...store.stats].some((row) => ids.includes(row.monitorId) && was.goes(row, before, call))
        if (isAny || !(store.services.has(call.id) || store.monitors.has(call.id))) was.mayReset(team, call)
      },
    }),
  ),
  documented('3.2', 'second-request-after-log-in', 'Who logs in again may request the deletion again', (was) => {
    const again = new Set<string>()
    return {
      session(user, call) {
        if (call.operation === 'login') again.add(user.id)
        return was.session(user, call)
      },
      maySchedule: (user) => was.maySchedule(again.has(user.id) ? { ...user, deletion: undefined } : user),
    }
  }),
]
