/** All checks, part by part in the order of the document. */

import { exploring } from '../explore/explore-checks.ts'
import { accountDeletion } from './account-deletion.ts'
import { adminDates } from './admin-dates.ts'
import { adminCrowd } from './admin-large-listing.ts'
import { adminListing } from './admin-listing.ts'
import { adminPages } from './admin-pages.ts'
import { authentication } from './authentication.ts'
import { deletedAccounts } from './deleted-accounts.ts'
import { deletionProofs } from './deletion-proofs.ts'
import { errors } from './errors.ts'
import { hostile } from './hostile.ts'
import { incidentCallers } from './incident-callers.ts'
import { incidentDeletion } from './incident-deletion.ts'
import { incidentRefusals } from './incident-refusals.ts'
import { incidents } from './incidents.ts'
import { lastCallers } from './last-callers.ts'
import { leavingTeam } from './leaving-team.ts'
import { logIn } from './log-in.ts'
import { otherTokens } from './other-tokens.ts'
import { requestForms } from './request-forms.ts'
import { signUp } from './sign-up.ts'
import { signUpTexts } from './sign-up-texts.ts'
import { similarUsers } from './similar-users.ts'
import { statistics } from './statistics.ts'
import { statisticsCallers } from './statistics-callers.ts'
import { statisticsTogether } from './statistics-overlap.ts'
import type { Check } from './support/suite.ts'
import { incidentsOfAllKinds, incidentsOfTeam } from './team-incidents.ts'
import { verificationCodes } from './verification-codes.ts'

const suites = [
  signUp,
  signUpTexts,
  logIn,
  similarUsers,
  incidents,
  incidentCallers,
  incidentRefusals,
  incidentDeletion,
  incidentsOfTeam,
  incidentsOfAllKinds,
  accountDeletion,
  deletionProofs,
  leavingTeam,
  deletedAccounts,
  verificationCodes,
  adminListing,
  adminDates,
  adminPages,
  statistics,
  statisticsCallers,
  statisticsTogether,
  authentication,
  otherTokens,
  errors,
  hostile,
  requestForms,
  adminCrowd,
  lastCallers,
  exploring,
]

export const checks: readonly Check[] = suites.flatMap(({ checks }) => checks)

const ids = checks.map(({ id }) => id)
const twice = ids.find((id, index) => ids.indexOf(id) !== index)
if (twice) throw new Error(`two checks are called ${twice}`)
