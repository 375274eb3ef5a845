/** A legal variant: a choice that differs from the contract where the document leaves it open. */
import type { Override } from '../implementation/steps.ts'
import { ofFamily } from '../overrides.ts'

export interface Variant {
  id: string
  title: string
  /** Why it is legal: the section that leaves the choice open. */
  basis: string
  override: Override
}

type Table<Item> = Record<string, Item>

/** Variants on one basis, by heading: `ID: TITLE`; of a family, if there is one, by what makes each of them. */
export function legal(basis: string, table: Table<Override>): Variant[]
export function legal<Item>(basis: string, family: (item: Item) => Override, table: Table<NoInfer<Item>>): Variant[]
export function legal<Item>(basis: string, first: Table<Override> | ((item: Item) => Override), items?: Table<Item>) {
  const table = typeof first === 'function' ? ofFamily(first, items ?? {}) : first
  return Object.entries(table).map(([heading, override]): Variant => {
    const [, id, title] = /^(\S+): (.+)$/.exec(heading) ?? []
    if (!id || !title) throw new Error(`not the heading of a variant: ${heading}`)
    return { id, title, basis, override }
  })
}
