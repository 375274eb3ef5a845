/** The mutants that nobody need kill, each with the reason. */
import { type Excuse, isMeant } from './excuse.ts'
import { excusedInGate } from './excused-gate.ts'
import { excusedInServer } from './excused-server.ts'
import type { Mutant } from './mutant.ts'

export const excuses: Excuse[] = [...excusedInServer, ...excusedInGate]

export function excuseOf(mutant: Mutant): Excuse | undefined {
  return excuses.find((excuse) => isMeant(mutant, excuse))
}
