/** Faults as tests order them: on a running mock, and as handlers of MSW. */
import type { OperationId } from '@monitoring-service/contract'
import type { Fault, Rule } from './rules.ts'

/** A fault, or a rule with `fault`, `delay` in milliseconds, `rate`, `times` and `retryAfter` in seconds. */
export type FaultRule = Fault | Omit<Rule, 'operation' | 'scenario'>

/** @param operation `*` is every operation. */
export function toRule(operation: OperationId | '*', fault: FaultRule): Rule {
  return { ...(typeof fault === 'string' ? { fault } : fault), ...(operation !== '*' && { operation }) }
}
