/** All faults, by class. */
import { accountDeletion } from './account-deletion.ts'
import { accounts } from './accounts.ts'
import { auth } from './auth.ts'
import { contract } from './contract.ts'
import { dates } from './dates.ts'
import { errorShape } from './error-shape.ts'
import type { Fault } from './fault.ts'
import { hostile } from './hostile.ts'
import { incidents } from './incidents.ts'
import { leftovers } from './leftovers.ts'
import { mechanical } from './mechanical.ts'
import { nearMisses } from './near-misses.ts'
import { pages } from './pages.ts'
import { races } from './races.ts'
import { schema } from './schema.ts'
import { statistics } from './statistics.ts'
import { strictness } from './strictness.ts'

export type { Fault } from './fault.ts'

export const faultClasses: Record<string, Fault[]> = {
  schema,
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
