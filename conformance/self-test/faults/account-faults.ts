/** Faults in sign-up and login. */

import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { newId } from '../implementation/ulid.ts'
import { after, documented, type Fault, profile } from './fault.ts'

/** A fault in the comparison of a password at login. */
const password = (id: string, title: string, same: (kept: string, given: string) => boolean): Fault =>
  documented('4.2', `login-${id}`, title, (base) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'login'
        ? user.password !== undefined && same(user.password, String(given))
        : base.passwordMatches(user, given, call),
  }))

/** A fault in what sign-up makes of its input. */
const signedUp = (id: string, title: string, change: (user: User) => User, make = documented): Fault =>
  make('4.1', `signup-${id}`, title, (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: change(user), team }
    },
  }))

const lax = (id: string, title: string, field: 'email' | 'password' | 'name', problem: RegExp): Fault =>
  documented('4.1', `signup-${id}`, title, (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return call.operation === 'signup' && found?.startsWith(`body.${field}`) && problem.test(found)
        ? undefined
        : found
    },
  }))

const oneTeam = newId()

export const accounts = [
  lax('without-address', 'Sign-up works without an address', 'email', /required/),
  lax('without-password', 'Sign-up works without a password', 'password', /required/),
  lax('name-number', 'Sign-up takes a number for a name', 'name', /string/),
  signedUp('name-lost', 'The name is not kept', (user) => ({ ...user, name: undefined })),
  signedUp(
    'name-ascii',
    'Letters with accents are lost from names',
    (user) => ({
      ...user,
      name: user.name?.replace(/[^\x20-\x7e]/g, '?'),
    }),
    profile,
  ),
  signedUp('one-team', 'All sign-ups share one team', (user) => ({ ...user, teamId: oneTeam })),
  signedUp(
    'address-cut',
    'What follows a plus in the address is lost',
    (user) => ({
      ...user,
      email: user.email.replace(/\+[^@]*/, ''),
    }),
    profile,
  ),
  documented('4.2', 'login-tokens-of-other', 'Login hands out tokens of another user', (base, store) => ({
    session(user, call) {
      const shown = base.session(user, call)
      if (call.operation !== 'login') return shown
      const other = [...store.users.values()].find(({ id }) => id !== user.id)
      return other ? { ...base.session(other, call), user: shown.user } : shown
    },
  })),
  password('empty-password', 'Login accepts an empty password', (kept, given) => given === '' || kept === given),
  password(
    'password-any-case',
    'Upper and lower case of a password make no difference',
    (kept, given) => kept.toLowerCase() === given.toLowerCase(),
  ),
  password('password-longer', 'Login accepts a password with something behind it', (kept, given) =>
    given.startsWith(kept),
  ),
  documented('4.2', 'login-makes-accounts', 'Login with an unknown address makes an account', (base, store) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      if (user || call.operation !== 'login') return user
      const made = base.createAccount(call.body ?? {})
      store.teams.set(made.team.id, made.team)
      base.saveUser(made.user, call)
      return made.user
    },
  })),
  documented('4.2', 'login-other-team', 'Login shows another team than sign-up', (base) => ({
    user: after(base.user, (shown, _, { operation }) =>
      operation === 'login' ? { ...shown, teamId: newId() } : shown,
    ),
  })),
  documented('4.2', 'login-other-id', 'Login shows another id than sign-up', (base) => ({
    user: after(base.user, (shown, _, { operation }) => (operation === 'login' ? { ...shown, id: newId() } : shown)),
  })),
  documented('4.2', 'login-other-address', 'Login shows another address than that of the account', (base) => ({
    user: after(base.user, (shown, _, { operation }) =>
      operation === 'login' ? { ...shown, email: `no-reply+${shown.email}` } : shown,
    ),
  })),
  documented('4.2', 'login-name-lost', 'Login does not show the name', (base) => ({
    user: (user, call) => base.user(call.operation === 'login' ? { ...user, name: undefined } : user, call),
  })),
  documented('4.2', 'login-without-password', 'Login works without a password', (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return call.operation === 'login' && found === 'body.password is required' ? undefined : found
    },
    passwordMatches: (user, given, call) => given === undefined || base.passwordMatches(user, given, call),
  })),
  profile('4.1', 'signup-other-case', 'An address in another case is another account', () => ({
    normalizeEmail: (email) => email,
  })),
  profile('4.1', 'signup-echoes-password', 'Sign-up shows the password', (base) => ({
    user: (user, call) => ({ ...base.user(user, call), password: user.password }),
  })),
  profile('4.1', 'signup-as-member', 'Who signs up is a member, not the owner', (base) => ({
    user: after(base.user, (shown) => ({ ...shown, role: 'member' })),
  })),
  profile('4.2', 'login-tells-who-exists', 'Login tells an unknown address from a wrong password', (base) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      if (call.operation === 'login' && !user) throw new ServiceError('INVALID_CREDENTIALS', 'Nobody has this address.')
      return user
    },
  })),
]
