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

export interface Footprint {
  add(exchange: Pick<Exchange, 'request' | 'response'>): void
  /** A record that the hook has made. */
  addRecord(kind: string): void
  readonly left: LeftBehind
}

export function createFootprint(): Footprint {
  const left: LeftBehind = { accounts: 0, scheduled: 0, records: {} }
  return {
    left,
    add({ request: { path }, response: { status } }) {
      if (status >= 300) return
      if (path === operations.signup.path) left.accounts += 1
      if (path === operations.scheduleAccountDeletion.path) left.scheduled += 1
    },
    addRecord(kind) {
      left.records[kind] = (left.records[kind] ?? 0) + 1
    },
  }
}
