/** Faults in sign-up and log-in. */

import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { newId } from '../implementation/ulid.ts'
import { after, documented, type Fault, profile } from './fault.ts'

/** A fault in the password comparison of log-in. */
const password = (id: string, title: string, same: (kept: string, given: string) => boolean): Fault =>
  documented('4.2', `login-${id}`, title, (base) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'login'
        ? user.password !== undefined && same(user.password, String(given))
        : base.passwordMatches(user, given, call),
  }))

/** A fault in the account that sign-up creates. */
const signedUp = (id: string, title: string, change: (user: User) => User, make = documented): Fault =>
  make('4.1', `signup-${id}`, title, (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: change(user), team }
    },
  }))

const acceptingInvalid = (id: string, title: string, field: 'email' | 'password' | 'name', problem: RegExp): Fault =>
  documented('4.1', `signup-${id}`, title, (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return call.operation === 'signup' && found?.startsWith(`body.${field}`) && problem.test(found)
        ? undefined
        : found
    },
  }))

const oneTeam = newId()

export const accountFaults = [
  acceptingInvalid('without-address', 'Sign-up does not require an e-mail', 'email', /required/),
  acceptingInvalid('without-password', 'Sign-up does not require a password', 'password', /required/),
  acceptingInvalid('name-number', 'Sign-up accepts a number as name', 'name', /string/),
  signedUp('name-lost', 'The name is not stored', (user) => ({ ...user, name: undefined })),
  signedUp(
    'name-ascii',
    'Accented letters in names are replaced',
    (user) => ({
      ...user,
      name: user.name?.replace(/[^\x20-\x7e]/g, '?'),
    }),
    profile,
  ),
  signedUp('one-team', 'All sign-ups share one team', (user) => ({ ...user, teamId: oneTeam })),
  signedUp(
    'address-cut',
    'The plus tag of an e-mail is removed',
    (user) => ({
      ...user,
      email: user.email.replace(/\+[^@]*/, ''),
    }),
    profile,
  ),
  documented('4.2', 'login-tokens-of-other', 'Log-in returns tokens of another user', (base, store) => ({
    session(user, call) {
      const fields = base.session(user, call)
      if (call.operation !== 'login') return fields
      const other = [...store.users.values()].find(({ id }) => id !== user.id)
      return other ? { ...base.session(other, call), user: fields.user } : fields
    },
  })),
  password('empty-password', 'Log-in accepts an empty password', (kept, given) => given === '' || kept === given),
  password(
    'password-any-case',
    'Passwords are compared without regard to case',
    (kept, given) => kept.toLowerCase() === given.toLowerCase(),
  ),
  password('password-longer', 'Log-in accepts a password with extra characters', (kept, given) =>
    given.startsWith(kept),
  ),
  documented('4.2', 'login-makes-accounts', 'Log-in with an unknown e-mail creates an account', (base, store) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      if (user || call.operation !== 'login') return user
      const made = base.createAccount(call.body ?? {})
      store.teams.set(made.team.id, made.team)
      base.saveUser(made.user, call)
      return made.user
    },
  })),
  documented('4.2', 'login-other-team', 'Log-in returns another teamId than sign-up', (base) => ({
    user: after(base.user, (fields, _, { operation }) =>
      operation === 'login' ? { ...fields, teamId: newId() } : fields,
    ),
  })),
  documented('4.2', 'login-other-id', 'Log-in returns another id than sign-up', (base) => ({
    user: after(base.user, (fields, _, { operation }) => (operation === 'login' ? { ...fields, id: newId() } : fields)),
  })),
  documented('4.2', 'login-other-address', 'Log-in returns another e-mail than sign-up', (base) => ({
    user: after(base.user, (fields, _, { operation }) =>
      operation === 'login' ? { ...fields, email: `no-reply+${fields.email}` } : fields,
    ),
  })),
  documented('4.2', 'login-name-lost', 'Log-in does not return the name', (base) => ({
    user: (user, call) => base.user(call.operation === 'login' ? { ...user, name: undefined } : user, call),
  })),
  documented('4.2', 'login-without-password', 'Log-in does not require a password', (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return call.operation === 'login' && found === 'body.password is required' ? undefined : found
    },
    passwordMatches: (user, given, call) => given === undefined || base.passwordMatches(user, given, call),
  })),
  profile('4.1', 'signup-other-case', 'E-mails that differ in case are different accounts', () => ({
    normalizeEmail: (email) => email,
  })),
  profile('4.1', 'signup-echoes-password', 'Sign-up returns the password', (base) => ({
    user: (user, call) => ({ ...base.user(user, call), password: user.password }),
  })),
  profile('4.1', 'signup-as-member', 'A new user is a member, not the owner', (base) => ({
    user: after(base.user, (fields) => ({ ...fields, role: 'member' })),
  })),
  profile('4.2', 'login-tells-who-exists', 'Log-in distinguishes an unknown e-mail from a wrong password', (base) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      if (call.operation === 'login' && !user) throw new ServiceError('INVALID_CREDENTIALS', 'Unknown e-mail.')
      return user
    },
  })),
]
