/** Maps a schema violation to the requirement of the document that it violates. */
import type { OperationId } from '@monitoring-service/contract'
import type { Violation } from './finding.ts'

/** A path, and whether the violation must be of the form of a text; the first row that fits counts. */
type Row = [path: RegExp, requirementId: string, isOfForm?: true]

const session: Row[] = [
  [/^user\.id$/, '2.1b', true],
  [/^user\.email$/, '2.1c', true],
  [/^user\.name$/, '2.1d'],
  [/^user/, '2.1a'],
  [/Token$/, '2.1e'],
]

const rows: Partial<Record<OperationId, Row[]>> = {
  signup: session,
  login: session,
  resolveIncident: [
    [/^incident\.\w+At$/, '2.2c', true],
    [/^incident\.serviceId$/, '2.2d'],
    [/^incident\.resolvedAt of status$/, '3.1b'],
    [/^/, '2.2a'],
  ],
  deleteIncident: [[/^/, '4.4d']],
  scheduleAccountDeletion: [[/^/, '4.5f']],
  listDeletionRequests: [
    [/daysRemaining$/, '2.3b'],
    [/^data\.\*/, '2.3a'],
    [/^pagination/, '2.4a'],
    [/^/, '4.6d'],
  ],
  resetServiceStats: [[/^/, '4.7d']],
  resetMonitorStats: [[/^/, '4.8d']],
}

const forms = ['format', 'pattern', 'ulid']

/** The ids of the requirements; a body that is not JSON violates the first of all. */
export function violatedRequirements(operationId: OperationId, violation: Violation): string[] {
  const { at, rule, missing } = violation
  if (rule === 'json') return ['0a']
  const isOfForm = forms.includes(rule)
  // That a field is missing is about the object; of a token and of daysRemaining, the field is the object.
  const isOwn = missing !== undefined && (at === '' || missing === 'daysRemaining')
  const path =
    rule === 'resolved' ? 'incident.resolvedAt of status' : isOwn ? `${at}.${missing}`.replace(/^\./, '') : at
  const found = rows[operationId]?.find(([pattern, , needsForm]) => pattern.test(path) && (!needsForm || isOfForm))
  return found ? [found[1]] : []
}
