/** Faults in the passwords that a log-in takes. */
import { all, family, ignoring, step } from '../overrides.ts'
import { colleaguesOf, hasRole, isOauth } from '../records.ts'
import { crashing, takingPasswordsOf } from './families.ts'
import { toFaults } from './fault.ts'

/** Wrong comparison: of the password that is kept with the one that is given. */
const comparing = (isSame: (kept: string, given: string) => boolean) =>
  step('passwordMatches', 'login').changing(
    (_, { password }, given) => password !== undefined && isSame(password, String(given)),
  )

/** Wrong comparison: of passwords in another form. */
const comparedAs = (form: (password: string) => string | undefined) =>
  comparing((kept, given) => form(kept) === form(given))

/** The same, for passwords that sign-up would refuse. */
const anyComparedAs = (form: (password: string) => string | undefined) =>
  all(
    comparedAs(form),
    step('passwordError').changing((error, value) => (typeof value === 'string' ? undefined : error)),
  )

const untilNul = (text: unknown) => String(text).split('\0')[0]

export const loginPasswordFaults = toFaults({
  ...family(comparing, {
    '4.2 login-empty-password': (kept, given) => given === '' || kept === given,
    '4.2 login-password-any-case': (kept, given) => kept.toLowerCase() === given.toLowerCase(),
    '4.2 login-password-longer': (kept, given) => given.startsWith(kept),
  }),
  ...family(comparedAs, {
    '4.2 login-password-trimmed': (password) => password.trim(),
    '4.2 login-password-without-accents': (password) => password.normalize('NFD').replace(/\p{M}/gu, ''),
    '4.2 login-password-first-line': (password) => password.split('\n')[0],
    '4.2 login-password-of-32': (password) => password.slice(0, 32),
  }),
  ...family(anyComparedAs, {
    '4.2 login-password-of-72': (password) => password.slice(0, 72),
    '4.2 login-password-until-nul': untilNul,
  }),
  // Missing check: other passwords are accepted, too.
  ...family(step('passwordMatches', 'login').accepting, {
    '4.2 oauth-logs-in-with-undefined': isOauth,
    '4.2 login-oauth-member': (user, given) => isOauth(user) && hasRole('member')(user) && given === '',
    '4.2 login-by-code': ({ code }, given) => code !== undefined && code.digits === given,
  }),
  ...family(takingPasswordsOf('login'), { '4.2 login-password-of-colleague': colleaguesOf }),
  '4.2 password-until-nul': all(
    step('textError').passing((name, value) => [name, name === 'password' ? untilNul(value) : value]),
    step('passwordMatches').changing(
      (_, { password }, given) => password !== undefined && untilNul(password) === untilNul(given),
    ),
  ),
  '4.2 login-without-password': all(
    ignoring('bodyError', /^body.password is required$/, 'login'),
    step('passwordMatches').accepting((_, given) => given === undefined),
  ),
  '4.2 login-of-leaver-after-another': step('passwordMatches', 'login').changing(
    (matches, { id, deletion }, _, __, { notes }) => {
      if (matches) notes.set(id, 'logged in')
      return matches || (deletion !== undefined && notes.has(id))
    },
  ),
  '4.2 login-crash-on-long-password': crashing(
    ({ operation, body }) => operation === 'login' && String(body?.password ?? '').length > 72,
  ),
})
