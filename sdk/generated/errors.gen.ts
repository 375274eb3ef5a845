// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { SignupError, LoginError, ResolveIncidentError, DeleteIncidentError, ScheduleAccountDeletionError, ListDeletionRequestsError, ResetServiceStatsError, ResetMonitorStatsError } from './types.gen.ts'

/** The body of every error response that the contract declares. */
export type ErrorBody =
  | SignupError
  | LoginError
  | ResolveIncidentError
  | DeleteIncidentError
  | ScheduleAccountDeletionError
  | ListDeletionRequestsError
  | ResetServiceStatsError
  | ResetMonitorStatsError
