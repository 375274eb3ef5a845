/** A check and its execution, as far as verdicts and reports are about them. */
import type { CheckRecord } from './record.ts'
import type { Completion, Level } from './verdict.ts'

/** The part of the check that reports exploring. */
export const explorePart = 'Exploring'

export interface CheckHeading {
  id: string
  title: string
  /** The requirements of the document that it verifies. */
  requirementIds: readonly string[]
  part: string
  /**
   * The basis of its assertions if they do not name one. A check at the level `profile` judges only decisions of
   * openapi.yaml.
   */
  level: Level
}

export interface CheckRun {
  check: CheckHeading
  record: CheckRecord
  completion: Completion
  milliseconds: number
}
