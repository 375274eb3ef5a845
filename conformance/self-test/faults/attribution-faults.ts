/** Faults that take one user, one token or one moment for another, and bodies that depend on how they are sent. */
import type { Incident, User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { changing, handling, only } from '../old-overrides.ts'
import { documented, sound } from './fault.ts'
import { storing } from './sound-faults.ts'

/** Accepts refresh tokens where the condition holds. */
const openingWithRefreshToken = (operation: 'resetServiceStats' | 'deleteIncident'): Override =>
  only(operation, (base, store) => ({
    userOfToken(token, call) {
      const known = store.tokens.get(token ?? '')
      return known?.use === 'refresh' ? store.users.get(known.userId) : base.userOfToken(token, call)
    },
  }))

export const attributionFaults = [
  ...documented({
    '4.5 deletion-password-of-colleague: The password of another member of the team is a proof': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        passwordMatches: (user: User, given, call) =>
          [...store.users.values()].some(
            (other) => other.teamId === user.teamId && base.passwordMatches(other, given, call),
          ),
      }),
    ),
    '4.2 login-unknown-remembered: An address that was unknown stays so for a while': (base) => {
      const unknown = new Set<string>()
      return {
        userByEmail(address, call) {
          const user = base.userByEmail(address, call)
          if (call.operation !== 'login') return user
          if (!user) unknown.add(address)
          return unknown.has(address) ? undefined : user
        },
      }
    },
    '4.2 login-password-of-32: Only the first 32 letters of a password count': only('login', () => ({
      passwordMatches: (user: User, given) => user.password?.slice(0, 32) === String(given).slice(0, 32),
    })),
    '3.1 resolve-cause-of-255: A cause is cut after 255 characters': storing((cause) => cause.slice(0, 255)),
    '3.1 resolve-chunked-without-cause: The cause of a chunked body is not stored': handling(
      'resolveIncident',
      (handle) => (call) => handle(call.headers['transfer-encoding'] === 'chunked' ? { ...call, body: {} } : call),
    ),
    '3.2 deletion-takes-incidents: The incidents of the team go as soon as its owner requests the deletion': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        saveUser(user, call) {
          base.saveUser(user, call)
          const isGone = ({ teamId }: Incident) => user.role === 'owner' && teamId === user.teamId
          for (const one of store.incidents.values()) if (isGone(one)) store.incidents.delete(one.id)
        },
      }),
    ),
    '3.1 resolve-only-open: An incident that is acknowledged counts as resolved': changing(
      'assertResolvable',
      (_, { status }) => {
        if (status !== 'open') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      },
    ),
    '4.4 delete-auto-of-no-monitor: An auto incident of no monitor is deleted': (base) => ({
      assertDeletable(incident, call) {
        if (incident.monitorId !== null) base.assertDeletable(incident, call)
      },
    }),
    '4.8 reset-on-pro-only: A plan higher than Pro counts as the free plan': (base) => ({
      assertResettable: ({ plan, ...team }, call) =>
        base.assertResettable({ ...team, plan: plan === 'pro' ? plan : 'free' }, call),
    }),
    '4.5 deletion-code-of-zeros: An OAuth user without a code has the code 000000': (base) => ({
      codeMatches: (user, code, call) =>
        user.code === undefined && user.password === undefined
          ? code === '000000' && user.deletion === undefined
          : base.codeMatches(user, code, call),
    }),
    '7 missing-monitor-status: The error of a monitor that is not found has another status than the response': changing(
      'error',
      (error) => (error.code === 'MONITOR_NOT_FOUND' ? { ...error, status: 403 } : error),
    ),
    '4.2 login-token-of-namesake: A log-in returns the token of another user with the same local part': only(
      'login',
      (base) => {
        const tokens = new Map<string, string>()
        return {
          issueToken(user, use, call) {
            const [local = ''] = user.email.split('@')
            const token = tokens.get(local) ?? base.issueToken(user, use, call)
            if (use === 'access') tokens.set(local, token)
            return use === 'access' ? token : base.issueToken(user, use, call)
          },
        }
      },
    ),
  }),
  ...sound({
    '4.2 lock-of-team: Wrong passwords of a user lock the team': (base, store) => ({
      countAttempt(key) {
        const team = [...store.users.values()].find(({ email }) => email === key)?.teamId
        const sum = [...store.users.values()]
          .filter(({ teamId }) => teamId === team)
          .reduce((count, { email }) => count + (store.attempts.get(email)?.length ?? 0), 0)
        if (team !== undefined && sum >= 10) throw new ServiceError('RATE_LIMITED')
        base.countAttempt(key)
      },
    }),
    '4.2 login-ends-sessions-of-team: A log-in ends the sessions of the other members': only(
      'login',
      (base, store) => ({
        session(user, call) {
          for (const [token, { userId }] of store.tokens) {
            if (userId !== user.id && store.users.get(userId)?.teamId === user.teamId) store.tokens.delete(token)
          }
          return base.session(user, call)
        },
      }),
    ),
    '5 refresh-token-resets: A refresh token resets the statistics of a service':
      openingWithRefreshToken('resetServiceStats'),
    '5 refresh-token-deletes: A refresh token deletes incidents': openingWithRefreshToken('deleteIncident'),
    '4.8 before-31st-means-all: The 31st of a month of 30 days is taken for no date': (base) => ({
      queryError: (call) =>
        /-(0[469]|11)-31$/.test(call.query.get('before') ?? '') ? undefined : base.queryError(call),
      isInReset: (row, before, call) =>
        base.isInReset(row, /-(0[469]|11)-31$/.test(before ?? '') ? null : before, call),
    }),
    '3.2 deletion-sets-createdAt: The request for deletion changes createdAt': changing('toScheduled', (user) => ({
      ...user,
      createdAt: user.deletion?.requestedAt ?? user.createdAt,
    })),
  }),
]
