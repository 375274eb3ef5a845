/** Variants in what is accepted and in the order of errors. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, Override, Steps } from '../implementation/steps.ts'
import { all, changing, handling, ignoring, only, signingUp } from '../overrides.ts'
import { legal } from './variant.ts'

/** Rejects passwords of sign-ups that do not satisfy a rule. */
const passwordRule = (isValid: (password: string) => boolean, rule: string): Override =>
  only(
    'signup',
    changing('passwordError', (error, value) => (isValid(String(value)) ? error : `body.password must have ${rule}`)),
  )

/** The hook makes no accounts with such fields. */
const withoutAccounts = ({ records }: Steps, are: (fields: Json) => boolean) => ({
  records: {
    ...records,
    account: (fields: Json, id?: string) => (are(fields) ? undefined : records.account?.(fields, id)),
  },
})

export const policyVariants = [
  ...legal('3.2: what an account may do during the grace period is not said.', {
    'leaver-without-resets: Until the deletion, statistics are not reset': (base) => ({
      assertResettable(team, call) {
        if (call.caller?.deletion) throw new ServiceError('INSUFFICIENT_SCOPE', 'This account is planned for deletion.')
        base.assertResettable(team, call)
      },
    }),
  }),
  ...legal('3.1: a cause is stored if it is supplied; what becomes of another one is not said.', {
    'resolve-replaces-cause: A resolve without a cause removes the cause that is stored': (base) => ({
      toResolved: (incident, cause) => base.toResolved({ ...incident, cause: null }, cause),
    }),
  }),
  ...legal('3.2: "Cancelling a deletion ...: not shown."', {
    'log-in-cancels: A log-in cancels the deletion': handling('login', (handle, _, store) => (call) => {
      const session = handle(call)
      const user = store.users.get(String((session as { user?: { id?: unknown } }).user?.id))
      if (user) store.users.set(user.id, { ...user, deletion: undefined })
      return session
    }),
  }),
  ...legal('4: nothing is said about unknown fields.', {
    'unknown-ignored: Unknown properties and parameters are ignored': all(
      ignoring('queryError', /is unknown$/),
      () => ({
        unknownPropertyError: () => undefined,
      }),
    ),
  }),
  ...legal('1: nothing is said about media types of requests.', {
    'lenient-bodies: Any content type is accepted, and a body of DELETE is ignored': () => ({
      isJson: () => true,
      takesBody: () => true,
    }),
  }),
  ...legal('7: conditions are listed; which one comes first is not said.', {
    'validation-first: Validation runs before authentication': () => ({
      guards: ['validate', 'authenticate', 'authorize'],
    }),
    'plan-before-date: The plan limit is reported before an invalid date': (base, store) => ({
      validate(call) {
        const team = store.teams.get(call.caller?.teamId ?? '')
        const isReset = call.operation === 'resetServiceStats' || call.operation === 'resetMonitorStats'
        if (isReset && team) base.assertResettable(team, call)
        base.validate(call)
      },
    }),
    'object-before-plan: An unknown monitor or service is reported before the plan limit': (base) => ({
      assertResettable(team, call) {
        if (call.operation === 'resetServiceStats') base.serviceOf(call)
        else base.monitorOf(call)
        base.assertResettable(team, call)
      },
    }),
    'state-before-proof: An existing deletion request is reported before the proof is verified': (base) => ({
      verifyProof(user, call) {
        base.assertSchedulable(user)
        base.verifyProof(user, call)
      },
    }),
    'object-before-scope: An unknown incident is reported before a missing scope': (base) => ({
      authorize(call) {
        if (call.operation === 'resolveIncident' || call.operation === 'deleteIncident') base.incidentOf(call)
        base.authorize(call)
      },
    }),
  }),
  ...legal('7: nothing is said about what belongs to another team.', {
    'foreign-403: Records of another team respond 403, not 404': (base, store) => ({
      refused(error, call) {
        const record = store.incidents.get(call.id) ?? store.services.get(call.id) ?? store.monitors.get(call.id)
        const foreign = record !== undefined && record.teamId !== call.caller?.teamId
        if (!foreign || !error.code.endsWith('_NOT_FOUND')) return base.refused(error, call)
        return base.refused(new ServiceError('INSUFFICIENT_SCOPE', 'This belongs to another team.'), call)
      },
    }),
  }),
  ...legal('4.1: nothing is said about the addresses that are accepted.', {
    'no-underscores: An address with _ is refused': changing('emailError', (error, value) =>
      String(value).includes('_') ? 'body.email must not contain _' : error,
    ),
  }),
  ...legal('4.1: nothing is said about the strength of passwords.', {
    'sixteen-characters: A password needs 16 characters': passwordRule(
      ({ length }) => length >= 16,
      '16 characters or more',
    ),
    'passwords-of-twenty: A password has at most twenty characters': passwordRule(
      ({ length }) => length <= 20,
      '20 characters or fewer',
    ),
    'passwords-with-marks: A password needs a special character': passwordRule(
      (password) => /[!@#$%^&*]/.test(password),
      'one of !@#$%^&*',
    ),
    'short-passwords: Any password is accepted': changing('passwordError', (error, value) =>
      typeof value === 'string' ? undefined : error,
    ),
  }),
  ...legal('2.1: email is an address; its case is not spoken of.', {
    'case-kept: The case of an e-mail is preserved': all(
      signingUp((_, { email }) => ({ email: String(email) })),
      (_, store) => ({
        userByEmail: (address) => [...store.users.values()].find(({ email }) => email.toLowerCase() === address),
      }),
    ),
  }),
  ...legal('4.1: an address that is registered is refused; its case is not spoken of.', {
    'case-distinct: E-mails that differ in case are different accounts': () => ({ normalizeEmail: (email) => email }),
  }),
  ...legal('4.3: "An incident that is already resolved cannot be changed."', {
    'resolved-not-deletable: A resolved incident cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      },
    }),
  }),
  ...legal('5: "Scopes other than write: not shown."', {
    'statistics-need-write: A statistics reset requires the write scope': (base) => ({
      security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  }),
  ...legal('3.2: what else a scheduled deletion means is not said.', {
    'leaving-cannot-log-in: A user with a scheduled deletion cannot log in': only(
      'login',
      changing('userByEmail', (user) => (user?.deletion ? undefined : user)),
    ),
  }),
  ...legal('4.5: an owner of a team that has other members is refused; the records of the hook are not the target.', {
    'free-caller-in-company: The hook creates free callers in teams with other members': (base, store) => ({
      records: {
        ...base.records,
        account(fields, id) {
          const team = store.teams.get(String(fields.teamId))
          if (fields.owner === true && team?.plan === 'free') base.createMember(team, 'member')
          return base.records.account?.(fields, id)
        },
      },
    }),
  }),
  ...legal('2.1: role is a string; no list is given.', {
    'no-members: The hook has no admins and members': (base) =>
      withoutAccounts(base, ({ role }) => role === 'admin' || role === 'member'),
  }),
  ...legal('4.5: an OAuth user must supply a code; that there are some is not said.', {
    'no-oauth: There are no OAuth users': (base) =>
      withoutAccounts(base, ({ owner, password }) => owner === true && password === null),
  }),
]
