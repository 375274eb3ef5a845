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

/** The level, if it is not `documented`, the section, and the id: `3.1 resolve-twice-auto`, `sound 4 resolve-foreign`. */
type Heading = `${'' | 'sound ' | 'profile '}${number} ${string}`

export const toFaults = (overrides: Record<Heading, Override>): Fault[] =>
  Object.entries(overrides).map(([heading, override]) => {
    const words = heading.split(' ')
    const level = (words.length === 3 ? words.shift() : 'documented') as Level
    const [section = '', id = ''] = words
    return { id, section, level, override }
  })
