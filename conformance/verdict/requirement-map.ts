/** Maps a schema violation to the requirement of the document that it violates. */
import type { OperationId } from '@monitoring-service/contract'

const session: [violation: RegExp, requirementId: string][] = [
  [/^user\.id must match/, '2.1b'],
  [/^user\.email must match/, '2.1c'],
  [/^user\.name/, '2.1d'],
  [/^user|'user'/, '2.1a'],
  [/Token/, '2.1e'],
]

const patterns: Partial<Record<OperationId, [violation: RegExp, requirementId: string][]>> = {
  signup: session,
  login: session,
  resolveIncident: [
    [/^incident\.\w+At must match/, '2.2c'],
    [/^incident\.serviceId/, '2.2d'],
    [/^status and resolvedAt/, '3.1b'],
    [/./, '2.2a'],
  ],
  deleteIncident: [[/./, '4.4d']],
  scheduleAccountDeletion: [[/./, '4.5f']],
  listDeletionRequests: [
    [/daysRemaining/, '2.3b'],
    [/^data\.\*/, '2.3a'],
    [/^pagination/, '2.4a'],
    [/./, '4.6d'],
  ],
  resetServiceStats: [[/./, '4.7d']],
  resetMonitorStats: [[/./, '4.8d']],
}

/** The ids of the requirements; a body that is not JSON violates the first of all. */
export function violatedRequirements(operationId: OperationId, violation: string): string[] {
  if (violation === 'is not JSON') return ['0a']
  const found = patterns[operationId]?.find(([pattern]) => pattern.test(violation))
  return found ? [found[1]] : []
}
