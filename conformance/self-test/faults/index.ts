/** All faults, by class. */
import { accountDeletion } from './account-deletion-faults.ts'
import { accounts } from './account-faults.ts'
import { auth } from './authentication-faults.ts'
import { nearMisses } from './boundary-faults.ts'
import { contract } from './contract-faults.ts'
import { mechanical } from './crash-faults.ts'
import { dates } from './date-faults.ts'
import { errorShape } from './error-body-faults.ts'
import type { Fault } from './fault.ts'
import { hostile } from './hostile-input-faults.ts'
import { incidents } from './incident-faults.ts'
import { pages } from './pagination-faults.ts'
import { races } from './race-faults.ts'
import { schemaFaults } from './schema-faults.ts'
import { leftovers } from './side-effect-faults.ts'
import { statistics } from './statistics-faults.ts'
import { strictness } from './validation-faults.ts'

export type { Fault } from './fault.ts'

export const faultClasses: Record<string, Fault[]> = {
  schema: schemaFaults,
  incidents,
  statistics,
  auth,
  races,
  'error shape': errorShape,
  pages,
  dates,
  accounts,
  'account deletion': accountDeletion,
  mechanical,
  contract,
  strictness,
  'odd input': hostile,
  leftovers,
  'near misses': nearMisses,
}

export const faults: Fault[] = Object.values(faultClasses).flat()
