/** Faults in scheduling the deletion of an account. */
import type { Store, User } from '../implementation/memory-store.ts'
import type { ErrorCode } from '../implementation/service-error.ts'
import { documented, type Fault, profile } from './fault.ts'

/** The request is rejected, but the deletion is scheduled. */
const refusedButDone = (id: string, title: string, code: ErrorCode): Fault =>
  documented('3.2', `deletion-${id}`, title, (base, store) => ({
    refused(error, call) {
      const user = store.users.get(call.caller?.id ?? '')
      if (error.code === code && user) store.users.set(user.id, base.toScheduled(user))
      return base.refused(error, call)
    },
  }))

export const accountDeletionFaults = [
  documented('4.5', 'deletion-password-of-anybody', 'The password of any user is accepted', (base, store) => ({
    passwordMatches: (user, given, call) =>
      call.operation === 'scheduleAccountDeletion'
        ? [...store.users.values()].some(({ password }) => password !== undefined && password === given)
        : base.passwordMatches(user, given, call),
  })),
  documented('4.5', 'deletion-without-proof', 'No proof is required', (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return found?.endsWith('body.verificationCode is required') ? undefined : found
    },
    verifyProof: (user, call) => (Object.keys(call.body ?? {}).length === 0 ? undefined : base.verifyProof(user, call)),
  })),
  documented('4.5', 'deletion-code-start', 'Only the first digits of the code are compared', (base) => ({
    codeMatches: (user, code, call) => {
      const digits = user.code?.digits ?? ''
      return digits !== '' && String(code).startsWith(digits.slice(0, 3)) ? true : base.codeMatches(user, code, call)
    },
  })),
  documented('3.2', 'deletion-twice-prolongs', 'A rejected second request extends the grace period', (base, store) => ({
    assertSchedulable(user) {
      if (user.deletion) {
        const scheduledAt = new Date(user.deletion.scheduledAt.getTime() + 86_400_000)
        store.users.set(user.id, { ...user, deletion: { ...user.deletion, scheduledAt } })
      }
      base.assertSchedulable(user)
    },
  })),
  refusedButDone(
    'wrong-password-done',
    'A wrong password is rejected, but the deletion is scheduled',
    'WRONG_PASSWORD',
  ),
  documented('3.2', 'deletion-of-member-refused', 'Members are rejected like owners', (base) => ({
    assertSchedulable: (user) => base.assertSchedulable({ ...user, role: 'owner' }),
  })),
  documented('3.2', 'deletion-not-saved', 'The deletion is confirmed, but not stored', (base) => ({
    saveUser: (user, call) => (call.operation === 'scheduleAccountDeletion' ? undefined : base.saveUser(user, call)),
  })),
  documented('3.2', 'deletion-of-other', 'Another user is scheduled', (base, store) => ({
    saveUser(user, call) {
      if (call.operation !== 'scheduleAccountDeletion') return base.saveUser(user, call)
      const other = otherOf(user, store)
      return base.saveUser(other ? { ...other, deletion: user.deletion } : user, call)
    },
  })),
  documented('3.2', 'deletion-at-once', 'The account is deleted at once', (base, store) => ({
    saveUser: (user, call) =>
      call.operation === 'scheduleAccountDeletion' ? void store.users.delete(user.id) : base.saveUser(user, call),
  })),
  documented('4.5', 'deletion-wrapped', 'The dates are nested in user', (base) => ({
    handlers: {
      ...base.handlers,
      scheduleAccountDeletion: async (call) => ({ user: await base.handlers.scheduleAccountDeletion(call) }),
    },
  })),
  documented('2.3', 'deletion-listed-later', 'deletionRequestedAt in the listing is a minute later', (base) => ({
    deletionRequest(user) {
      const requestedAt = new Date((user.deletion?.requestedAt.getTime() ?? 0) + 60_000)
      return base.deletionRequest(user.deletion ? { ...user, deletion: { ...user.deletion, requestedAt } } : user)
    },
  })),
  profile('4.5', 'deletion-code-for-password-user', 'A user with a password may send any code', (base) => ({
    codeMatches: (user, code, call) => user.password !== undefined || base.codeMatches(user, code, call),
  })),
]

function otherOf(user: User, store: Store): User | undefined {
  return [...store.users.values()].find(({ id }) => id !== user.id)
}
