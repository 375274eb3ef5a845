/** All checks, part by part in the order of the document. */

import { accountDeletion } from '../checks/account-deletion.ts'
import { adminCrowd } from '../checks/admin-large-listing.ts'
import { adminListing } from '../checks/admin-listing.ts'
import { authentication, lastCallers } from '../checks/authentication.ts'
import { deletedAccounts } from '../checks/deleted-accounts.ts'
import { errors } from '../checks/errors.ts'
import { incidentCallers } from '../checks/incident-callers.ts'
import { incidents } from '../checks/incidents.ts'
import { leavingTeam } from '../checks/leaving-team.ts'
import { logIn } from '../checks/log-in.ts'
import { signUp } from '../checks/sign-up.ts'
import { statistics } from '../checks/statistics.ts'
import { statisticsCallers } from '../checks/statistics-callers.ts'
import type { Check } from '../checks/support/suite.ts'
import { incidentsOfTeam } from '../checks/team-incidents.ts'
import { unusualRequests } from '../checks/unusual-requests.ts'
import { verificationCodes } from '../checks/verification-codes.ts'
import { exploring } from '../explore/explore-checks.ts'

const suites = [
  signUp,
  logIn,
  incidents,
  incidentCallers,
  incidentsOfTeam,
  accountDeletion,
  leavingTeam,
  deletedAccounts,
  verificationCodes,
  adminListing,
  statistics,
  statisticsCallers,
  authentication,
  errors,
  unusualRequests,
  adminCrowd,
  lastCallers,
  exploring,
]

export const checks: readonly Check[] = suites.flatMap(({ checks }) => checks)

const ids = checks.map(({ id }) => id)
const twice = ids.find((id, index) => ids.indexOf(id) !== index)
if (twice) throw new Error(`two checks are called ${twice}`)
