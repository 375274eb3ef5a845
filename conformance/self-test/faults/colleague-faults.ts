/** Faults of accounts that show only in a team: between its members. */
import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, keepingDeletedUsers, only } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'

export const colleagueFaults = [
  ...documented({
    '4.6 listing-without-admins: A user with the role admin is not listed': changing(
      'isListed',
      (isListed, { role }) => isListed && role !== 'admin',
    ),
    '4.2 login-oauth-member: A member without a password can log in with an empty one': only('login', (base) => ({
      passwordMatches: (user, given, call) =>
        (user.password === undefined && user.role === 'member' && given === '') ||
        base.passwordMatches(user, given, call),
    })),
    '4.2 login-by-code: A member without a password can log in with the verification code': only('login', (base) => ({
      passwordMatches: (user, given, call) =>
        (user.code !== undefined && user.code.digits === given) || base.passwordMatches(user, given, call),
    })),
    '4.5 deletion-by-last-password: The password of the last log-in is accepted for any account': (base) => {
      let last: unknown
      return {
        passwordMatches(user, given, call) {
          const matches = base.passwordMatches(user, given, call)
          if (call.operation !== 'login') return matches || (user.password !== undefined && given === last)
          if (matches) last = given
          return matches
        },
      }
    },
    '4.5 deletion-leavers-uncounted: Members whose deletion is scheduled are not counted as members of a team': (
      base,
      store,
    ) => ({
      assertSchedulable(user) {
        const stays = ({ id, teamId, deletion }: User) => teamId === user.teamId && id !== user.id && !deletion
        base.assertSchedulable([...store.users.values()].some(stays) ? user : { ...user, role: 'member' })
      },
    }),
    '4.5 deletion-former-members-counted: Members whose accounts are deleted are still counted': (base) => {
      const teams = new Set<string>()
      return {
        completeDeletion(user) {
          teams.add(user.teamId)
          base.completeDeletion(user)
        },
        assertSchedulable(user) {
          if (user.role === 'owner' && teams.has(user.teamId)) throw new ServiceError('TEAM_HAS_OTHER_MEMBERS')
          base.assertSchedulable(user)
        },
      }
    },
    '4.5 deletion-of-oauth-member: A member without a password may send any code': (base) => ({
      codeMatches: (user, code, call) =>
        (user.password === undefined && user.role === 'member') || base.codeMatches(user, code, call),
    }),
    '4.5 deletion-by-code-of-colleague: The code of another member is accepted': (base, store) => ({
      codeMatches: (user, code, call) =>
        base.codeMatches(user, code, call) ||
        [...store.users.values()].some((other) => other.teamId === user.teamId && other.code?.digits === code),
    }),
    '3.2 deletion-of-admin-refused: Admins are rejected like owners': (base) => ({
      assertSchedulable(user) {
        if (user.role === 'admin') throw new ServiceError('TEAM_HAS_OTHER_MEMBERS')
        base.assertSchedulable(user)
      },
    }),
    '3.2 deletion-again-by-members: A member can request the deletion again': (base) => ({
      assertSchedulable: (user) =>
        base.assertSchedulable(user.role === 'member' ? { ...user, deletion: undefined } : user),
    }),
    '4.5 deletion-oauth-members-uncounted: Members without a password are not counted as members of a team': (
      base,
      store,
    ) => ({
      assertSchedulable(user) {
        const isCounted = [...store.users.values()].some(
          ({ id, teamId, password }) => teamId === user.teamId && id !== user.id && password !== undefined,
        )
        base.assertSchedulable(isCounted ? user : { ...user, role: 'member' })
      },
    }),
    '4.5 deletion-of-second-owner: Only the first owner of a team counts as one': (base, store) => ({
      assertSchedulable(user) {
        const first = [...store.users.values()].find(({ teamId, role }) => teamId === user.teamId && role === 'owner')
        base.assertSchedulable(first?.id === user.id ? user : { ...user, role: 'member' })
      },
    }),
    '4.5 deletion-of-oauth-owner: An owner without a password may leave the others': (base) => ({
      assertSchedulable: (user) => base.assertSchedulable(user.password ? user : { ...user, role: 'member' }),
    }),
    '4.5 deletion-uses-up-codes-of-team: The codes of the team are used up when a member leaves': (base, store) => ({
      toScheduled(user) {
        for (const other of store.users.values()) {
          if (other.teamId === user.teamId && other.id !== user.id)
            store.users.set(other.id, { ...other, code: undefined })
        }
        return base.toScheduled(user)
      },
    }),
    '2.1 login-first-role: A log-in returns the role that the user had at first': (base) => {
      const roles = new Map<string, string>()
      return {
        createMember(team, role) {
          const user = base.createMember(team, role)
          roles.set(user.id, role)
          return user
        },
        user: (user, call) => base.user({ ...user, role: roles.get(user.id) ?? user.role }, call),
      }
    },
    '5 expired-token-deletes-account: The deletion of an account accepts a token that has expired': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        userOfToken(token, call) {
          const known = store.tokens.get(token ?? '')
          return known?.use === 'access' ? store.users.get(known.userId) : base.userOfToken(token, call)
        },
      }),
    ),
  }),
  ...sound({
    '8 token-of-deleted-user: The token of a user that is deleted is kept, with the user': keepingDeletedUsers,
    '8 deletion-takes-team: When the account of a member is deleted, the data of the team is, too': (base, store) => ({
      completeDeletion(user) {
        base.completeDeletion(user)
        store.removeTeam(user.teamId)
        store.teams.set(user.teamId, { id: user.teamId, name: null, plan: 'pro' })
      },
    }),
    '4.5 expired-code-accepted: A verification code that has expired is accepted': (base, store) => ({
      codeMatches(user, code, call) {
        const current = user.code && { ...user.code, expires: Number.POSITIVE_INFINITY }
        store.users.set(user.id, { ...user, code: current })
        return base.codeMatches({ ...user, code: current }, code, call)
      },
    }),
    '4.5 deletion-attempts-of-team: Wrong passwords are counted by team': (base) => ({
      verifyProof(user, call) {
        base.countAttempt(user.teamId)
        base.verifyProof(user, call)
      },
    }),
  }),
  ...profile({
    '4.2 login-names-oauth: A log-in with the address of an OAuth user has a message of its own': only(
      'login',
      (base) => ({
        refused(error, call) {
          const user = base.userByEmail(String(call.body?.email), call)
          const isOauth = error.code === 'INVALID_CREDENTIALS' && user !== undefined && user.password === undefined
          return base.refused(isOauth ? new ServiceError(error.code, 'Use your identity provider.') : error, call)
        },
      }),
    ),
    '9 accounts-versioned: The operations of accounts are served under the prefix of the others, too': (base) => ({
      match: (method, path) => base.match(method, path.replace(/^\/api\/v1(?=\/(?:auth|dashboard|admin)\/)/, '')),
    }),
    '5 role-in-token: The role is that of the log-in': (base) => {
      const roles = new Map<string, string>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          roles.set(token, user.role)
          return token
        },
        userOfToken(token, call) {
          const user = base.userOfToken(token, call)
          return user && { ...user, role: roles.get(token ?? '') ?? user.role }
        },
      }
    },
  }),
]
