/** Faults in sign-up. */
import { newId, type Team } from '../implementation/memory-store.ts'
import type { Json, Override } from '../implementation/steps.ts'
import {
  all,
  type Change,
  handling,
  ignoring,
  keptPerToken,
  omit,
  only,
  remembering,
  signingUp,
  step,
  tokenOf,
} from '../overrides.ts'
import { usersOf } from '../records.ts'
import { crashing, pausing } from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: these errors of the body are ignored. */
const unchecked = (pattern: RegExp) => only('signup', ignoring('bodyError', pattern))

/** Wrong bound: addresses like these are accepted. */
const acceptingAddress = (pattern: RegExp) =>
  step('emailError').changing((error, value) => (typeof value === 'string' && pattern.test(value) ? undefined : error))

/** Wrong look-up: the user that has the address already. */
const registered = step('userByEmail', 'signup').changing

const acceptingUnknown: Override = () => ({ unknownPropertyError: () => undefined })

/** Wrong scope: a sign-up joins the team of the first one with the same key; none without one. */
const joining = (keyOf: (input: Json) => string | undefined) =>
  remembering<Team>((teams) =>
    step('createAccount').changing(({ user, team }, input) => {
      const key = keyOf(input)
      if (key === undefined) return { user, team }
      const joined = teams.get(key) ?? team
      teams.set(key, joined)
      return { user: { ...user, teamId: joined.id }, team: joined }
    }),
  )

const registeredLike: Change<'userByEmail'> = (user, address, _, base) => {
  const pattern = new RegExp(`^${address.replace(/[^\w@]/g, '\\$&').replaceAll('_', '.')}$`)
  return user ?? usersOf(base).find(({ email }) => pattern.test(email))
}

const oneTeam = newId()
const asText = (value: unknown, change: (text: string) => string) => (typeof value === 'string' ? change(value) : value)

