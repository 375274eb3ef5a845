/** Counts what a run leaves behind in the target. */
import { operations } from '@monitoring-service/contract'
import type { Exchange } from './exchange.ts'

export interface LeftBehind {
  /** That signed up. */
  accounts: number
  /** Accounts whose deletion the run has scheduled. */
  scheduled: number
  /** What the hook has made, by kind. */
  records: { [kind: string]: number }
}

export function countLeft(left: LeftBehind, { request, response }: Pick<Exchange, 'request' | 'response'>): void {
  if (response.status >= 300) return
  if (request.path === operations.signup.path) left.accounts += 1
  if (request.path === operations.scheduleAccountDeletion.path) left.scheduled += 1
}
