/** What a legal variant is: a choice other than the contract's, where the document is silent. */
import type { Alteration } from '../steps.ts'

export interface Variant {
  id: string
  title: string
  /** Why it is legal: the section that is silent, or that leaves the choice. */
  why: string
  alter: Alteration
}

export const variant = (id: string, title: string, why: string, alter: Alteration): Variant => ({
  id,
  title,
  why,
  alter,
})
