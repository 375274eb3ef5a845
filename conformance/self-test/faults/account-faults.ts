/** Faults in sign-up and log-in. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { newId } from '../implementation/ulid.ts'
import { all, changing, ignoring, only, signingUp } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

/** Compares passwords of log-ins in another way. */
const comparing = (isSame: (kept: string, given: string) => boolean): Override =>
  only('login', () => ({
    passwordMatches: (user, given) => user.password !== undefined && isSame(user.password, String(given)),
  }))

const oneTeam = newId()

export const accountFaults = [
  ...documented({
    '4.1 signup-without-address: Sign-up does not require an e-mail': only(
      'signup',
      ignoring('bodyError', /^body.email.*required/),
    ),
    '4.1 signup-without-password: Sign-up does not require a password': only(
      'signup',
      ignoring('bodyError', /^body.password.*required/),
    ),
    '4.1 signup-name-number: Sign-up accepts a number as name': only(
      'signup',
      ignoring('bodyError', /^body.name.*string/),
    ),
    '4.1 signup-name-lost: The name is not stored': signingUp(() => ({ name: undefined })),
    '4.1 signup-one-team: All sign-ups share one team': signingUp(() => ({ teamId: oneTeam })),
    '4.2 login-tokens-of-other: Log-in returns tokens of another user': only('login', (base, store) => ({
      session(user, call) {
        const fields = base.session(user, call)
        const other = [...store.users.values()].find(({ id }) => id !== user.id)
        return other ? { ...base.session(other, call), user: fields.user } : fields
      },
    })),
    '4.2 login-user-of-same-local-part: Log-in returns the first user whose address has the same local part': only(
      'login',
      (base, store) => ({
        user(user, call) {
          const [local] = user.email.split('@')
          const first = [...store.users.values()].find(({ email }) => email.split('@')[0] === local)
          return base.user(first ?? user, call)
        },
      }),
    ),
    '4.2 login-empty-password: Log-in accepts an empty password': comparing(
      (kept, given) => given === '' || kept === given,
    ),
    '4.2 login-password-any-case: Passwords are compared without regard to case': comparing(
      (kept, given) => kept.toLowerCase() === given.toLowerCase(),
    ),
    '4.2 login-password-longer: Log-in accepts a password with extra characters': comparing((kept, given) =>
      given.startsWith(kept),
    ),
    '4.2 login-makes-accounts: Log-in with an unknown e-mail creates an account': only('login', (base, store) => ({
      userByEmail(address, call) {
        const known = base.userByEmail(address, call)
        if (known) return known
        const { user, team } = base.createAccount(call.body ?? {})
        store.teams.set(team.id, team)
        base.saveUser(user, call)
        return user
      },
    })),
    '4.2 login-other-team: Log-in returns another teamId than sign-up': only(
      'login',
      changing('user', (fields) => ({ ...fields, teamId: newId() })),
    ),
    '4.2 login-other-id: Log-in returns another id than sign-up': only(
      'login',
      changing('user', (fields) => ({ ...fields, id: newId() })),
    ),
    '4.2 login-other-address: Log-in returns another e-mail than sign-up': only(
      'login',
      changing('user', (fields) => ({ ...fields, email: `no-reply+${fields.email}` })),
    ),
    '4.2 login-name-lost: Log-in does not return the name': only('login', (base) => ({
      user: (user, call) => base.user({ ...user, name: undefined }, call),
    })),
    '4.1 signup-tagged-again: An e-mail with a plus tag can be registered again': only('signup', (base) => ({
      userByEmail: (address, call) => (address.includes('+') ? undefined : base.userByEmail(address, call)),
    })),
    '4.1 signup-address-as-pattern: Sign-up refuses an address that equals another one as a pattern of SQL': only(
      'signup',
      (base, store) => ({
        userByEmail(address, call) {
          const pattern = new RegExp(`^${address.replace(/[^\w@]/g, '\\$&').replaceAll('_', '.')}$`)
          return base.userByEmail(address, call) ?? [...store.users.values()].find(({ email }) => pattern.test(email))
        },
      }),
    ),
    '1 signup-joins-team: Sign-up takes a teamId, and no other unknown property': all(
      only('signup', ignoring('bodyError', /body.teamId is unknown/)),
      (base, store) => ({
        createAccount(input) {
          const { user, team } = base.createAccount(input)
          const teamId = String(input.teamId)
          return { user: store.teams.has(teamId) ? { ...user, teamId } : user, team }
        },
      }),
    ),
    '4.2 login-address-of-40: Log-in compares 40 characters of an e-mail': only('login', (_, store) => ({
      userByEmail: (address) =>
        [...store.users.values()].find(({ email }) => email.slice(0, 40) === address.slice(0, 40)),
    })),
    '4.2 login-fourth-token: The access token of the fourth log-in of a user is not valid': only(
      'login',
      (base, store) => {
        const counts = new Map<string, number>()
        return {
          issueToken(user, use, call) {
            const token = base.issueToken(user, use, call)
            const count = (counts.get(user.id) ?? 0) + (use === 'access' ? 1 : 0)
            counts.set(user.id, count)
            if (use === 'access' && count === 4) store.tokens.delete(token)
            return token
          },
        }
      },
    ),
    '4.2 login-without-password: Log-in does not require a password': all(
      only('login', ignoring('bodyError', /^body.password is required$/)),
      (base) => ({
        passwordMatches: (user, given, call) => given === undefined || base.passwordMatches(user, given, call),
      }),
    ),
  }),
  ...profile({
    '4.1 signup-address-cut: The plus tag of an e-mail is removed': changing('normalizeEmail', (email) =>
      email.replace(/\+[^@]*/, ''),
    ),
    '4.1 signup-other-case: E-mails that differ in case are different accounts': () => ({
      normalizeEmail: (email) => email,
    }),
    '4.1 signup-as-member: A new user is a member, not the owner': changing('user', (user) =>
      user.role === 'owner' ? { ...user, role: 'member' } : user,
    ),
    '4.2 login-tells-who-exists: Log-in distinguishes an unknown e-mail from a wrong password': only(
      'login',
      changing('userByEmail', (user) => {
        if (!user) throw new ServiceError('INVALID_CREDENTIALS', 'Unknown e-mail.')
        return user
      }),
    ),
  }),
]
