/** Faults in the passwords that a log-in takes. */
import { all, ignoring, only, remembering, step } from '../overrides.ts'
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

export const loginPasswordFaults = [
  ...toFaults(comparing, {
    '4.2 login-empty-password: Log-in accepts an empty password': (kept, given) => given === '' || kept === given,
    '4.2 login-password-any-case: Passwords are compared without regard to case': (kept, given) =>
      kept.toLowerCase() === given.toLowerCase(),
    '4.2 login-password-longer: Log-in accepts a password with extra characters': (kept, given) =>
      given.startsWith(kept),
  }),
  ...toFaults(comparedAs, {
    '4.2 login-password-trimmed: Spaces around a password do not count': (password) => password.trim(),
    '4.2 login-password-without-accents: Accents of passwords do not count': (password) =>
      password.normalize('NFD').replace(/\p{M}/gu, ''),
    '4.2 login-password-first-line: Only the first line of a password counts': (password) => password.split('\n')[0],
    '4.2 login-password-of-32: Only the first 32 letters of a password count': (password) => password.slice(0, 32),
  }),
  ...toFaults(anyComparedAs, {
    '4.2 login-password-of-72: Only the first 72 letters of a password count': (password) => password.slice(0, 72),
    '4.2 login-password-until-nul: A password ends at a NUL': untilNul,
  }),
  // Missing check: other passwords are accepted, too.
  ...toFaults(step('passwordMatches', 'login').accepting, {
    '4.2 oauth-logs-in-with-undefined: A user without a password can log in with any': isOauth,
    '4.2 login-oauth-member: A member without a password can log in with an empty one': (user, given) =>
      isOauth(user) && hasRole('member')(user) && given === '',
    '4.2 login-by-code: A member without a password can log in with the verification code': ({ code }, given) =>
      code !== undefined && code.digits === given,
  }),
  ...toFaults(takingPasswordsOf('login'), {
    '4.2 login-password-of-colleague: The password of another member of the team is accepted': colleaguesOf,
  }),
  ...toFaults({
    '4.2 password-until-nul: A password is compared up to its first NUL': all(
      step('textError').passing((name, value) => [name, name === 'password' ? untilNul(value) : value]),
      step('passwordMatches').changing(
        (_, { password }, given) => password !== undefined && untilNul(password) === untilNul(given),
      ),
    ),
    '4.2 login-without-password: Log-in does not require a password': all(
      only('login', ignoring('bodyError', /^body.password is required$/)),
      step('passwordMatches').accepting((_, given) => given === undefined),
    ),
    '4.2 login-of-leaver-after-another: A leaver who has logged in before may log in with any password': remembering(
      (known) =>
        step('passwordMatches', 'login').changing((matches, { id, deletion }) => {
          if (matches) known.set(id, true)
          return matches || (deletion !== undefined && known.has(id))
        }),
    ),
    '4.2 login-crash-on-long-password: A log-in with a password of more than 72 characters responds 500': crashing(
      ({ operation, body }) => operation === 'login' && String(body?.password ?? '').length > 72,
    ),
  }),
]
