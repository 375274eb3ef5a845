/** Faults in scheduling the deletion of an account. */
import type { Store, User } from '../records.ts'
import { type Code, Refusal } from '../refusal.ts'
import type { Steps } from '../steps.ts'
import { after, documented, type Fault, profile } from './fault.ts'

/** A condition that is not looked at. */
const lenient = (code: Code) => (was: Steps) => ({
  maySchedule(user: User) {
    try {
      was.maySchedule(user)
    } catch (refusal) {
      if (!(refusal instanceof Refusal && refusal.code === code)) throw refusal
    }
  },
})

/** A refusal that comes too late: the deletion is scheduled all the same. */
const refusedButDone = (id: string, title: string, code: Code): Fault =>
  documented('3.2', `deletion-${id}`, title, (was, store) => ({
    refused(refusal, call) {
      const user = store.users.get(call.caller?.id ?? '')
      if (refusal.code === code && user) store.users.set(user.id, was.scheduled(user))
      return was.refused(refusal, call)
    },
  }))

export const accountDeletion = [
  documented('4.5', 'deletion-any-password', 'The password is not looked at', (was) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion' || was.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-empty-password', 'An empty password is accepted', (was) => ({
    passwordMatches: (user, given, call) =>
      (call.operation === 'scheduleAccountDeletion' && given === '') || was.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-password-any-case', 'Upper and lower case of the password make no difference', (was) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion'
        ? user.password?.toLowerCase() === String(given).toLowerCase()
        : was.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-password-of-anybody', 'The password of any user is accepted', (was, store) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion'
        ? [...store.users.values()].some(({ password }) => password !== undefined && password === given)
        : was.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-without-proof', 'Neither password nor code is needed', (was) => ({
    bodyProblem(call) {
      const found = was.bodyProblem(call)
      return found?.endsWith('body.verificationCode is required') ? undefined : found
    },
    verify: (user, call) => (Object.keys(call.body ?? {}).length === 0 ? undefined : was.verify(user, call)),
  })),
  documented('4.5', 'deletion-any-code', 'Any six digits are accepted', () => ({ codeMatches: () => true })),
  documented('4.5', 'deletion-code-unless-zero', 'Every code but 000000 is accepted', () => ({
    codeMatches: (_, code) => code !== '000000',
  })),
  documented('4.5', 'deletion-code-start', 'Only the first digits of the code are compared', (was) => ({
    codeMatches: (user, code, call) => {
      const digits = user.code?.digits ?? ''
      return digits !== '' && String(code).startsWith(digits.slice(0, 3)) ? true : was.codeMatches(user, code, call)
    },
  })),
  documented('4.5', 'deletion-oauth-refused', 'The right code is refused', () => ({ codeMatches: () => false })),
  documented('4.5', 'deletion-password-refused', 'The right password is refused', (was) => ({
    passwordMatches: (user, given, call) =>
      call.operation !== 'scheduleAccountDeletion' && was.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-wants-both', 'Password users need a code, too', (was) => ({
    bodyProblem: (call) =>
      was.bodyProblem(call) ??
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
  documented('3.2', 'deletion-twice-unchanged', 'A second request is accepted and changes nothing', (was) => ({
    ...lenient('DELETION_ALREADY_REQUESTED')(was),
    scheduled: (user) => (user.deletion ? user : was.scheduled(user)),
  })),
  documented('3.2', 'deletion-twice-cancels', 'A second request is refused and cancels the first', (was, store) => ({
    maySchedule(user) {
      if (user.deletion) store.users.set(user.id, { ...user, deletion: undefined })
      was.maySchedule(user)
    },
  })),
  documented('3.2', 'deletion-twice-prolongs', 'A refused second request prolongs the grace period', (was, store) => ({
    maySchedule(user) {
      if (user.deletion) {
        const scheduledAt = new Date(user.deletion.scheduledAt.getTime() + 86_400_000)
        store.users.set(user.id, { ...user, deletion: { ...user.deletion, scheduledAt } })
      }
      was.maySchedule(user)
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
  documented('3.2', 'deletion-of-only-owner-refused', 'The only member of a team is refused', (was) => ({
    maySchedule(user) {
      if (user.role === 'owner') throw new Refusal('TEAM_HAS_OTHER_MEMBERS')
      was.maySchedule(user)
    },
  })),
  documented('3.2', 'deletion-of-member-refused', 'Members who own nothing are refused', (was) => ({
    maySchedule: (user) => was.maySchedule({ ...user, role: 'owner' }),
  })),
  documented('3.2', 'deletion-not-saved', 'The deletion is confirmed, but not kept', (was) => ({
    saveUser: (user, call) => (call.operation === 'scheduleAccountDeletion' ? undefined : was.saveUser(user, call)),
  })),
  documented('3.2', 'deletion-of-other', 'Another user is scheduled', (was, store) => ({
    saveUser(user, call) {
      if (call.operation !== 'scheduleAccountDeletion') return was.saveUser(user, call)
      const other = otherOf(user, store)
      return was.saveUser(other ? { ...other, deletion: user.deletion } : user, call)
    },
  })),
  documented('3.2', 'deletion-of-team', 'All members of the team are scheduled', (was, store) => ({
    saveUser(user, call) {
      was.saveUser(user, call)
      if (call.operation !== 'scheduleAccountDeletion') return
      for (const other of store.users.values()) {
        if (other.teamId === user.teamId) store.users.set(other.id, { ...other, deletion: user.deletion })
      }
    },
  })),
  documented('3.2', 'deletion-at-once', 'The account is gone at once', (was, store) => ({
    saveUser: (user, call) =>
      call.operation === 'scheduleAccountDeletion' ? void store.users.delete(user.id) : was.saveUser(user, call),
  })),
  documented('4.5', 'deletion-without-requested-at', 'The answer does not say when it was requested', (was) => ({
    deletion: after(was.deletion, ({ deletionScheduledAt }) => ({ deletionScheduledAt })),
  })),
  documented('4.5', 'deletion-without-scheduled-at', 'The answer does not say when it is scheduled', (was) => ({
    deletion: after(was.deletion, ({ deletionRequestedAt }) => ({ deletionRequestedAt })),
  })),
  documented('4.5', 'deletion-wrapped', 'The dates are in user', (was) => ({
    handlers: {
      ...was.handlers,
      scheduleAccountDeletion: async (call) => ({ user: await was.handlers.scheduleAccountDeletion(call) }),
    },
  })),
  documented('4.5', 'deletion-only-ok', 'The answer says ok and nothing else', (was) => ({
    handlers: {
      ...was.handlers,
      scheduleAccountDeletion: async (call) => (await was.handlers.scheduleAccountDeletion(call)) && { ok: true },
    },
  })),
  documented('2.3', 'deletion-listed-later', 'The listing shows a later request than the answer', (was) => ({
    request(user) {
      const requestedAt = new Date((user.deletion?.requestedAt.getTime() ?? 0) + 60_000)
      return was.request(user.deletion ? { ...user, deletion: { ...user.deletion, requestedAt } } : user)
    },
  })),
  profile('4.5', 'deletion-logs-out', 'Who asked for the deletion is logged out', (was) => ({
    userOf: (token, call) => {
      const user = was.userOf(token, call)
      return user?.deletion ? undefined : user
    },
  })),
  profile('4.5', 'deletion-locks-out', 'Who asked for the deletion cannot log in', (was) => ({
    userByAddress(address, call) {
      const user = was.userByAddress(address, call)
      return call.operation === 'login' && user?.deletion ? undefined : user
    },
  })),
  profile('4.5', 'deletion-code-for-password-user', 'A user with a password may send any code', (was) => ({
    codeMatches: (user, code, call) => user.password !== undefined || was.codeMatches(user, code, call),
  })),
  profile('4.5', 'deletion-code-again', 'A code can be used again', () => ({
    codeMatches: (user, code) => user.code?.digits === code,
  })),
]

function otherOf(user: User, store: Store): User | undefined {
  return [...store.users.values()].find(({ id }) => id !== user.id)
}
