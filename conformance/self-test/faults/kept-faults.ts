/** Faults of writes that are answered rightly and kept only in some cases, and of values that are not obvious. */
import type { Incident, Store, User } from '../implementation/memory-store.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { changing, handling, only } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'
import { storing } from './sound-faults.ts'

/** Does not store a resolved incident if the condition holds. */
const losingResolve =
  (isLost: (incident: Incident, after: Incident) => boolean): Override =>
  (base, store) => ({
    saveIncident(after, call) {
      const before = store.incidents.get(after.id)
      if (!before || !isLost(before, after)) base.saveIncident(after, call)
    },
  })

/** Compares passwords of log-ins in another form. */
const comparing = (form: (password: string) => string): Override =>
  only('login', () => ({
    passwordMatches: (user: User, given) => user.password !== undefined && form(user.password) === form(String(given)),
  }))

const servicesOf = (monitorId: string, { services }: Store) =>
  [...services.values()].filter(({ monitors }) => monitors.includes(monitorId))

const today = () => new Date().toISOString().slice(0, 10)

export const keptFaults = [
  ...documented({
    '4.5 deletion-refused-but-scheduled: Two proofs are refused, and the deletion is scheduled': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        validate(call) {
          const { password, verificationCode } = call.body ?? {}
          const { caller } = call
          if (caller && caller.password === password && verificationCode !== undefined) {
            store.users.set(caller.id, base.toScheduled(caller))
          }
          base.validate(call)
        },
      }),
    ),
    '4.8 before-1970-means-all: A before of earlier than 1970 deletes all rows': (base) => ({
      isInReset: (row, before, call) => base.isInReset(row, before !== null && before < '1970' ? null : before, call),
    }),
    '4.2 login-password-trimmed: Spaces around a password do not count': comparing((password) => password.trim()),
    '4.1 signup-password-of-another: A sign-up with a password that another user has is refused': only(
      'signup',
      (base, store) => ({
        userByEmail: (address, call) =>
          base.userByEmail(address, call) ??
          [...store.users.values()].find(({ password }) => password !== undefined && password === call.body?.password),
      }),
    ),
    '3.1 resolve-auto-not-kept: The resolve of an auto incident is answered, but not stored': losingResolve(
      ({ type }) => type === 'auto',
    ),
    '3.1 resolve-without-cause-not-kept: A resolve without a cause is answered, but not stored': losingResolve(
      (_, { cause }) => cause === null,
    ),
    '3.1 resolve-displayed-not-kept: The resolve of a displayed incident is answered, but not stored': losingResolve(
      ({ serviceId }) => serviceId !== undefined,
    ),
    '4.4 delete-resolved-not-kept: The deletion of a resolved incident is answered, but not stored': (base) => ({
      removeIncident(incident) {
        if (incident.status !== 'resolved') base.removeIncident(incident)
      },
    }),
    '4.8 all-time-until-today: Without before, the rows of today and later are kept': changing(
      'isInReset',
      (isInReset, { date }, before) => isInReset && (before !== null || date < today()),
    ),
    '4.8 before-today-includes-today: If before is today, the row of today is deleted': changing(
      'isInReset',
      (isInReset, { date }, before) => isInReset || (before === today() && date === before),
    ),
    '4.8 future-before-as-today: A future before is taken as today': (base) => ({
      isInReset: (row, before, call) =>
        base.isInReset(row, before !== null && before > today() ? today() : before, call),
    }),
    '4.7 shared-monitor-kept: The reset of a service leaves monitors that another service has, too': (base, store) => ({
      monitorsOf: (service) =>
        base.monitorsOf(service).filter((id) => servicesOf(id, store).every((other) => other.id === service.id)),
    }),
    '4.7 shared-monitor-counted-twice: Rows of a monitor count once for each of its services': (base, store) => ({
      resetResult: (rows, call) =>
        base.resetResult(
          rows.flatMap((row) => [
            row,
            ...servicesOf(row.monitorId, store)
              .slice(1)
              .map(() => row),
          ]),
          call,
        ),
    }),
    '4.7 service-without-monitors-resets-all: A reset of a service without monitors deletes the rows of all': (
      base,
      store,
    ) => ({
      monitorsOf(service) {
        const monitors = base.monitorsOf(service)
        return monitors.length > 0 ? monitors : [...store.monitors.keys()]
      },
    }),
    '4.2 login-password-without-accents: Accents of passwords do not count': comparing((password) =>
      password.normalize('NFD').replace(/\p{M}/gu, ''),
    ),
    '4.2 login-password-of-72: Only the first 72 letters of a password count': (base) => ({
      ...comparing((password) => password.slice(0, 72))(base, {} as never),
      passwordError: (value, call) => (typeof value === 'string' ? undefined : base.passwordError(value, call)),
    }),
    '4.2 login-password-until-nul: A password ends at a NUL': (base) => ({
      ...comparing((password) => password.split('\0')[0] ?? '')(base, {} as never),
      passwordError: (value, call) => (typeof value === 'string' ? undefined : base.passwordError(value, call)),
    }),
    '4.2 login-password-first-line: Only the first line of a password counts': comparing(
      (password) => password.split('\n')[0] ?? '',
    ),
    '4.6 pages-of-one-overlap: Pages of one record overlap': () => ({
      slicePage(users, page, limit) {
        const start = (page - 1) * limit - (limit === 1 && page > 1 ? 1 : 0)
        return users.slice(start, start + limit)
      },
    }),
    '4.2 login-password-of-colleague: The password of another member of the team is accepted': only(
      'login',
      (base, store) => ({
        passwordMatches: (user, given, call) =>
          [...store.users.values()].some(
            (other) => other.teamId === user.teamId && base.passwordMatches(other, given, call),
          ),
      }),
    ),
    '4.5 deletion-sixth-guess: After five wrong passwords, any is accepted': (base, store) => ({
      passwordMatches: (user, given, call) =>
        base.passwordMatches(user, given, call) || (store.attempts.get(user.email)?.length ?? 0) > 5,
    }),
    '4.5 deletion-viewers-no-members: Viewers are not counted as members of a team': (base, store) => ({
      assertSchedulable(user) {
        const isCounted = [...store.users.values()].some(
          ({ id, teamId, role }) => teamId === user.teamId && id !== user.id && role !== 'viewer',
        )
        base.assertSchedulable(isCounted ? user : { ...user, role: 'member' })
      },
    }),
    '4.7 service-of-ten-monitors: A reset of a service reaches its first ten monitors': changing(
      'monitorsOf',
      (monitors) => monitors.slice(0, 10),
    ),
    '8 free-plan-for-owners: On the free plan, only the owner is rejected': (base) => ({
      assertResettable(team, call) {
        if (call.caller?.role === 'owner') base.assertResettable(team, call)
      },
    }),
    '3.1 resolve-keeps-first-cause: A cause does not replace the one that was stored': changing(
      'toResolved',
      (resolved, { cause }) => ({ ...resolved, cause: cause ?? resolved.cause }),
    ),
    '4.1 signup-password-number-of-ten: A number of ten digits is a password': (base) => ({
      passwordError: (value, call) => base.passwordError(typeof value === 'number' ? String(value) : value, call),
    }),
    '4.6 pages-overlap-at-seven: Pages of seven records overlap': () => ({
      slicePage(users, page, limit) {
        const start = (page - 1) * limit - (limit === 7 && page > 1 ? 1 : 0)
        return users.slice(start, start + limit)
      },
    }),
  }),
  ...sound({
    '3.1 resolve-cause-backslashes: A backslash and a letter in a cause become a control character': storing((cause) =>
      cause.replace(/\\[nt]/g, (sequence) => (sequence === '\\n' ? '\n' : '\t')),
    ),
    '3.1 resolve-cause-unescaped: Percent-encoding in a cause is decoded': storing((cause) =>
      cause.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent),
    ),
    '4.7 reset-refused-but-done: An unknown parameter is refused, and all rows are deleted': (base, store) => ({
      queryError(call) {
        const error = base.queryError(call)
        const monitors = store.services.get(call.id)?.monitors ?? []
        const rows = [...store.stats].filter(({ monitorId }) => monitors.includes(monitorId))
        if (error?.endsWith('is unknown')) base.removeRows(rows, call)
        return error
      },
    }),
    '4.4 delete-refused-but-done: A deletion with a query is refused, and done': only('deleteIncident', (base) => ({
      validate(call) {
        if (base.queryError(call) !== undefined) base.removeIncident(base.incidentOf(call))
        base.validate(call)
      },
    })),
    '3.1 resolve-object-clears-cause: A resolve whose body has no cause clears the stored one': handling(
      'resolveIncident',
      (handle) => async (call) => {
        const answer = await handle(call)
        const incident = answer?.incident as Json
        return call.body && call.body.cause === undefined ? { incident: { ...incident, cause: null } } : answer
      },
    ),
  }),
  ...profile({
    '3.1 resolve-clears-cause: A resolve without a cause clears the stored one': (base) => ({
      toResolved: (incident, cause) => ({
        ...base.toResolved(incident, cause),
        cause: cause === undefined ? null : String(cause),
      }),
    }),
    '0 byte-order-mark: Each body starts with a byte order mark': changing('onResponse', (response) =>
      response.body === undefined ? response : { ...response, text: `\ufeff${JSON.stringify(response.body)}` },
    ),
  }),
]
