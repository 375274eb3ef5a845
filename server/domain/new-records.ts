/** Builds the records of new accounts. */
import { limits } from '@monitoring-service/contract'
import { newId } from '../store/new-id.ts'
import type { Team, User, VerificationCode } from '../store/records.ts'
import { canonicalEmail } from './rules.ts'

export function newTeam(plan: Team['plan'], now: Date): Team {
  return { id: newId(now.getTime()), name: null, plan, createdAt: now.toISOString() }
}

type UserFields = Pick<User, 'email' | 'teamId' | 'role' | 'passwordHash'> & { name?: string | undefined }

export function newUser({ email, name, teamId, role, passwordHash }: UserFields, now: Date): User {
  return {
    id: newId(now.getTime()),
    email: canonicalEmail(email),
    ...(name !== undefined && { name }),
    teamId,
    role,
    passwordHash,
    verification: null,
    deletionRequestedAt: null,
    deletionScheduledAt: null,
    createdAt: now.toISOString(),
  }
}

/** A verification code that has not been tried yet (Document 4.5). */
export function newVerification(codeHash: string, now: Date): VerificationCode {
  const expiresAt = new Date(now.getTime() + limits.verificationCodeSeconds * 1000).toISOString()
  return { codeHash, expiresAt, tries: 0 }
}
