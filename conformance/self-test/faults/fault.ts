/** A fault: overrides named steps so that the implementation violates one rule of the document or the contract. */
import type { Level } from '../../verdict/verdict.ts'
import type { Override } from '../implementation/steps.ts'

export interface Fault {
  id: string
  /** The section of the document that it violates, or that leaves the rule to the contract. */
  section: string
  title: string
  /**
   * `documented` breaks a requirement of the document, `profile` a rule that only the contract has; `sound` is a choice
   * that the document leaves open and no implementation would make on purpose, so that `documented` must not fail it.
   */
  level: Level
  override: Override
}

/** Overrides by heading: `SECTION ID: TITLE`. */
export type FaultTable = Record<string, Override>

const faultsAt = (level: Fault['level']) => (table: FaultTable) =>
  Object.entries(table).map(([heading, override]): Fault => {
    const [, section, id, title] = /^([\d.]+) (\S+): (.+)$/.exec(heading) ?? []
    if (!section || !id || !title) throw new Error(`not the heading of a fault: ${heading}`)
    return { id, section, title, level, override }
  })

export const documented = faultsAt('documented')
export const sound = faultsAt('sound')
export const profile = faultsAt('profile')
