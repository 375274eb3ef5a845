/** A legal variant: a choice that differs from the contract where the document leaves it open. */
import type { Override } from '../implementation/steps.ts'
import { family } from '../overrides.ts'

export interface Variant {
  id: string
  /** The section that leaves the choice open. */
  section: string
  /** Why it is legal. */
  reason: string
  override: Override
}

/** Variants for one reason, by id. */
export const legal = (section: string, reason: string, table: Record<string, Override>): Variant[] =>
  Object.entries(table).map(([id, override]) => ({ id, section, reason, override }))

export const legalFamily = <Item>(
  section: string,
  reason: string,
  override: (item: Item) => Override,
  items: Record<string, NoInfer<Item>>,
) => legal(section, reason, family(override, items))
