/** Which sentence of the document a complaint of a schema is about. */
import type { OperationId } from '@monitoring-service/contract'

const session: [about: RegExp, sentence: string][] = [
  [/^user\.id must match/, '2.1b'],
  [/^user\.email must match/, '2.1c'],
  [/^user\.name/, '2.1d'],
  [/^user|'user'/, '2.1a'],
  [/Token/, '2.1e'],
]

const about: Partial<Record<OperationId, [about: RegExp, sentence: string][]>> = {
  signup: session,
  login: session,
  resolveIncident: [
    [/^incident\.\w+At must match/, '2.2c'],
    [/^incident\.serviceId/, '2.2d'],
    [/./, '2.2a'],
  ],
  deleteIncident: [[/./, '4.4d']],
  scheduleAccountDeletion: [[/./, '4.5f']],
  listDeletionRequests: [
    [/daysRemaining/, '2.3b'],
    [/^data\.\d/, '2.3a'],
    [/^pagination/, '2.4a'],
    [/./, '4.6d'],
  ],
  resetServiceStats: [[/./, '4.7d']],
  resetMonitorStats: [[/./, '4.8d']],
}

/** The sentences that a complaint breaks; what is no JSON at all breaks the first of all. */
export function violatedRequirements(operationId: OperationId, complaint: string): string[] {
  if (complaint === 'is not JSON') return ['0a']
  const found = about[operationId]?.find(([pattern]) => pattern.test(complaint))
  return found ? [found[1]] : []
}
