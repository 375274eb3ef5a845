/** What a legal variant is: a choice other than the contract's, where the document is silent. */
import type { Override } from '../implementation/steps.ts'

export interface Variant {
  id: string
  title: string
  /** Why it is legal: the section that is silent, or that leaves the choice. */
  basis: string
  override: Override
}

export const variant = (id: string, title: string, basis: string, override: Override): Variant => ({
  id,
  title,
  basis,
  override,
})
