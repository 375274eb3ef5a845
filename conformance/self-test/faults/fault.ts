/** A fault: overrides named steps so that the implementation violates one rule of the document or the contract. */
import type { Level } from '../../verdict/verdict.ts'
import type { Override } from '../implementation/steps.ts'
import { ofFamily } from '../overrides.ts'

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

/** What makes each fault, by heading: `SECTION ID: TITLE`, after the level if it is not `documented`. */
type Table<Item> = Record<string, Item>
export type FaultTable = Table<Override>

export function toFaults(table: FaultTable): Fault[]
/** A family: what makes a fault is an item, such as the condition under which a write is lost. */
export function toFaults<Item>(family: (item: Item) => Override, table: Table<NoInfer<Item>>): Fault[]
export function toFaults<Item>(first: FaultTable | ((item: Item) => Override), items?: Table<Item>): Fault[] {
  const table = typeof first === 'function' ? ofFamily(first, items ?? {}) : first
  return Object.entries(table).map(([heading, override]) => {
    const [, level = 'documented', section, id, title] =
      /^(?:(sound|profile) )?([\d.]+) (\S+): (.+)$/.exec(heading) ?? []
    if (!section || !id || !title) throw new Error(`not the heading of a fault: ${heading}`)
    return { id, section, title, level: level as Level, override }
  })
}
