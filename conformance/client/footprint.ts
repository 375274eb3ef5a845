/** Counts what a run leaves behind in the target. */
import { operations } from '@monitoring-service/contract'
import { type Exchange, isAccepted } from './exchange.ts'

export interface LeftBehind {
  /** That signed up. */
  accounts: number
  /** Accounts whose deletion the run has scheduled. */
  scheduled: number
  /** The number of records that the hook has made, by kind. */
  records: { [kind: string]: number }
}

export function countLeft(left: LeftBehind, exchange: Pick<Exchange, 'request' | 'response'>): void {
  if (!isAccepted(exchange)) return
  const { request } = exchange
  if (request.path === operations.signup.path) left.accounts += 1
  if (request.path === operations.scheduleAccountDeletion.path) left.scheduled += 1
}
