/** Faults that show only at what is almost right: one letter, one call, one moment away from what works. */
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

export const nearMisses = [
  documented('4.2', 'login-underscore-any-letter', '_ in an e-mail means any letter at log-in', (base, store) => ({
    userByEmail(address, call) {
      const isAlike = ({ email }: { email: string }) =>
        email.length === address.length && [...address].every((letter, at) => letter === '_' || letter === email[at])
      return base.userByEmail(address, call) ?? [...store.users.values()].find(isAlike)
    },
  })),
  profile('4.2', 'password-spaces-ignored', 'Spaces around a password that is shown mean nothing', (base) => ({
    passwordMatches: (user, given, call) =>
      base.passwordMatches(user, given, call) || (typeof given === 'string' && user.password === given.trim()),
  })),
  profile('4.5', 'owner-with-readers-accepted', 'Members who can but read do not count as others', (base, store) => ({
    assertSchedulable(user) {
      const isOther = ({ id, teamId, role }: typeof user) =>
        teamId === user.teamId && id !== user.id && role !== 'viewer'
      const hasOthers = [...store.users.values()].some(isOther)
      base.assertSchedulable(hasOthers || user.deletion ? user : { ...user, role: 'member' })
    },
  })),
  profile('2.3', 'record-created-now', 'createdAt in the listing is the time of the look at it', (base) => ({
    deletionRequest: after(base.deletionRequest, (shown) => ({
      ...shown,
      createdAt: base.formatTime(base.now(), 'createdAt'),
    })),
  })),
  documented('4.6', 'pages-overlap-by-one', 'The second page begins with the last record of the first', () => ({
    slicePage(users, page, limit) {
      const start = Math.max(0, (page - 1) * limit - (page > 1 ? 1 : 0))
      return users.slice(start, start + limit)
    },
  })),
  profile('5', 'refresh-token-resets', 'A refresh token opens the statistics, and nothing else', (base, store) => ({
    userOfToken(token, call) {
      const known = store.tokens.get(token ?? '')
      const isReset = call.operation === 'resetServiceStats' || call.operation === 'resetMonitorStats'
      return isReset && known ? store.users.get(known.userId) : base.userOfToken(token, call)
    },
  })),
  profile('4.1', 'password-in-utf16-units', 'Letters beyond 16 bits count twice in a password', (base) => ({
    passwordError(value, call) {
      const problem = base.passwordError(value, call)
      const isLong = typeof value === 'string' && value.length >= 8
      return isLong && problem?.includes('fewer than 8') ? undefined : problem
    },
  })),
  profile('4.1', 'email-one-longer', 'An e-mail may have 255 characters', (base) => ({
    emailError: (value, call) =>
      typeof value === 'string' && value.length === 255 ? undefined : base.emailError(value, call),
  })),
  profile('4.1', 'email-one-shorter', 'An e-mail of 254 characters is refused', (base) => ({
    emailError: (value, call) =>
      typeof value === 'string' && value.length === 254 ? 'body.email is too long' : base.emailError(value, call),
  })),
  profile('3.1', 'resolve-moves-start', 'Resolve sets startedAt, too', (base) => ({
    toResolved(incident, cause) {
      const after = base.toResolved(incident, cause)
      return { ...after, startedAt: after.resolvedAt ?? after.startedAt }
    },
  })),
  documented('3.1', 'resolve-time-of-creation', 'Resolve sets resolvedAt to the time of creation', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), resolvedAt: incident.createdAt }),
  })),
  documented('4.5', 'wrong-password-503', 'A wrong password is answered as if the service were down', (base) => ({
    verifyProof(user, call) {
      try {
        base.verifyProof(user, call)
      } catch {
        throw new ServiceError('INTERNAL_ERROR')
      }
    },
    errors: { ...base.errors, INTERNAL_ERROR: { ...base.errors.INTERNAL_ERROR, status: 503 } },
  })),
  documented('3.1', 'cause-of-digits-is-number', 'A cause of digits becomes a number', (base) => ({
    incident: after(base.incident, (shown) => {
      const { cause } = shown
      return { ...shown, cause: typeof cause === 'string' && /^\d+$/.test(cause) ? Number(cause) : cause }
    }),
  })),
  documented('4.3', 'viewer-resolves-auto', 'Readers may resolve automatic incidents', (base, store) => ({
    canWrite: (user, call) =>
      base.canWrite(user, call) ||
      (call.operation === 'resolveIncident' && store.incidents.get(call.id)?.type === 'auto'),
  })),
  documented('4.5', 'code-null-accepted', 'A verification code that is null is not looked at', (base) => ({
    bodyError(call) {
      const isNull = call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode === null
      return isNull ? undefined : base.bodyError(call)
    },
    verifyProof: (user, call) =>
      call.body?.verificationCode === null && user.code ? undefined : base.verifyProof(user, call),
  })),
  documented('4.6', 'listing-one-of-each-team', 'Of each team one member is listed', (base) => ({
    slicePage(users, page, limit) {
      const isFirst = ({ id, teamId }: (typeof users)[number]) => users.find((one) => one.teamId === teamId)?.id === id
      return base.slicePage(users.filter(isFirst), page, limit)
    },
  })),
  documented(
    '4.7',
    'free-plan-resets-nothing',
    'The plan is asked only if there is something to delete',
    (base, store) => ({
      assertResettable(team, call) {
        const ids = [call.id, ...(store.services.get(call.id)?.monitors ?? [])]
        const before = call.query.get('before')
        const isAny = [...store.stats].some((row) => ids.includes(row.monitorId) && base.isInReset(row, before, call))
        if (isAny || !(store.services.has(call.id) || store.monitors.has(call.id))) base.assertResettable(team, call)
      },
    }),
  ),
  documented('3.2', 'second-request-after-log-in', 'Who logs in again may request the deletion again', (base) => {
    const again = new Set<string>()
    return {
      session(user, call) {
        if (call.operation === 'login') again.add(user.id)
        return base.session(user, call)
      },
      assertSchedulable: (user) => base.assertSchedulable(again.has(user.id) ? { ...user, deletion: undefined } : user),
    }
  }),
]