export const signupFaults = [
  ...toFaults(unchecked, {
    '4.1 signup-without-address: Sign-up does not require an e-mail': /^body.email.*required/,
    '4.1 signup-without-password: Sign-up does not require a password': /^body.password.*required/,
    '4.1 signup-name-number: Sign-up accepts a number as name': /^body.name.*string/,
    'profile 4 accepts-short-passwords: Sign-up accepts a password of seven characters': /fewer than 8/,
  }),
  ...toFaults(acceptingAddress, {
    '4.1 email-two-ats: Sign-up accepts an e-mail with two @': /^[^\s@]+@[^\s]+\.[^\s@]+$/,
    '4.1 signup-address-with-end: Sign-up accepts an address with something behind it':
      /^[^\s@]+@[\w-]+(?:\.[\w-]+)+[>,\s]/,
  }),
  ...toFaults(signingUp, {
    '4.1 signup-name-lost: The name is not stored': () => ({ name: undefined }),
    '4.1 signup-password-composed: Sign-up composes the letters of a password, log-in does not': ({ password }) => ({
      password: password?.normalize('NFC'),
    }),
    '4.1 signup-password-trimmed: Sign-up trims a password, log-in does not': ({ password }) => ({
      password: password?.trim(),
    }),
    '4.1 signup-one-team: All sign-ups share one team': () => ({ teamId: oneTeam }),
    'sound 4.1 name-zero-lost: A name of 0 is not stored': ({ name }) => (name === '0' ? { name: undefined } : {}),
    'sound 4.1 signup-name-ascii: Accented letters in names are replaced': ({ name }) => ({
      name: name?.replace(/[^\x20-\x7e]/g, '?'),
    }),
    'sound 4.1 signup-name-of-50: Names are ASCII, with at most 50 characters': ({ name = '' }) => ({
      name: [...name.normalize('NFKD')]
        .filter((letter) => /[\x20-\x7e]/.test(letter))
        .slice(0, 50)
        .join(''),
    }),
  }),
  ...toFaults(joining, {
    '1 team-by-domain: A sign-up joins the team of the first account with the same domain': ({ email }) =>
      String(email).split('@')[1]?.toLowerCase(),
    '1 team-by-name: A sign-up joins the team of the first account with the same name': ({ name }) =>
      typeof name === 'string' ? name : undefined,
  }),
  ...toFaults(registered, {
    '4.1 signup-tagged-again: An e-mail with a plus tag can be registered again': (user, address) =>
      address.includes('+') ? undefined : user,
    '4.1 signup-address-of-reader: The address of a reader can be registered again': (user) =>
      user?.role === 'viewer' ? undefined : user,
    '4.1 signup-address-as-pattern: Sign-up refuses an address that equals another one as a pattern of SQL':
      registeredLike,
    '4.1 signup-password-of-another: A sign-up with a password that another user has is refused': (
      user,
      _,
      call,
      base,
    ) => user ?? usersOf(base).find(({ password }) => password !== undefined && password === call.body?.password),
  }),
  ...toFaults(crashing, {
    '4.1 crash-inherited: A property __proto__ in a body responds 500': ({ body = {} }) =>
      Object.hasOwn(body, '__proto__'),
    '4.1 sign-up-percent: A percent sign and a space in a name are a server error': ({ body }) =>
      String(body?.name).includes(' % '),
  }),
  // A secret in the message about a password.
  ...toFaults(step('passwordError').changing, {
    'sound 4.1 message-with-password: The message about a password that is too short quotes it': (error, value) =>
      error && `${error}: ${value}`,
    'sound 4.1 signup-quotes-password: The message for a password that is too short quotes it': (error, value) =>
      error?.includes('fewer') ? `${error}: ${value}` : error,
    'sound 4.1 common-password-quoted: The message that refuses a common password quotes it': (
      error,
      value,
      { operation },
    ) =>
      operation === 'signup' && /^(?:password|qwerty|passw0rd)/i.test(String(value))
        ? `body.password "${value}" is too common`
        : error,
  }),
  ...toFaults({
    '1 signup-joins-team: Sign-up takes a teamId, and no other unknown property': all(
      unchecked(/body.teamId is unknown/),
      signingUp((_, { teamId }, { teams }) => (teams.has(String(teamId)) ? { teamId: String(teamId) } : {})),
    ),
    '4.1 signup-into-any-team: Sign-up joins the team named in the body': all(
      acceptingUnknown,
      signingUp(({ teamId }, input) => ({ teamId: String(input.teamId ?? teamId) })),
    ),
    '3.2 team-comes-back: A sign-up with the address of a deleted account gets its team': remembering<string>(
      (former) => [
        step('completeDeletion').before(({ email, teamId }) => former.set(email, teamId)),
        step('createAccount').changing(({ user, team }) => {
          const id = former.get(user.email) ?? team.id
          return { user: { ...user, teamId: id }, team: { ...team, id } }
        }),
      ],
    ),
    '4.1 signup-password-number-of-ten: A number of ten digits is a password': step('passwordError').passing(
      (value) => [typeof value === 'number' ? String(value) : value],
    ),
    '4.1 sign-up-renames: A sign-up that is refused changes the name of the account': handling('signup')(
      (handle, base) => (call) => {
        const user = base.userByEmail(String(call.body?.email).toLowerCase(), call)
        if (user) base.users.set(user.id, { ...user, name: call.body?.name as string })
        return handle(call)
      },
    ),
    '4.1 signup-same-address-revokes-tokens: A rejected sign-up revokes the tokens of the account': step(
      'refused',
    ).before(({ code }, call, base) => {
      if (code !== 'EMAIL_ALREADY_REGISTERED') return
      const user = base.userByEmail(base.normalizeEmail(String(call.body?.email)), call)
      base.revokeTokens(user?.id ?? '')
    }),
    '4.1 session-flat: Sign-up returns the fields of the user beside the tokens': step('session', 'signup').changing(
      (session) => ({ ...(session.user as Json), ...omit(session, 'user') }),
    ),
    '4.1 race-signup: Concurrent sign-ups with one address all succeed': pausing('signup'),
    'sound 4.1 signup-echoes-password: Sign-up returns the password': step('user').setting((_, { password }) => ({
      password,
    })),
    'sound 4.1 signup-refused-takes-address: A sign-up whose name is too long is refused, and registers the address':
      step('validate', 'signup').before((call, base) => {
        if (!base.bodyError(call)?.includes('than 200')) return
        const { user } = base.createAccount(call.body ?? {})
        if (!base.userByEmail(user.email, call)) base.users.set(user.id, user)
      }),
    'profile 4.1 signup-address-cut: The plus tag of an e-mail is removed': step('normalizeEmail').changing((email) =>
      email.replace(/\+[^@]*/, ''),
    ),
    'profile 4.1 signup-other-case: E-mails that differ in case are different accounts': () => ({
      normalizeEmail: (email) => email,
    }),
    'profile 4.1 email-trimmed: Spaces around an e-mail are removed': all(
      step('emailError').passing((value) => [asText(value, (text) => text.trim())]),
      step('normalizeEmail').changing((email) => email.trim()),
    ),
    'profile 4 accepts-long-addresses: An e-mail may have more than 254 characters': step('emailError').passing(
      (value) => [asText(value, (text) => text.slice(-254))],
    ),
    'profile 4.1 signup-as-member: A new user is a member, not the owner': step('user').setting(({ role }) =>
      role === 'owner' ? { role: 'member' } : {},
    ),
    'profile 4.3 sign-up-token-without-scope: The token of a sign-up has no write scope': keptPerToken(
      (_, { operation }) => operation === 'signup',
      (isOfSignUp) => step('canWrite').changing((can, _, call, base) => can && !isOfSignUp(tokenOf(call, base))),
    ),
  }),
]
