/** Every business rule, pure: records and the time in, records or a refusal out. */
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import type { Incident, Team, User } from '../store/records.ts'

const day = 24 * 60 * 60 * 1000

/** One account per address, whatever its case. */
export function canonicalEmail(email: string): string {
  return email.toLowerCase()
}

const scopes = { owner: ['read', 'write'], admin: ['read', 'write'], member: ['read', 'write'], viewer: ['read'] }

/** What a role may do; nothing, for one that is not known. */
export function scopesOf(role: User['role']): string[] {
  return Object.hasOwn(scopes, role) ? scopes[role] : []
}

/** Statistics are reset on a paid plan only, Pro or higher (Document 8). */
export function assertPaidPlan({ plan }: Team, upgradeUrl: string): void {
  if (!['pro', 'enterprise'].includes(plan)) throw new ApiError('PLAN_UPGRADE_REQUIRED', { upgradeUrl })
}

/** A resolved incident cannot be changed; without a cause the stored one is kept (Document 3.1). */
export function resolveIncident(incident: Incident, cause: string | undefined, now: Date): Incident {
  if (incident.status === 'resolved') throw new ApiError('INCIDENT_ALREADY_RESOLVED')
  return { ...incident, status: 'resolved', resolvedAt: now.toISOString(), cause: cause ?? incident.cause }
}

/** An incident that was detected automatically cannot be deleted, resolved or not (Document 4.4). */
export function assertDeletable({ type }: Incident): void {
  if (type === 'auto') throw new ApiError('AUTO_INCIDENT_NOT_DELETABLE')
}

/** Counts a try of the verification code before anybody compares; refuses when there is no live code. */
export function withCodeAttempt(user: User, now: Date): User {
  const { verification } = user
  const dead = !verification || verification.expiresAt <= now.toISOString()
  if (dead || verification.tries >= limits.verificationCodeAttempts) throw new ApiError('WRONG_VERIFICATION_CODE')
  return { ...user, verification: { ...verification, tries: verification.tries + 1 } }
}

/** Takes a code away once it was right; refuses if somebody else was faster. */
export function withCodeConsumed(user: User, codeHash: string): User {
  if (user.verification?.codeHash !== codeHash) throw new ApiError('WRONG_VERIFICATION_CODE')
  return { ...user, verification: null }
}

/** Schedules the deletion of an account, once, and not of an owner whom others depend on (Document 3.2). */
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
