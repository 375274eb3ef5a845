/** The history checker: finds responses that contradict each other or the stored records. */
import type { Data } from '../../../../server/store/records.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkIncidents } from './check-incidents.ts'
import { checkStatistics } from './check-statistics.ts'
import type { Operation, Request } from './recorder.ts'

export interface History {
  operations: Operation[]
  start: Data
  /** The records after the last operation. */
  end: Data
  /** The time of the last run of the purge job. */
  now: string
}

/** The rejections that a state of the records explains. */
const refusals: Record<Request['kind'], string[]> = {
  signup: ['409 EMAIL_ALREADY_REGISTERED', '429 RATE_LIMITED'],
  resolve: ['409 INCIDENT_ALREADY_RESOLVED', '404 INCIDENT_NOT_FOUND'],
  remove: ['404 INCIDENT_NOT_FOUND'],
  leave: ['409 DELETION_ALREADY_REQUESTED', '429 RATE_LIMITED'],
  reset: [],
}

/** Describes each contradiction; empty for a valid history. */
export function findViolations({ operations, start, end, now }: History): string[] {
  return [
    ...operations
      .filter(isWrong)
      .map(({ request, statusLine }) => `${JSON.stringify(request)} was answered with ${statusLine}`),
    ...checkIncidents(operations, start, end),
    ...checkAccounts(operations, start, end, now),
    ...checkStatistics(operations, start, end),
  ]
}

const unavailable = /^503 (UNAVAILABLE|OUTCOME_UNKNOWN)$/

/** An unavailable store is a 503; any other unexpected status is a violation. */
function isWrong({ request, outcome, statusLine }: Operation): boolean {
  if (outcome === 'ok' || !/^\d/.test(statusLine) || unavailable.test(statusLine)) return false
  return outcome !== 'fail' || !refusals[request.kind].includes(statusLine)
}
