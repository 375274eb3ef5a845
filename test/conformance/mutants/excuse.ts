/** Why a mutant survives that nobody need kill. */
import type { Mutant } from './mutant.ts'

/** Which mutants are meant. */
interface Where {
  /** The line as it was, or a part of it. */
  text?: string
  /** The function or property that it stands in, or is. */
  within?: string
  /** What became of what, or a part of it. */
  change?: string
}

export interface Excuse extends Where {
  file: string
  /** `equivalent`: no caller is answered otherwise than before. `hidden`: one is, but not in what the kit can send. */
  kind: 'equivalent' | 'hidden'
  reason: string
}

export function equivalent(file: string, where: Where, reason: string): Excuse {
  return { file, ...where, kind: 'equivalent', reason }
}

export function hidden(file: string, where: Where, reason: string): Excuse {
  return { file, ...where, kind: 'hidden', reason }
}

export function isMeant(mutant: Mutant, { file, text = '', within, change = '' }: Excuse): boolean {
  const isThere = file === mutant.file && (within === undefined || mutant.within.includes(within))
  return isThere && mutant.text.includes(text) && mutant.change.includes(change)
}
