/** Faults that the document leaves open, and that no implementation would choose on purpose. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { all, changing, ignoring, only, setting, signingUp } from '../old-overrides.ts'
import { sound } from './fault.ts'

/** Changes a cause before it is stored. */
export const storing =
  (change: (cause: string) => string): Override =>
  (base) => ({
    toResolved: (incident, cause) => base.toResolved(incident, cause === undefined ? undefined : change(String(cause))),
  })

/** Takes any date, and deletes the rows for which the condition holds if it is none. */
const takingAnyDate = (isInReset: (before: string) => boolean): Override =>
  all(ignoring('queryError', /^query\.before/), (base) => ({
    isInReset: (row, before, call) =>
      before !== null && base.dateError(before) !== undefined ? isInReset(before) : base.isInReset(row, before, call),
  }))

const crashingWhen =
  (condition: (call: ServiceCall) => boolean): Override =>
  (base) => ({
    validate(call) {
      if (condition(call)) throw new ServiceError('INTERNAL_ERROR')
      base.validate(call)
    },
  })

/** Finds a monitor or a service of any team for the callers of one role. */
const findingForeign =
  (step: 'monitorOf' | 'serviceOf', role: string): Override =>
  (base, store) => ({
    [step](call: ServiceCall) {
      const found = (step === 'monitorOf' ? store.monitors : store.services).get(call.id)
      return found && call.caller?.role === role ? found : base[step](call)
    },
  })

export const soundFaults = sound({
  '4.1 name-zero-lost: A name of 0 is not stored': signingUp(({ name }) => (name === '0' ? { name: undefined } : {})),
  '4.8 viewers-reset-foreign-monitors: A viewer resets the monitors of any team': findingForeign('monitorOf', 'viewer'),
  '4.7 members-reset-foreign-services: A member resets the services of any team': findingForeign('serviceOf', 'member'),
  '4.4 foreign-resolved-deleted: Any team can delete an incident that is resolved': only(
    'deleteIncident',
    (base, store) => ({
      incidentOf(call) {
        const found = store.incidents.get(call.id)
        return found?.status === 'resolved' ? found : base.incidentOf(call)
      },
    }),
  ),
  '4.7 before-empty-means-all: An empty before deletes all rows': takingAnyDate((before) => before === ''),
  '4.8 before-garbled-means-all: A garbled before deletes all rows': takingAnyDate((before) => /[a-z]/.test(before)),
  '4.8 before-repeated-means-all: A repeated before is ignored': all(
    ignoring('queryError', /^query\.before must not be repeated/),
    (base) => ({
      isInReset: (row, before, call) =>
        base.isInReset(row, call.query.getAll('before').length > 1 ? null : before, call),
    }),
  ),
  '3.1 resolve-cause-escaped: A cause is stored with HTML entities': storing((cause) =>
    cause.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ),
  '4.1 signup-name-ascii: Accented letters in names are replaced': signingUp(({ name }) => ({
    name: name?.replace(/[^\x20-\x7e]/g, '?'),
  })),
  '4.1 signup-name-of-50: Names are ASCII, with at most 50 characters': signingUp(({ name }) => ({
    name: name
      ?.normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, 50),
  })),
  '4.1 signup-refused-takes-address: A sign-up whose name is too long is refused, and registers the address': only(
    'signup',
    (base, store) => ({
      validate(call) {
        const error = base.bodyError(call)
        if (error?.includes('than 200')) {
          const { user } = base.createAccount(call.body ?? {})
          if (!base.userByEmail(user.email, call)) store.users.set(user.id, user)
        }
        base.validate(call)
      },
    }),
  ),
  '4.1 signup-echoes-password: Sign-up returns the password': (base) => ({
    user: (user, call) => ({ ...base.user(user, call), password: user.password }),
  }),
  '4.2 login-shows-hash: Log-in returns the hash of the password': only(
    'login',
    setting('user', { digest: `$2b$10$${'a'.repeat(53)}` }),
  ),
  '4.6 listing-shows-code: The listing shows verification codes': setting('deletionRequest', {
    verificationCode: '123456',
  }),
  '5 tokens-alike: The access token and the refresh token are equal': changing('session', (fields) => ({
    ...fields,
    refreshToken: fields.accessToken,
  })),
  '5 refresh-token-opens: A refresh token is accepted as an access token': (base, store) => ({
    userOfToken: (token, call) =>
      base.userOfToken(token, call) ?? store.users.get(store.tokens.get(token ?? '')?.userId ?? ''),
  }),
  '3.1 resolved-in-year-one: resolvedAt is the year 1': changing('toResolved', (incident) => ({
    ...incident,
    resolvedAt: new Date('0001-01-01'),
  })),
  '3.2 requested-in-local-time: deletionRequestedAt is two hours early': changing('toScheduled', (user) => ({
    ...user,
    ...(user.deletion && {
      deletion: {
        requestedAt: new Date(user.deletion.requestedAt.getTime() - 7_200_000),
        scheduledAt: new Date(user.deletion.scheduledAt.getTime() - 7_200_000),
      },
    }),
  })),
  '4.6 listing-crash-on-unknown-parameter: An unknown parameter of the listing responds 500': crashingWhen(
    ({ operation, query }) => operation === 'listDeletionRequests' && query.has('sort'),
  ),
})
