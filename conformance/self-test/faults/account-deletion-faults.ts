/** Faults in scheduling the deletion of an account. */
import type { User } from '../implementation/memory-store.ts'
import { all, handling, ignoring, only } from '../old-overrides.ts'
import { documented } from './fault.ts'

export const accountDeletionFaults = documented({
  '4.5 deletion-password-of-any-user: The password of any user is accepted': only(
    'scheduleAccountDeletion',
    (_, store) => ({
      passwordMatches: (_, given) =>
        [...store.users.values()].some(({ password }) => password !== undefined && password === given),
    }),
  ),
  '4.5 deletion-without-proof: No proof is required': all(
    ignoring('bodyError', /body.verificationCode is required$/),
    (base) => ({
      verifyProof: (user, call) =>
        Object.keys(call.body ?? {}).length === 0 ? undefined : base.verifyProof(user, call),
    }),
  ),
  '4.5 deletion-two-wrong-proofs: Two proofs together are accepted without verification': all(
    ignoring('bodyError', /^body.verificationCode is unknown, or/),
    (base) => ({
      verifyProof(user, call) {
        const { password, verificationCode } = call.body ?? {}
        if (password === undefined || verificationCode === undefined) base.verifyProof(user, call)
      },
    }),
  ),
  '4.5 deletion-code-start: Only the first digits of the code are compared': (base) => ({
    codeMatches(user, code, call) {
      const digits = user.code?.digits ?? ''
      return (digits !== '' && String(code).startsWith(digits.slice(0, 3))) || base.codeMatches(user, code, call)
    },
  }),
  '3.2 deletion-twice-prolongs: A rejected second request extends the grace period': (base, store) => ({
    assertSchedulable(user) {
      if (user.deletion) {
        const scheduledAt = new Date(user.deletion.scheduledAt.getTime() + 86_400_000)
        store.users.set(user.id, { ...user, deletion: { ...user.deletion, scheduledAt } })
      }
      base.assertSchedulable(user)
    },
  }),
  '3.2 deletion-wrong-proof-prolongs: A wrong password extends a grace period that has begun': (base, store) => ({
    refused(error, call) {
      const user = store.users.get(call.caller?.id ?? '')
      if (error.code === 'WRONG_PASSWORD' && user?.deletion) store.users.set(user.id, base.toScheduled(user))
      return base.refused(error, call)
    },
  }),
  '3.2 deletion-wrong-password-done: A wrong password is rejected, but the deletion is scheduled': (base, store) => ({
    refused(error, call) {
      const user = store.users.get(call.caller?.id ?? '')
      if (error.code === 'WRONG_PASSWORD' && user) store.users.set(user.id, base.toScheduled(user))
      return base.refused(error, call)
    },
  }),
  '4.5 deletion-same-wrong-code: A wrong code is accepted the second time': (base) => {
    const tried = new Map<string, unknown>()
    return {
      codeMatches(user, code, call) {
        if (user.code && tried.get(user.id) === code) return true
        tried.set(user.id, code)
        return base.codeMatches(user, code, call)
      },
    }
  },
  '5 deletion-by-code-alone: A verification code takes the place of the access token': only(
    'scheduleAccountDeletion',
    (base, store) => ({
      userOfToken(token, call) {
        const isOwn = ({ code }: User) => code !== undefined && code.digits === call.body?.verificationCode
        return token === undefined ? [...store.users.values()].find(isOwn) : base.userOfToken(token, call)
      },
    }),
  ),
  '3.2 deletion-of-member-refused: Members are rejected like owners': (base) => ({
    assertSchedulable: (user) => base.assertSchedulable({ ...user, role: 'owner' }),
  }),
  '3.2 deletion-not-saved: The deletion is confirmed, but not stored': only('scheduleAccountDeletion', () => ({
    saveUser() {},
  })),
  '3.2 deletion-of-other: Another user is scheduled': only('scheduleAccountDeletion', (base, store) => ({
    saveUser(user, call) {
      const other = [...store.users.values()].find(({ id }) => id !== user.id)
      base.saveUser(other ? { ...other, deletion: user.deletion } : user, call)
    },
  })),
  '3.2 deletion-at-once: The account is deleted at once': only('scheduleAccountDeletion', (_, store) => ({
    saveUser: ({ id }) => void store.users.delete(id),
  })),
  '4.5 deletion-wrapped: The dates are nested in user': handling(
    'scheduleAccountDeletion',
    (handle) => async (call) => ({ user: await handle(call) }),
  ),
  '3.2 deletion-by-code-sooner: The deletion of an OAuth user is stored for another day than the response says': (
    base,
  ) => ({
    deletionRequest(user) {
      if (!user.deletion || user.password !== undefined) return base.deletionRequest(user)
      const scheduledAt = new Date(user.deletion.scheduledAt.getTime() - 16 * 86_400_000)
      return base.deletionRequest({ ...user, deletion: { ...user.deletion, scheduledAt } })
    },
  }),
  '3.2 deletion-by-code-in-two-weeks: The grace period of OAuth users is 14 days': (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      if (!after.deletion || user.password !== undefined) return after
      const scheduledAt = new Date(after.deletion.requestedAt.getTime() + 14 * 86_400_000)
      return { ...after, deletion: { ...after.deletion, scheduledAt } }
    },
  }),
  '2.3 deletion-listed-later: deletionRequestedAt in the listing is a minute later': (base) => ({
    deletionRequest(user) {
      const requestedAt = new Date((user.deletion?.requestedAt.getTime() ?? 0) + 60_000)
      return base.deletionRequest(user.deletion ? { ...user, deletion: { ...user.deletion, requestedAt } } : user)
    },
  }),
  '4.5 deletion-code-leading-zero: A code that begins with 0 is refused': (base) => ({
    codeMatches: (user, code, call) => !String(code).startsWith('0') && base.codeMatches(user, code, call),
  }),
  '4.5 deletion-code-for-password-user: A user with a password may send any code': (base) => ({
    codeMatches: (user, code, call) => user.password !== undefined || base.codeMatches(user, code, call),
  }),
  '8 deletion-a-day-early: Accounts are deleted when less than a day is left': (base, store) => {
    const isGone = ({ deletion }: User) => deletion && deletion.scheduledAt.getTime() < Date.now() + 86_400_000
    return {
      onRequest(call) {
        for (const user of store.users.values()) if (isGone(user)) store.users.delete(user.id)
        return base.onRequest(call)
      },
    }
  },
  '4.6 deletion-still-listed: Accounts that are deleted are still listed': (base, store) => ({
    completeDeletion(user) {
      base.completeDeletion(user)
      store.users.set(user.id, { ...user, teamId: `former-${user.teamId}`, password: undefined })
    },
    deletionRequest: (user) => base.deletionRequest({ ...user, teamId: user.teamId.replace('former-', '') }),
  }),
  '8 deletion-never-completed: Accounts are never deleted': () => ({ completeDeletion() {} }),
})
