/** A fault: overrides named steps so that the implementation violates one rule of the document or the contract. */
import type { Level } from '../../verdict/verdict.ts'
import type { Override } from '../implementation/steps.ts'

export interface Fault {
  id: string
  /** The section of the document that it violates, or that leaves the rule to the contract. */
  section: string
  /**
   * `documented` breaks a requirement of the document, `profile` a rule that only the contract has; `sound` is a choice
   * that the document leaves open and no implementation would make on purpose, so that `documented` must not fail it.
   */
  level: Level
  override: Override
}

/** The override of each fault, by heading: `SECTION ID`, after the level if it is not `documented`. */
export const toFaults = (table: Record<string, Override>): Fault[] =>
  Object.entries(table).map(([heading, override]) => {
    const [id = '', section = '', level = 'documented'] = heading.split(' ').reverse()
    return { id, section, level: level as Level, override }
  })
