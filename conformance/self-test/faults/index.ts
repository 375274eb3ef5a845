/** All faults, by operation. */
import { accountDeletionFaults } from './account-deletion.ts'
import { attemptsFaults } from './attempts.ts'
import { bodyFaults } from './bodies.ts'
import { deleteIncidentFaults } from './delete-incident.ts'
import { deletionProofFaults } from './deletion-proof.ts'
import { errorFaults } from './errors.ts'
import type { Fault } from './fault.ts'
import { listingFaults } from './listing.ts'
import { listingPagesFaults } from './listing-pages.ts'
import { loginFaults } from './login.ts'
import { loginPasswordFaults } from './login-passwords.ts'
import { requestFaults } from './requests.ts'
import { resolveFaults } from './resolve.ts'
import { resolvedIncidentFaults } from './resolved-incident.ts'
import { signupFaults } from './signup.ts'
import { statisticsFaults } from './statistics.ts'
import { statisticsRowsFaults } from './statistics-rows.ts'
import { tokenFaults } from './tokens.ts'

export type { Fault } from './fault.ts'

export const faultClasses: Record<string, Fault[]> = {
  'any request': requestFaults,
  'response bodies': bodyFaults,
  errors: errorFaults,
  credentials: tokenFaults,
  'sign-up': signupFaults,
  'log-in': loginFaults,
  'passwords of log-ins': loginPasswordFaults,
  attempts: attemptsFaults,
  resolve: resolveFaults,
  'resolved incidents': resolvedIncidentFaults,
  'delete incident': deleteIncidentFaults,
  'proof of a deletion': deletionProofFaults,
  'account deletion': accountDeletionFaults,
  listing: listingFaults,
  'pages of the listing': listingPagesFaults,
  statistics: statisticsFaults,
  'rows of statistics': statisticsRowsFaults,
}

export const faults: Fault[] = Object.values(faultClasses).flat()
