/** Proves that a caller is a user: by password, or by verification code for OAuth users (Document 4.2, 4.5). */
import type { components } from '@monitoring-service/contract/types'
import { ApiError } from '@monitoring-service/http'
import { limitAttempts, limitNetwork } from '../auth/rate-limit.ts'
import { isEnded } from '../auth/sessions.ts'
import { loginKey } from '../store/attempt-keys.ts'
import type { User } from '../store/records.ts'
import type { Member } from '../store/store.ts'
import type { Context, OperationContext } from './context.ts'
import { assertUnchangedPassword, withCodeAttempt, withCodeConsumed, withHash } from './rules.ts'

/**
 * Returns the member whose password it is, read after the comparison; undefined if it is wrong or there is no user. If
 * the hash was changed meanwhile, the new one is compared, too.
 */
export async function findByPassword(
  known: User | undefined,
  password: string,
  { store, passwords }: Context,
): Promise<Member | undefined> {
  for (let user = known; ; ) {
    const isRight = await passwords.matches(password, user?.passwordHash)
    if (!user || !isRight) return undefined
    const { id, passwordHash: compared } = user
    let stored = compared
    if (passwords.isCheap(compared)) {
      const passwordHash = await passwords.hash(password)
      await store.changeUser(id, (current) => withHash(current, compared, passwordHash))
      stored = passwordHash
    }
    const member = await store.findMember(id)
    if (member?.user.passwordHash === stored) return member
    user = member?.user
  }
}

/** Consumes the proof in the caller's own write. @throws ApiError UNAUTHENTICATED if the session ended meanwhile. */
type ConsumeProof = (user: User, sessionMarks: readonly string[]) => User

/**
 * Counts the attempt, then compares. If the write that consumes the proof fails, the code still works.
 * @throws ApiError RATE_LIMITED, WRONG_PASSWORD or WRONG_VERIFICATION_CODE
 */
export async function proveIdentity(
  { user, sessionMarks }: Member,
  proof: components['schemas']['AccountDeletionRequest'],
  { store, passwords, now, attempts, network }: OperationContext,
): Promise<ConsumeProof> {
  const key = loginKey(user.email)
  const consume = await passwords.hold(async () => {
    await limitNetwork(store, network, now())
    await limitAttempts(store, key, now(), attempts)
    if ('password' in proof) {
      if (!(await passwords.matches(proof.password, user.passwordHash))) throw new ApiError('WRONG_PASSWORD')
      return (current: User) => {
        assertUnchangedPassword(current, user.passwordHash)
        return current
      }
    }
    // A user with a password must supply it; a code does not replace it.
    if (user.passwordHash !== null) throw new ApiError('WRONG_VERIFICATION_CODE')
    const attempted = await store.changeUser(user.id, (current) => withCodeAttempt(current, now()))
    const codeHash = attempted?.verification?.codeHash
    const isRight = await passwords.matches(proof.verificationCode, codeHash)
    if (!codeHash || !isRight) throw new ApiError('WRONG_VERIFICATION_CODE')
    return (current: User) => withCodeConsumed(current, codeHash)
  }, network?.name)
  await store.forgetAttempts(key)
  return (current, currentMarks) => {
    if (isEnded(sessionMarks, currentMarks)) throw new ApiError('UNAUTHENTICATED', { hasInvalidCredential: true })
    return consume(current)
  }
}
