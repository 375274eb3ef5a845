/** Proves that a caller is the user of the token: by password, or by verification code for OAuth users (Document 4.5). */
import type { components } from '@monitoring-service/contract/types'
import { ApiError } from '@monitoring-service/http'
import { limitAttempts, limitNetwork } from '../auth/rate-limit.ts'
import type { User } from '../store/records.ts'
import { loginKey } from './attempt-keys.ts'
import type { OperationContext } from './context.ts'
import { withCodeAttempt, withCodeConsumed } from './rules.ts'

/**
 * Counts the attempt, then compares. Returns the change that consumes the code, for the caller's own write: if that
 * write fails, the code still works.
 * @throws ApiError RATE_LIMITED, WRONG_PASSWORD or WRONG_VERIFICATION_CODE.
 */
export async function proveIdentity(
  user: User,
  proof: components['schemas']['AccountDeletionRequest'],
  { store, passwords, now, attempts, network }: OperationContext,
): Promise<(user: User) => User> {
  const key = loginKey(user.email)
  const consume = await passwords.hold(async () => {
    await limitNetwork(store, network, now())
    await limitAttempts(store, key, now(), attempts)
    if ('password' in proof) {
      if (!(await passwords.matches(proof.password, user.passwordHash))) throw new ApiError('WRONG_PASSWORD')
      return (current: User) => current
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
  return consume
}
