/** The operator's switch that closes sign-up, kept as a mark among the attempts that does not expire. */
import { ApiError } from '@monitoring-service/http'
import { signUpClosedKey as mark } from '../store/attempt-keys.ts'
import type { Store } from '../store/store.ts'

const forever = '9999-12-31T23:59:59.999Z'
/** The wait that the response names, in seconds. */
const retryAfter = 3600

export async function setSignUp(store: Store, isOpen: boolean, now: Date): Promise<void> {
  if (isOpen) await store.forgetAttempts(mark)
  else await store.countAttempt(mark, now.toISOString(), forever)
}

export async function isSignUpOpen(store: Pick<Store, 'findAttempts'>): Promise<boolean> {
  return !(await store.findAttempts(mark))
}

/** A refusal that the operator wants: the log and the alerts do not take it for an error of the server. */
export class SignUpClosedError extends ApiError {
  constructor() {
    super('UNAVAILABLE', { message: 'Sign-up is closed.', headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** @throws SignUpClosedError while sign-up is closed. */
export async function assertSignUpOpen(store: Pick<Store, 'findAttempts'>): Promise<void> {
  refuseIfClosed(!(await isSignUpOpen(store)))
}

/** The rule of addAccount. @throws SignUpClosedError */
export function refuseIfClosed(isClosed: boolean): void {
  if (isClosed) throw new SignUpClosedError()
}
