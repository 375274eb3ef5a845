/** A client of the monitoring service: one function per operation of its contract, which returns data or throws. */
import {
  deleteIncident,
  listDeletionRequests,
  login,
  resetMonitorStats,
  resetServiceStats,
  resolveIncident,
  scheduleAccountDeletion,
  signup,
} from './generated/sdk.gen.ts'
