/** A legal variant: a choice that differs from the contract where the document leaves it open. */
import type { Override } from '../implementation/steps.ts'

export interface Variant {
  id: string
  title: string
  /** Why it is legal: the section that leaves the choice open. */
  basis: string
  override: Override
}

/** Variants on one basis, by heading: `ID: TITLE`. */
export function legal(basis: string, table: Record<string, Override>): Variant[] {
  return Object.entries(table).map(([heading, override]) => {
    const [, id, title] = /^(\S+): (.+)$/.exec(heading) ?? []
    if (!id || !title) throw new Error(`not the heading of a variant: ${heading}`)
    return { id, title, basis, override }
  })
}
