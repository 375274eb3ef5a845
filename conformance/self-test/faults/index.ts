/** All faults, by class. */
import { accountDeletionFaults } from './account-deletion-faults.ts'
import { accountFaults } from './account-faults.ts'
import { ageFaults } from './age-faults.ts'
import { attributionFaults } from './attribution-faults.ts'
import { authenticationFaults } from './authentication-faults.ts'
import { boundaryFaults } from './boundary-faults.ts'
import { bystanderFaults } from './bystander-faults.ts'
import { colleagueFaults } from './colleague-faults.ts'
import { contractFaults } from './contract-faults.ts'
import { crashFaults } from './crash-faults.ts'
import { dateFaults } from './date-faults.ts'
import { errorBodyFaults } from './error-body-faults.ts'
import type { Fault } from './fault.ts'
import { formFaults } from './form-faults.ts'
import { hostileInputFaults } from './hostile-input-faults.ts'
import { incidentFaults } from './incident-faults.ts'
import { keptFaults } from './kept-faults.ts'
import { kindFaults } from './kind-faults.ts'
import { lastingEffectFaults } from './lasting-effect-faults.ts'
import { loginFaults } from './login.ts'
import { lookUpFaults } from './look-up-faults.ts'
import { oddCallerFaults } from './odd-caller-faults.ts'
import { paginationFaults } from './pagination-faults.ts'
import { raceFaults } from './race-faults.ts'
import { refusalFaults } from './refusal-faults.ts'
import { schemaFaults } from './schema-faults.ts'
import { secondCallFaults } from './second-call-faults.ts'
import { sharedResourceFaults } from './shared-resource-faults.ts'
import { sideEffectFaults } from './side-effect-faults.ts'
import { signupFaults } from './signup.ts'
import { soundFaults } from './sound-faults.ts'
import { statisticsFaults } from './statistics-faults.ts'
import { validationFaults } from './validation-faults.ts'
import { vouchingFaults } from './vouching-faults.ts'

export type { Fault } from './fault.ts'

const former: Record<string, Fault[]> = {
  schema: schemaFaults,
  incidents: incidentFaults,
  statistics: statisticsFaults,
  authentication: authenticationFaults,
  races: raceFaults,
  'error bodies': errorBodyFaults,
  pagination: paginationFaults,
  dates: dateFaults,
  accounts: accountFaults,
  'account deletion': accountDeletionFaults,
  crashes: crashFaults,
  contract: contractFaults,
  validation: validationFaults,
  'hostile input': hostileInputFaults,
  'side effects': sideEffectFaults,
  boundaries: boundaryFaults,
  sound: soundFaults,
  'kept and unusual': keptFaults,
  colleagues: colleagueFaults,
  'shared resources': sharedResourceFaults,
  attribution: attributionFaults,
  'lasting effects': lastingEffectFaults,
  'unusual forms': formFaults,
  age: ageFaults,
  'odd callers': oddCallerFaults,
  'some kinds': kindFaults,
  refusals: refusalFaults,
  bystanders: bystanderFaults,
  vouching: vouchingFaults,
  'look-ups': lookUpFaults,
  'second calls': secondCallFaults,
}

const byOperation: Record<string, Fault[]> = {
  'sign-up': signupFaults,
  'log-in': loginFaults,
}

const moved = new Set(Object.values(byOperation).flatMap((faults) => faults.map(({ id }) => id)))
const left = Object.entries(former).map(([name, faults]) => [name, faults.filter(({ id }) => !moved.has(id))])
export const faultClasses: Record<string, Fault[]> = { ...byOperation, ...Object.fromEntries(left) }

export const faults: Fault[] = Object.values(faultClasses).flat()
