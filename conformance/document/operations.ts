/** The operations of the document that are written down as rows. */
import type { OperationId } from '@monitoring-service/contract'
import { deleteIncident } from './delete-incident.ts'
import type { Operation } from './operation.ts'
import { resetMonitorStats, resetServiceStats } from './reset-statistics.ts'
import { resolveIncident } from './resolve-incident.ts'

const all: Operation[] = [resolveIncident, deleteIncident, resetServiceStats, resetMonitorStats]

export const operations: Partial<Record<OperationId, Operation>> = Object.fromEntries(
  all.map((operation) => [operation.id, operation]),
)
