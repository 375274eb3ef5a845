/** Proves that a caller is who the token says: by password, or by verification code for OAuth users (Document 4.5). */

import type { components } from '@monitoring-service/contract/types'
import { ApiError } from '@monitoring-service/http'
import type { Context } from '../domain/operations.ts'
import { withCodeAttempt, withCodeConsumed } from '../domain/rules.ts'
import type { User } from '../store/records.ts'
import { countAttempt } from './rate-limit.ts'

/**
 * Counts the try, then compares; a right code is spent.
 * @throws ApiError RATE_LIMITED, WRONG_PASSWORD or WRONG_VERIFICATION_CODE.
 */
export async function proveIdentity(
  user: User,
  proof: components['schemas']['AccountDeletionRequest'],
  { store, passwords, now }: Context,
): Promise<void> {
  await passwords.hold(async () => {
    await countAttempt(store, user.email, now())
    if ('password' in proof) {
      if (!(await passwords.matches(proof.password, user.passwordHash))) throw new ApiError('WRONG_PASSWORD')
      return
    }
    // A user with a password must supply it; a code is no way around.
    if (user.passwordHash !== null) throw new ApiError('WRONG_VERIFICATION_CODE')
    const tried = await store.changeUser(user.id, (current) => withCodeAttempt(current, now()))
    const codeHash = tried?.verification?.codeHash
    const right = await passwords.matches(proof.verificationCode, codeHash)
    if (!codeHash || !right) throw new ApiError('WRONG_VERIFICATION_CODE')
    await store.changeUser(user.id, (current) => withCodeConsumed(current, codeHash))
  })
  await store.forgetAttempts(user.email)
}
