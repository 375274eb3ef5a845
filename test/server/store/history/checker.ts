/** Judges a history: what clients were told, together with what was stored before and after. */
import type { Data } from '../../../../server/store/records.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkIncidents } from './check-incidents.ts'
import { checkStatistics } from './check-statistics.ts'
import type { Operation, Request } from './recorder.ts'

export interface History {
  operations: Operation[]
  start: Data
  /** What is stored once nobody is at work any more. */
  end: Data
  /** When the job that completes deletions ran for the last time. */
  now: string
}

/** Refusals that the state of the records may call for. */
const refusals: Record<Request['kind'], string[]> = {
  signup: ['409 EMAIL_ALREADY_REGISTERED', '429 RATE_LIMITED'],
  resolve: ['409 INCIDENT_ALREADY_RESOLVED', '404 INCIDENT_NOT_FOUND'],
  remove: ['404 INCIDENT_NOT_FOUND'],
  leave: ['409 DELETION_ALREADY_REQUESTED', '429 RATE_LIMITED'],
  reset: [],
}

/** What cannot have been, in words; nothing, for a history that is all right. */
export function findViolations({ operations, start, end, now }: History): string[] {
  return [
    ...operations
      .filter(isWrong)
      .map(({ asked, statusLine }) => `${JSON.stringify(asked)} was answered with ${statusLine}`),
    ...checkIncidents(operations, start, end),
    ...checkAccounts(operations, start, end, now),
    ...checkStatistics(operations, start, end),
  ]
}

/** A store that cannot answer is a 503; any other status says that something else is broken. */
function isWrong({ asked, outcome, statusLine }: Operation): boolean {
  if (outcome === 'ok' || !/^\d/.test(statusLine) || statusLine === '503 UNAVAILABLE') return false
  return outcome !== 'fail' || !refusals[asked.kind].includes(statusLine)
}
