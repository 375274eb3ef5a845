/** Faults in scheduling the deletion of an account. */
import type { Store, User } from '../implementation/memory-store.ts'
import { type ErrorCode, ServiceError } from '../implementation/service-error.ts'
import type { Steps } from '../implementation/steps.ts'
import { after, documented, type Fault, profile } from './fault.ts'

/** A condition that is not looked at. */
const lenient = (code: ErrorCode) => (base: Steps) => ({
  assertSchedulable(user: User) {
    try {
      base.assertSchedulable(user)
    } catch (refusal) {
      if (!(refusal instanceof ServiceError && refusal.code === code)) throw refusal
    }
  },
})

/** A refusal that comes too late: the deletion is scheduled all the same. */
const refusedButDone = (id: string, title: string, code: ErrorCode): Fault =>
  documented('3.2', `deletion-${id}`, title, (base, store) => ({
    refused(refusal, call) {
      const user = store.users.get(call.caller?.id ?? '')
      if (refusal.code === code && user) store.users.set(user.id, base.toScheduled(user))
      return base.refused(refusal, call)
    },
  }))

export const accountDeletion = [
  documented('4.5', 'deletion-any-password', 'The password is not looked at', (base) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion' || base.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-empty-password', 'An empty password is accepted', (base) => ({
    passwordMatches: (user, given, call) =>
      (call.operation === 'scheduleAccountDeletion' && given === '') || base.passwordMatches(user, given, call),
  })),
  documented(
    '4.5',
    'deletion-password-any-case',
    'Upper and lower case of the password make no difference',
    (base) => ({
      passwordMatches: (user, given, call) =>
        call.operation === 'scheduleAccountDeletion'
          ? user.password?.toLowerCase() === String(given).toLowerCase()
          : base.passwordMatches(user, given, call),
    }),
  ),
  documented('4.5', 'deletion-password-of-anybody', 'The password of any user is accepted', (base, store) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion'
        ? [...store.users.values()].some(({ password }) => password !== undefined && password === given)
        : base.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-without-proof', 'Neither password nor code is needed', (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return found?.endsWith('body.verificationCode is required') ? undefined : found
    },
    verifyProof: (user, call) => (Object.keys(call.body ?? {}).length === 0 ? undefined : base.verifyProof(user, call)),
  })),
  documented('4.5', 'deletion-any-code', 'Any six digits are accepted', () => ({ codeMatches: () => true })),
  documented('4.5', 'deletion-code-unless-zero', 'Every code but 000000 is accepted', () => ({
    codeMatches: (_, code) => code !== '000000',
  })),
  documented('4.5', 'deletion-code-start', 'Only the first digits of the code are compared', (base) => ({
    codeMatches: (user, code, call) => {
      const digits = user.code?.digits ?? ''
      return digits !== '' && String(code).startsWith(digits.slice(0, 3)) ? true : base.codeMatches(user, code, call)
    },
  })),
  documented('4.5', 'deletion-oauth-refused', 'The right code is refused', () => ({ codeMatches: () => false })),
  documented('4.5', 'deletion-password-refused', 'The right password is refused', (base) => ({
    passwordMatches: (user, given, call) =>
      call.operation !== 'scheduleAccountDeletion' && base.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-wants-both', 'Password users need a code, too', (base) => ({
    bodyError: (call) =>
      base.bodyError(call) ??
      (call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode === undefined
        ? 'body.verificationCode is required'
        : undefined),
  })),
  documented(
    '3.2',
    'deletion-twice',
    'A second request is accepted and moves the dates',
    lenient('DELETION_ALREADY_REQUESTED'),
  ),
  documented('3.2', 'deletion-twice-unchanged', 'A second request is accepted and changes nothing', (base) => ({
    ...lenient('DELETION_ALREADY_REQUESTED')(base),
    toScheduled: (user) => (user.deletion ? user : base.toScheduled(user)),
  })),
  documented('3.2', 'deletion-twice-cancels', 'A second request is refused and cancels the first', (base, store) => ({
    assertSchedulable(user) {
      if (user.deletion) store.users.set(user.id, { ...user, deletion: undefined })
      base.assertSchedulable(user)
    },
  })),
  documented('3.2', 'deletion-twice-prolongs', 'A refused second request prolongs the grace period', (base, store) => ({
    assertSchedulable(user) {
      if (user.deletion) {
        const scheduledAt = new Date(user.deletion.scheduledAt.getTime() + 86_400_000)
        store.users.set(user.id, { ...user, deletion: { ...user.deletion, scheduledAt } })
      }
      base.assertSchedulable(user)
    },
  })),
  documented(
    '3.2',
    'deletion-of-owner',
    'An owner of a team with other members may go',
    lenient('TEAM_HAS_OTHER_MEMBERS'),
  ),
  refusedButDone('of-owner-done', 'An owner of others is refused, and scheduled', 'TEAM_HAS_OTHER_MEMBERS'),
  refusedButDone('wrong-password-done', 'A wrong password is refused, and the deletion scheduled', 'WRONG_PASSWORD'),
  refusedButDone('wrong-code-done', 'A wrong code is refused, and the deletion scheduled', 'WRONG_VERIFICATION_CODE'),
  documented('3.2', 'deletion-of-only-owner-refused', 'The only member of a team is refused', (base) => ({
    assertSchedulable(user) {
      if (user.role === 'owner') throw new ServiceError('TEAM_HAS_OTHER_MEMBERS')
      base.assertSchedulable(user)
    },
  })),
  documented('3.2', 'deletion-of-member-refused', 'Members who own nothing are refused', (base) => ({
    assertSchedulable: (user) => base.assertSchedulable({ ...user, role: 'owner' }),
  })),
  documented('3.2', 'deletion-not-saved', 'The deletion is confirmed, but not kept', (base) => ({
    saveUser: (user, call) => (call.operation === 'scheduleAccountDeletion' ? undefined : base.saveUser(user, call)),
  })),
  documented('3.2', 'deletion-of-other', 'Another user is scheduled', (base, store) => ({
    saveUser(user, call) {
      if (call.operation !== 'scheduleAccountDeletion') return base.saveUser(user, call)
      const other = otherOf(user, store)
      return base.saveUser(other ? { ...other, deletion: user.deletion } : user, call)
    },
  })),
  documented('3.2', 'deletion-of-team', 'All members of the team are scheduled', (base, store) => ({
    saveUser(user, call) {
      base.saveUser(user, call)
      if (call.operation !== 'scheduleAccountDeletion') return
      for (const other of store.users.values()) {
        if (other.teamId === user.teamId) store.users.set(other.id, { ...other, deletion: user.deletion })
      }
    },
  })),
  documented('3.2', 'deletion-at-once', 'The account is gone at once', (base, store) => ({
    saveUser: (user, call) =>
      call.operation === 'scheduleAccountDeletion' ? void store.users.delete(user.id) : base.saveUser(user, call),
  })),
  documented('4.5', 'deletion-without-requested-at', 'The answer does not say when it was requested', (base) => ({
    deletion: after(base.deletion, ({ deletionScheduledAt }) => ({ deletionScheduledAt })),
  })),
  documented('4.5', 'deletion-without-scheduled-at', 'The answer does not say when it is scheduled', (base) => ({
    deletion: after(base.deletion, ({ deletionRequestedAt }) => ({ deletionRequestedAt })),
  })),
  documented('4.5', 'deletion-wrapped', 'The dates are in user', (base) => ({
    handlers: {
      ...base.handlers,
      scheduleAccountDeletion: async (call) => ({ user: await base.handlers.scheduleAccountDeletion(call) }),
    },
  })),
  documented('4.5', 'deletion-only-ok', 'The answer says ok and nothing else', (base) => ({
    handlers: {
      ...base.handlers,
      scheduleAccountDeletion: async (call) => (await base.handlers.scheduleAccountDeletion(call)) && { ok: true },
    },
  })),
  documented('2.3', 'deletion-listed-later', 'The listing shows a later request than the answer', (base) => ({
    deletionRequest(user) {
      const requestedAt = new Date((user.deletion?.requestedAt.getTime() ?? 0) + 60_000)
      return base.deletionRequest(user.deletion ? { ...user, deletion: { ...user.deletion, requestedAt } } : user)
    },
  })),
  profile('4.5', 'deletion-logs-out', 'Who asked for the deletion is logged out', (base) => ({
    userOfToken: (token, call) => {
      const user = base.userOfToken(token, call)
      return user?.deletion ? undefined : user
    },
  })),
  profile('4.5', 'deletion-locks-out', 'Who asked for the deletion cannot log in', (base) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      return call.operation === 'login' && user?.deletion ? undefined : user
    },
  })),
  profile('4.5', 'deletion-code-for-password-user', 'A user with a password may send any code', (base) => ({
    codeMatches: (user, code, call) => user.password !== undefined || base.codeMatches(user, code, call),
  })),
  profile('4.5', 'deletion-code-again', 'A code can be used again', () => ({
    codeMatches: (user, code) => user.code?.digits === code,
  })),
]

function otherOf(user: User, store: Store): User | undefined {
  return [...store.users.values()].find(({ id }) => id !== user.id)
}
