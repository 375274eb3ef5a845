/** Variants in what is accepted and in the order of errors. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Json } from '../implementation/steps.ts'
import { all, ignoring, signingUp, step } from '../overrides.ts'
import { isResolved, recordWith, usersOf } from '../records.ts'
import { legal, legalFamily } from './variant.ts'

/** Sign-up refuses passwords that do not satisfy a rule. */
const passwordRule = ([isValid, rule]: [(password: string) => boolean, string]) =>
  step('passwordError', 'signup').changing((error, value) =>
    isValid(String(value)) ? error : `body.password must have ${rule}`,
  )

/** The hook makes no accounts with such fields. */
const withoutAccounts = (are: (fields: Json) => boolean) =>
  step('makeRecord').skipping((kind, fields) => kind === 'account' && are(fields))

export const policyVariants = [
  ...legal('3.2', 'what an account may do during the grace period is not said.', {
    'leaver-without-resets': step('assertResettable').refusing(
      'INSUFFICIENT_SCOPE',
      'This account is planned for deletion.',
    )((_, { caller }) => caller?.deletion),
  }),
  ...legal('3.2', '"Cancelling a deletion ...: not shown."', {
    'log-in-cancels': step('session', 'login').after((user, _, { users }) =>
      users.set(user.id, { ...user, deletion: undefined }),
    ),
  }),
  ...legal('4', 'nothing is said about unknown fields.', {
    'unknown-ignored': all(
      ignoring('queryError', /is unknown$/),
      step('unknownPropertyError').skipping(() => true),
    ),
  }),
  ...legal('4.6', 'nothing is said about a parameter that is repeated.', {
    'last-parameter-counts': step('queryError').before(({ query }) => {
      for (const [name, value] of [...query]) query.set(name, value)
    }),
  }),
  ...legal('1', 'nothing is said about media types of requests.', {
    'lenient-bodies': () => ({ isJson: () => true, takesBody: () => true }),
  }),
  ...legal('7', 'conditions are listed; which one comes first is not said.', {
    'validation-first': () => ({ guards: ['validate', 'authenticate', 'authorize'] }),
    'plan-before-date': step('validate').before((call, base) => {
      const team = base.teams.get(call.caller?.teamId ?? '')
      const isReset = call.operation === 'resetServiceStats' || call.operation === 'resetMonitorStats'
      if (isReset && team) base.assertResettable(team, call)
    }),
    'object-before-plan': step('assertResettable').before((_, call, base) =>
      call.operation === 'resetServiceStats' ? base.serviceOf(call) : base.monitorOf(call),
    ),
    'state-before-proof': step('verifyProof').before((user, _, base) => base.assertSchedulable(user)),
    'object-before-scope': step('authorize').before(
      (call, base) => /^(resolve|delete)Incident$/.test(call.operation) && base.incidentOf(call),
    ),
  }),
  ...legal('7', 'nothing is said about what belongs to another team.', {
    'foreign-403': step('refused').passing((error, { id, caller }, base) => {
      const record = recordWith(id, base)
      const isForeign = record !== undefined && record.teamId !== caller?.teamId
      if (!isForeign || !error.code.endsWith('_NOT_FOUND')) return [error]
      return [new ServiceError('INSUFFICIENT_SCOPE', 'This belongs to another team.')]
    }),
  }),
  ...legal('4.1', 'nothing is said about the addresses that are accepted.', {
    'no-underscores': step('emailError').changing((error, value) =>
      String(value).includes('_') ? 'body.email must not contain _' : error,
    ),
  }),
  ...legalFamily('4.1', 'nothing is said about the strength of passwords.', passwordRule, {
    'sixteen-characters': [({ length }) => length >= 16, '16 characters or more'],
    'passwords-of-twenty': [({ length }) => length <= 20, '20 characters or fewer'],
    'passwords-with-marks': [(password) => /[!@#$%^&*]/.test(password), 'one of !@#$%^&*'],
  }),
  ...legal('4.1', 'nothing is said about the strength of passwords.', {
    'short-passwords': step('passwordError').changing((error, value) =>
      typeof value === 'string' ? undefined : error,
    ),
  }),
  ...legal('2.1', 'email is an address; its case is not spoken of.', {
    'case-kept': all(
      signingUp((_, { email }) => ({ email: String(email) })),
      step('userByEmail').changing((_, address, __, base) =>
        usersOf(base).find(({ email }) => email.toLowerCase() === address),
      ),
    ),
  }),
  ...legal('4.1', 'an address that is registered is refused; its case is not spoken of.', {
    'case-distinct': () => ({ normalizeEmail: (email) => email }),
  }),
  ...legal('4.1', 'email is a "string, format email"; which addresses are one mailbox is not said.', {
    'plus-tag-same-mailbox': step('normalizeEmail').changing((email) => email.replace(/\+[^@]*@/, '@')),
  }),
  ...legal('4.3', '"An incident that is already resolved cannot be changed."', {
    'resolved-not-deletable': step('assertDeletable').after((incident) => {
      if (isResolved(incident)) throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
    }),
  }),
  ...legal('5', '"Scopes other than write: not shown."', {
    'statistics-need-write': (base) => ({
      security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  }),
  ...legal('3.2', 'what else a scheduled deletion means is not said.', {
    'leaving-cannot-log-in': step('userByEmail', 'login').changing((user) => (user?.deletion ? undefined : user)),
  }),
  ...legal('4.5', 'an owner of a team that has other members is refused; the records of the hook are not the target.', {
    'free-caller-in-company': step('makeRecord').before((kind, { owner, teamId }, _, base) => {
      const team = base.teams.get(String(teamId))
      if (kind === 'account' && owner === true && team?.plan === 'free') base.createMember(team, 'member')
    }),
  }),
  ...legal('2.1', 'role is a string; no list is given.', {
    'no-members': withoutAccounts(({ role }) => role === 'admin' || role === 'member'),
  }),
  ...legal('4.5', 'an OAuth user must supply a code; that there are some is not said.', {
    'no-oauth': withoutAccounts(({ owner, password }) => owner === true && password === null),
  }),
]
