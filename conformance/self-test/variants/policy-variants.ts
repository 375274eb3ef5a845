/** Variants in what is accepted and in the order of errors. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, Steps } from '../implementation/steps.ts'
import { all, ignoring, signingUp, step } from '../overrides.ts'
import { isResolved, recordWith, usersOf } from '../records.ts'
import { legal } from './variant.ts'

/** Sign-up refuses passwords that do not satisfy a rule. */
const passwordRule = ([isValid, rule]: [(password: string) => boolean, string]) =>
  step('passwordError', 'signup').changing((error, value) =>
    isValid(String(value)) ? error : `body.password must have ${rule}`,
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
    'leaver-without-resets: Until the deletion, statistics are not reset': step('assertResettable').refusing(
      'INSUFFICIENT_SCOPE',
      'This account is planned for deletion.',
    )((_, { caller }) => caller?.deletion),
  }),
  ...legal('3.1: a cause is stored if it is supplied; what becomes of another one is not said.', {
    'resolve-replaces-cause: A resolve without a cause removes the cause that is stored': step('toResolved').passing(
      (incident) => [{ ...incident, cause: null }],
    ),
  }),
  ...legal('3.2: "Cancelling a deletion ...: not shown."', {
    'log-in-cancels: A log-in cancels the deletion': step('session', 'login').after((user, _, { users }) =>
      users.set(user.id, { ...user, deletion: undefined }),
    ),
  }),
  ...legal('4: nothing is said about unknown fields.', {
    'unknown-ignored: Unknown properties and parameters are ignored': all(
      ignoring('queryError', /is unknown$/),
      step('unknownPropertyError').skipping(() => true),
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
    'plan-before-date: The plan limit is reported before an invalid date': step('validate').before((call, base) => {
      const team = base.teams.get(call.caller?.teamId ?? '')
      const isReset = call.operation === 'resetServiceStats' || call.operation === 'resetMonitorStats'
      if (isReset && team) base.assertResettable(team, call)
    }),
    'object-before-plan: An unknown monitor or service is reported before the plan limit': step(
      'assertResettable',
    ).before((_, call, base) => (call.operation === 'resetServiceStats' ? base.serviceOf(call) : base.monitorOf(call))),
    'state-before-proof: An existing deletion request is reported before the proof is verified': step(
      'verifyProof',
    ).before((user, _, base) => base.assertSchedulable(user)),
    'object-before-scope: An unknown incident is reported before a missing scope': step('authorize').before(
      (call, base) => /^(resolve|delete)Incident$/.test(call.operation) && base.incidentOf(call),
    ),
  }),
  ...legal('7: nothing is said about what belongs to another team.', {
    'foreign-403: Records of another team respond 403, not 404': step('refused').passing(
      (error, { id, caller }, base) => {
        const record = recordWith(id, base)
        const isForeign = record !== undefined && record.teamId !== caller?.teamId
        if (!isForeign || !error.code.endsWith('_NOT_FOUND')) return [error]
        return [new ServiceError('INSUFFICIENT_SCOPE', 'This belongs to another team.')]
      },
    ),
  }),
  ...legal('4.1: nothing is said about the addresses that are accepted.', {
    'no-underscores: An address with _ is refused': step('emailError').changing((error, value) =>
      String(value).includes('_') ? 'body.email must not contain _' : error,
    ),
  }),
  ...legal('4.1: nothing is said about the strength of passwords.', passwordRule, {
    'sixteen-characters: A password needs 16 characters': [({ length }) => length >= 16, '16 characters or more'],
    'passwords-of-twenty: A password has at most twenty characters': [
      ({ length }) => length <= 20,
      '20 characters or fewer',
    ],
    'passwords-with-marks: A password needs a special character': [
      (password) => /[!@#$%^&*]/.test(password),
      'one of !@#$%^&*',
    ],
  }),
  ...legal('4.1: nothing is said about the strength of passwords.', {
    'short-passwords: Any password is accepted': step('passwordError').changing((error, value) =>
      typeof value === 'string' ? undefined : error,
    ),
  }),
  ...legal('2.1: email is an address; its case is not spoken of.', {
    'case-kept: The case of an e-mail is preserved': all(
      signingUp((_, { email }) => ({ email: String(email) })),
      step('userByEmail').changing((_, address, __, base) =>
        usersOf(base).find(({ email }) => email.toLowerCase() === address),
      ),
    ),
  }),
  ...legal('4.1: an address that is registered is refused; its case is not spoken of.', {
    'case-distinct: E-mails that differ in case are different accounts': () => ({ normalizeEmail: (email) => email }),
  }),
  ...legal('4.1: email is a "string, format email"; which addresses are one mailbox is not said.', {
    'plus-tag-same-mailbox: The plus tag of an e-mail is ignored': step('normalizeEmail').changing((email) =>
      email.replace(/\+[^@]*@/, '@'),
    ),
  }),
  ...legal('4.3: "An incident that is already resolved cannot be changed."', {
    'resolved-not-deletable: A resolved incident cannot be deleted': step('assertDeletable').after((incident) => {
      if (isResolved(incident)) throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
    }),
  }),
  ...legal('5: "Scopes other than write: not shown."', {
    'statistics-need-write: A statistics reset requires the write scope': (base) => ({
      security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  }),
  ...legal('3.2: what else a scheduled deletion means is not said.', {
    'leaving-cannot-log-in: A user with a scheduled deletion cannot log in': step('userByEmail', 'login').changing(
      (user) => (user?.deletion ? undefined : user),
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
