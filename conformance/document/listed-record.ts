/** Document 2.3 and 4.6: whose record an item of the listing is. */
import { limits } from '@monitoring-service/contract'
import type { DeletionRequest } from '../client/callers.ts'
import { between, type Claim } from '../verdict/claims.ts'
import { day } from '../verdict/days.ts'
import { parseTime, tolerance } from '../verdict/times.ts'
import { type Account, hasOthers, type Model } from './state.ts'

/** The known fields of an account whose record is looked for. */
export interface Wanted {
  id?: string | undefined
  email?: string | undefined
  teamId?: string | undefined
  deletionRequestedAt?: string | undefined
  isDeleted?: boolean
}

/** The document requires only a string, so an implementation may mask addresses. */
export const isMasked = (email: string) => /[*\u2022\u2026]/.test(email)
export const sameLetters = (text: string, other?: string) => text.toLowerCase() === other?.toLowerCase()

/** By id or address; by the team if the address is masked or unknown; by the time if that is all that is known. */
export function isRecordOf(record: DeletionRequest, { id, email, teamId, deletionRequestedAt: time }: Wanted): boolean {
  if ((id !== undefined && record.id === id) || sameLetters(record.email, email)) return true
  if (teamId !== undefined) return record.teamId === teamId && (email === undefined || isMasked(record.email))
  return email === undefined && time !== undefined && parseTime(record.deletionRequestedAt) === parseTime(time)
}

export function findListed(model: Model, record: DeletionRequest): Account | undefined {
  const accounts = Object.values(model.accounts)
  return (
    accounts.find(({ id, email }) => isRecordOf(record, { id, email })) ??
    accounts
      .filter(({ email }) => email === undefined || isMasked(record.email))
      .find((account) => isRecordOf(record, isAlone(model, account) ? account : { ...account, teamId: undefined }))
  )
}

/** A team with other members does not show which of them a masked address is of. */
function isAlone(model: Model, account: Account): boolean {
  // Of the teams of callers that checks share, the kit does not know all members.
  const mayBeShared = account.kind === 'colleague' || (account.kind === 'single' && account.deletion === undefined)
  return !mayBeShared && !hasOthers(model, account)
}

const skew = tolerance.targetClock / day
/** The days that remain, of which a part counts as one. */
export function roundedUp(days: number): Claim {
  const most = days > limits.gracePeriodDays + skew ? days : limits.gracePeriodDays
  return between(Math.ceil(days - skew), Math.min(most, Math.ceil(days + skew)))
}
