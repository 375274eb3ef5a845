/** The operations of the document that are written down as rows. */
import type { OperationId } from '@monitoring-service/contract'
import { deleteIncident } from './delete-incident.ts'
import { listDeletionRequests } from './list-deletion-requests.ts'
import { login } from './login.ts'
import type { Operation } from './operation.ts'
import { resetMonitorStats, resetServiceStats } from './reset-statistics.ts'
import { resolveIncident } from './resolve-incident.ts'
import { scheduleAccountDeletion } from './schedule-deletion.ts'
import { signup } from './signup.ts'

export const operations: Record<OperationId, Operation> = {
  signup,
  login,
  resolveIncident,
  deleteIncident,
  scheduleAccountDeletion,
  listDeletionRequests,
  resetServiceStats,
  resetMonitorStats,
}
