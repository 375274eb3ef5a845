/** Every business rule, as pure functions: they take records and the time, and return a record or a change, or throw an ApiError. */
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { paidPlans, type Team, type User } from '../store/records.ts'
import type { Guard, IncidentChange } from '../store/store.ts'

const day = 24 * 60 * 60 * 1000

/** One account per address, regardless of case. */
export function canonicalEmail(email: string): string {
  return email.toLowerCase()
}

/** Only paid plans, Pro or higher, may reset statistics (Document 8). */
export function assertPaidPlan({ plan }: Team, upgradeUrl: string): void {
  if (!paidPlans.includes(plan)) throw new ApiError('PLAN_UPGRADE_REQUIRED', { upgradeUrl })
}

/** Resolves an open incident; without a cause the stored one is kept (Document 3.1). */
export function resolution(cause: string | undefined, now: Date): IncidentChange {
  return {
    set: { status: 'resolved', resolvedAt: now.toISOString(), ...(cause !== undefined && { cause }) },
    unless: { field: 'status', value: 'resolved', code: 'INCIDENT_ALREADY_RESOLVED' },
  }
}

/** Incidents of type auto cannot be deleted, resolved or not (Document 4.4). */
export const undeletable: Guard = { field: 'type', value: 'auto', code: 'AUTO_INCIDENT_NOT_DELETABLE' }

/** Replaces the hash of a password, if it is still the one that the password was compared with. */
export function withHash(user: User, compared: User['passwordHash'], passwordHash: string): User {
  return user.passwordHash === compared ? { ...user, passwordHash } : user
}

/** A password that was changed after the comparison ends the session. */
export function assertUnchangedPassword(user: User, compared: User['passwordHash']): void {
  if (user.passwordHash !== compared) throw new ApiError('UNAUTHENTICATED', { hasInvalidCredential: true })
}

/** Counts an attempt at the verification code, before the comparison; fails if there is no valid code. */
export function withCodeAttempt(user: User, now: Date): User {
  const { verification } = user
  const isExpired = !verification || verification.expiresAt <= now.toISOString()
  if (isExpired || verification.tries >= limits.verificationCodeAttempts) throw new ApiError('WRONG_VERIFICATION_CODE')
  return { ...user, verification: { ...verification, tries: verification.tries + 1 } }
}

/** Consumes the code; fails if another request consumed it first. */
export function withCodeConsumed(user: User, codeHash: string): User {
  if (user.verification?.codeHash !== codeHash) throw new ApiError('WRONG_VERIFICATION_CODE')
  return { ...user, verification: null }
}

/** Schedules the deletion of an account, once; an owner with other members in the team cannot leave (Document 3.2). */
export function scheduleDeletion(user: User, others: number, now: Date): User {
  if (user.deletionScheduledAt !== null) throw new ApiError('DELETION_ALREADY_REQUESTED')
  if (user.role === 'owner' && others > 0) throw new ApiError('TEAM_HAS_OTHER_MEMBERS')
  return {
    ...user,
    deletionRequestedAt: now.toISOString(),
    deletionScheduledAt: new Date(now.getTime() + limits.gracePeriodDays * day).toISOString(),
  }
}

/** Whole days until a time, rounded up, never below 0. */
export function daysUntil(time: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(time) - now.getTime()) / day))
}
