/** A legal variant: a choice that differs from the contract where the document leaves it open. */
import type { Override } from '../implementation/steps.ts'

export interface Variant {
  id: string
  title: string
  /** Why it is legal: the section that leaves the choice open. */
  basis: string
  override: Override
}

export const variant = (id: string, title: string, basis: string, override: Override): Variant => ({
  id,
  title,
  basis,
  override,
})
