/** Faults in sign-up. */
import { newId, type Team } from '../implementation/memory-store.ts'
import type { Json } from '../implementation/steps.ts'
import { all, family, ignoring, notingTokens, omit, recall, signingUp, step, tokenOf, userNamed } from '../overrides.ts'
import { usersOf } from '../records.ts'
import { crashing, pausing } from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: these errors of the body are ignored. */
const unchecked = (pattern: RegExp) => ignoring('bodyError', pattern, 'signup')

/** Wrong bound: addresses like these are accepted. */
const acceptingAddress = (pattern: RegExp) =>
  step('emailError').changing((error, value) => (typeof value === 'string' && pattern.test(value) ? undefined : error))

/** Wrong look-up: the user that has the address already. */
const registered = step('userByEmail', 'signup').changing

/** Wrong scope: a sign-up joins the team of the first one with the same key, if it has a key. */
const joining = (keyOf: (input: Json) => string | undefined) =>
  step('createAccount').changing(({ user, team }, input, base) => {
    const key = keyOf(input)
    if (key === undefined) return { user, team }
    const joined = recall<Team>(base, key) ?? team
    base.notes.set(key, joined)
    return { user: { ...user, teamId: joined.id }, team: joined }
  })

/** An address as a pattern of SQL. */
const patternOf = (address: string) => new RegExp(`^${address.replace(/[^\w@]/g, '\\$&').replaceAll('_', '.')}$`)

const withoutTag = (address: string) => address.replace(/\+[^@]*@/, '@')

const oneTeam = newId()
const asText = (value: unknown, change: (text: string) => string) => (typeof value === 'string' ? change(value) : value)

export const signupFaults = toFaults({
  ...family(unchecked, {
    '4.1 signup-without-address': /^body.email.*required/,
    '4.1 signup-without-password': /^body.password.*required/,
    '4.1 signup-name-number': /^body.name.*string/,
    'profile 4 accepts-short-passwords': /fewer than 8/,
  }),
  ...family(acceptingAddress, {
    '4.1 email-two-ats': /^[^\s@]+@[^\s]+\.[^\s@]+$/,
    '4.1 signup-address-with-end': /^[^\s@]+@[\w-]+(?:\.[\w-]+)+[>,\s]/,
  }),
  ...family(signingUp, {
    '4.1 signup-name-lost': () => ({ name: undefined }),
    '4.1 signup-password-composed': ({ password }) => ({ password: password?.normalize('NFC') }),
    '4.1 signup-password-trimmed': ({ password }) => ({ password: password?.trim() }),
    '4.1 signup-one-team': () => ({ teamId: oneTeam }),
    '4.1 name-zero-lost': ({ name }) => (name === '0' ? { name: undefined } : {}),
    'sound 4.1 signup-name-ascii': ({ name }) => ({ name: name?.replace(/[^\x20-\x7e]/g, '?') }),
    'sound 4.1 signup-name-of-50': ({ name = '' }) => ({
      name: name
        .normalize('NFKD')
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 50),
    }),
  }),
  ...family(joining, {
    '1 team-by-domain': ({ email }) => String(email).split('@')[1]?.toLowerCase(),
    '1 team-by-name': ({ name }) => (typeof name === 'string' ? name : undefined),
  }),
  ...family(registered, {
    '4.1 signup-tagged-again': (user, address) => (address.includes('+') ? undefined : user),
    'profile 4.1 signup-tags-as-one': (user, address, _, base) =>
      user ?? usersOf(base).find(({ email }) => withoutTag(email) === withoutTag(address)),
    '4.1 signup-address-of-reader': (user) => (user?.role === 'viewer' ? undefined : user),
    '4.1 signup-address-as-pattern': (user, address, _, base) =>
      user ?? usersOf(base).find(({ email }) => patternOf(address).test(email)),
    '4.1 signup-password-of-another': (user, _, call, base) =>
      user ?? usersOf(base).find(({ password }) => password !== undefined && password === call.body?.password),
  }),
  ...family(crashing, {
    '4.1 crash-inherited': ({ body = {} }) => Object.hasOwn(body, '__proto__'),
    '4.1 sign-up-percent': ({ body }) => String(body?.name).includes(' % '),
  }),
  // A secret in the message about a password.
  ...family(step('passwordError').changing, {
    'sound 4.1 message-with-password': (error, value) => error && `${error}: ${value}`,
    'sound 4.1 signup-quotes-password': (error, value) => (error?.includes('fewer') ? `${error}: ${value}` : error),
    'sound 4.1 common-password-quoted': (error, value, { operation }) =>
      operation === 'signup' && /^(?:password|qwerty|passw0rd)/i.test(String(value))
        ? `body.password "${value}" is too common`
        : error,
  }),
  '1 signup-joins-team': all(
    unchecked(/body.teamId is unknown/),
    signingUp((_, { teamId }, { teams }) => (teams.has(String(teamId)) ? { teamId: String(teamId) } : {})),
  ),
  '4.1 signup-into-any-team': all(
    step('unknownPropertyError').skipping(() => true),
    signingUp(({ teamId }, input) => ({ teamId: String(input.teamId ?? teamId) })),
  ),
  '3.2 team-comes-back': all(
    step('completeDeletion').before(({ email, teamId }, { notes }) => notes.set(email, teamId)),
    step('createAccount').changing(({ user, team }, _, base) => {
      const id = recall<string>(base, user.email) ?? team.id
      return { user: { ...user, teamId: id }, team: { ...team, id } }
    }),
  ),
  '4.1 signup-password-number-of-ten': step('passwordError').passing((value) => [
    typeof value === 'number' ? String(value) : value,
  ]),
  '4.1 sign-up-renames': step('signup').before((call, base) => {
    const user = userNamed(call, base)
    if (user) base.users.set(user.id, { ...user, name: call.body?.name as string })
  }),
  '4.1 signup-same-address-revokes-tokens': step('refused').before(({ code }, call, base) => {
    if (code === 'EMAIL_ALREADY_REGISTERED') base.revokeTokens(userNamed(call, base)?.id ?? '')
  }),
  '4.1 session-flat': step('session', 'signup').changing((session) => ({
    ...(session.user as Json),
    ...omit(session, 'user'),
  })),
  '4.1 race-signup': pausing('signup'),
  'sound 4.1 signup-echoes-password': step('user').setting((_, { password }) => ({ password })),
  'sound 4.1 signup-refused-takes-address': step('validate', 'signup').before((call, base) => {
    if (!base.bodyError(call)?.includes('than 200')) return
    const { user } = base.createAccount(call.body ?? {})
    if (!base.userByEmail(user.email, call)) base.users.set(user.id, user)
  }),
  'profile 4.1 signup-address-cut': step('normalizeEmail').changing((email) => email.replace(/\+[^@]*/, '')),
  'profile 4.1 signup-other-case': () => ({ normalizeEmail: (email) => email }),
  'profile 4.1 email-trimmed': all(
    step('emailError').passing((value) => [asText(value, (text) => text.trim())]),
    step('normalizeEmail').changing((email) => email.trim()),
  ),
  'profile 4 accepts-long-addresses': step('emailError').passing((value) => [
    asText(value, (text) => text.slice(-254)),
  ]),
  'profile 4.1 signup-as-member': step('user').setting(({ role }) => (role === 'owner' ? { role: 'member' } : {})),
  'profile 4.3 sign-up-token-without-scope': all(
    notingTokens((_, { operation }) => operation),
    step('canWrite').changing((can, _, call, base) => can && recall(base, tokenOf(call, base)) !== 'signup'),
  ),
})
