/** The operator's switch that closes sign-up, kept as a mark among the attempts that does not expire. */
import { ApiError } from '@monitoring-service/http'
import type { Store } from '../store/store.ts'
import { signUpClosedKey as mark } from './attempt-keys.ts'

const forever = '9999-12-31T23:59:59.999Z'
/** The wait that the response names, in seconds. */
const retryAfter = 3600

export async function setSignUp(store: Store, isOpen: boolean, now: Date): Promise<void> {
  if (isOpen) await store.forgetAttempts(mark)
  else await store.countAttempt(mark, now.toISOString(), forever)
}

/** @throws ApiError UNAVAILABLE while sign-up is closed. */
export async function assertSignUpOpen(store: Pick<Store, 'findAttempts'>): Promise<void> {
  if (!(await store.findAttempts(mark))) return
  const headers = { 'Retry-After': String(retryAfter) }
  throw new ApiError('UNAVAILABLE', { message: 'Sign-up is closed.', headers })
}
