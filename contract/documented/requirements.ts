/** The requirements of the service document, with those that calls of its operations cannot verify. */

export interface Requirement {
  /** The section of the document and a letter. */
  id: string
  text: string
  /** The tool or access that is needed to verify it, if no call can. */
  needs?: string
}

const state = 'a read-only look at what is stored'
const clock = 'a clock of the target that can be moved by 30 days'

type Stated = readonly [id: string, text: string, needs?: string]

const stated = [
  ['0a', 'All payloads are JSON.'],
  ['1a', 'Creating an account also creates a team automatically.'],
  ['1b', 'Deletion of an account is scheduled.'],
  ['1c', 'Deletion of an account is completed after a grace period.', `${clock}, and ${state}`],
  ['2.1a', 'A user has id, email, teamId and role, all strings.'],
  ['2.1b', "A user's id is a ULID."],
  ['2.1c', "A user's email has the format email."],
  ['2.1d', "A user's name is a string, optional on signup."],
  ['2.1e', 'accessToken and refreshToken are strings next to user.'],
  ['2.2a', 'An incident has the fields of the table, each with its type.'],
  ['2.2b', 'The type of an automatically detected incident is "auto".'],
  ['2.2c', 'startedAt, resolvedAt and createdAt are date-times.'],
  ['2.2d', 'serviceId is the service the incident is displayed on, present in one variant of the response.'],
  [
    '2.2e',
    'A client must accept null for monitorId, title, resolvedAt and cause.',
    'a client under test; the kit judges servers',
  ],
  ['2.3a', 'A deletion request record has the fields of the table, each with its type.'],
  ['2.3b', 'daysRemaining is an integer or null.'],
  ['2.4a', 'pagination has page, limit and total, all integers.'],
  ['2.6a', 'The daily statistics are records in a store named monitor_daily_stats.', state],
  ['3.1a', 'Any incident that is not resolved becomes resolved by PUT resolve.'],
  ['3.1b', 'Resolving sets resolvedAt.'],
  ['3.1c', 'Resolving stores cause if it is supplied.'],
  ['3.1d', 'Resolving a resolved incident is rejected with an error.'],
  ['3.1e', 'A rejected resolve leaves cause and resolvedAt unchanged.'],
  ['3.2a', 'With valid verification an active account becomes scheduled for deletion.'],
  ['3.2b', 'deletionRequestedAt and deletionScheduledAt are set.'],
  ['3.2c', 'A second request is rejected, because a deletion was already requested.'],
  ['3.2d', 'A rejected second request leaves the scheduled deletion unchanged.'],
  ['3.2e', 'Data is permanently deleted after the grace period.', `${clock}, and ${state}`],
  ['4.1a', 'POST /auth/signup creates an account with e-mail and password.'],
  ['4.1b', 'The body requires email, in the format email.'],
  ['4.1c', 'The body requires password, a string.'],
  ['4.1d', 'name is an optional string.'],
  ['4.1e', 'An invalid body is a validation failure.'],
  ['4.1f', 'An e-mail that is already registered is an error.'],
  ['4.1g', 'A team is generated automatically.', `${state}: a team shows only as an id`],
  ['4.2a', 'POST /auth/login answers user, accessToken and refreshToken.'],
  ['4.2b', 'The body requires email and password.'],
  ['4.2c', 'Wrong credentials are an authentication failure.'],
  ['4.3a', 'PUT resolve sets an incident to resolved.'],
  ['4.3b', 'Resolving requires write scope.'],
  ['4.3c', 'A resolved incident cannot be changed.'],
  ['4.3d', 'The body and its cause, a string, are optional.'],
  ['4.3e', 'Resolving is an error for an unauthenticated caller.'],
  ['4.3f', 'Resolving an incident that is not found is an error.'],
  ['4.4a', 'DELETE deletes a manually created incident.'],
  ['4.4b', 'Deleting an incident requires write scope.'],
  ['4.4c', 'Incidents of type auto cannot be deleted.'],
  ['4.4d', 'A deletion answers no content, with no body.'],
  ['4.4e', 'Deleting is an error for an unauthenticated caller.'],
  ['4.4f', 'Deleting an incident that is not found is an error.'],
  ['4.5a', "POST /dashboard/account/delete schedules deletion of the caller's account."],
  ['4.5b', 'A password user must supply password.'],
  ['4.5c', 'An OAuth user must supply verificationCode.'],
  ['4.5d', 'verificationCode is a 6-digit confirmation code.'],
  ['4.5e', 'The body is required, an object.'],
  ['4.5f', 'The answer has deletionRequestedAt and deletionScheduledAt, both date-times.'],
  ['4.5g', 'A wrong password is an error.'],
  ['4.5h', 'A deletion that was already requested is an error.'],
  ['4.5i', 'An owner of a team that has other members is an error.'],
  ['4.6a', 'GET /admin/deletion-requests lists users whose deletion is scheduled.'],
  ['4.6b', 'The listing is paginated by page and limit, optional integers.'],
  ['4.6c', 'The listing requires the admin API key; an invalid one is an error.'],
  ['4.6d', 'The answer has data, an array of records, and pagination.'],
  ['4.7a', 'The reset deletes the statistics of all monitors linked to the service.'],
  ['4.7b', 'Only statistics before the date are deleted.'],
  ['4.7c', 'Without before, the statistics for all time are deleted.'],
  ['4.7d', 'The answer has ok, a boolean, and deletedCount, the number of rows deleted.'],
  ['4.7e', 'A caller on the free plan is refused.'],
  ['4.7f', 'A service that is not found is an error.'],
  ['4.7g', 'before has the format YYYY-MM-DD.'],
  ['4.8a', 'The reset deletes the statistics of one monitor.'],
  ['4.8b', 'Only statistics before the date are deleted.'],
  ['4.8c', 'Without before, the statistics for all time are deleted.'],
  ['4.8d', 'The answer has ok, a boolean, and deletedCount, an integer.'],
  ['4.8e', 'A caller on the free plan is refused.'],
  ['4.8f', 'A monitor that is not found is an error.'],
  ['4.8g', 'before has the format YYYY-MM-DD.'],
  ['5a', 'Signup and login return an accessToken that authenticates the caller.'],
  ['5b', 'The refreshToken is returned to be used.', 'the refresh operation, which the document does not show'],
  ['5c', 'Deleting an account requires an authenticated caller.'],
  ['5d', 'Deleting an account requires identity verification.'],
  ['5e', 'An invalid admin key yields an authentication error.'],
  ['5f', 'The resets require an authenticated caller.'],
  ['7a', 'An error is an object with error, which has code, message and status.'],
  ['7b', 'VALIDATION_ERROR is a code.'],
  ['7c', 'status is the HTTP status code.'],
  ['7d', 'upgradeUrl is a URL, present only for plan-limit errors.'],
  ['7e', 'message is text that a human can read.', 'a human'],
  ['8a', 'The grace period is 30 days between the request and the deletion.'],
  ['8b', 'A free-plan caller is rejected with a plan-limit error.'],
  ['8c', 'A refused reset deletes nothing.'],
  ['9a', 'Incident, service and monitor operations are under /api/v1.'],
  ['9b', 'The /auth, /dashboard and /admin operations carry no version in the path.'],
] as const satisfies readonly Stated[]

export type RequirementId = (typeof stated)[number][0]

export const requirements: readonly Requirement[] = stated.map(([id, text, needs]: Stated) => ({
  id,
  text,
  ...(needs && { needs }),
}))

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))

/** @throws Error if there is no such requirement. */
export function findRequirement(id: string): Requirement {
  const requirement = byId.get(id)
  if (!requirement) throw new Error(`there is no requirement ${id}`)
  return requirement
}

/** The section of the document that states a requirement. */
export function sectionOf(id: string): string {
  return id.replace(/[a-z]+$/, '')
}
