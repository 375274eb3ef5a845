/** The execution of one check. */

import type { CheckRecord } from '../../verdict/record.ts'
import type { Completion } from '../../verdict/verdict.ts'
import type { Check } from './suite.ts'

export interface CheckRun {
  check: Check
  record: CheckRecord
  completion: Completion
  milliseconds: number
}
