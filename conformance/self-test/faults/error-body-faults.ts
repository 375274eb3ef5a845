/** Faults in the shape of error bodies (Document 7). */

import { type Operation, sectionOf } from '../implementation/operations.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, ServiceResponse } from '../implementation/steps.ts'
import { changing, only, removing, setting } from '../old-overrides.ts'
import { documented, type FaultTable, profile } from './fault.ts'

type ChangeResponse = (response: ServiceResponse) => ServiceResponse

const errorOf = (response: ServiceResponse) => (response.body as { error: Json }).error

/** Changes the error object. */
const inside =
  (change: (error: Json) => unknown): ChangeResponse =>
  (response) => ({ ...response, body: { error: change(errorOf(response)) } })

const topLevel: ChangeResponse = (response) => ({ ...response, body: errorOf(response) })
const html: ChangeResponse = (response) => ({
  ...response,
  headers: { ...response.headers, 'Content-Type': 'text/html' },
  text: '<html><body><h1>Something went wrong</h1></body></html>',
})
const problem: ChangeResponse = (response) => {
  const { code, message, status } = errorOf(response)
  return { ...response, body: { type: 'about:blank', title: code, detail: message, status } }
}

/** Faults in the errors of one operation only. */
const inOperations: [operation: Operation, id: string, title: string, change: ChangeResponse][] = [
  ['signup', 'top-level', 'the error object is at the top level', topLevel],
  [
    'login',
    'status-differs',
    'the status in the body differs from the HTTP status',
    inside((error) => ({ ...error, status: 403 })),
  ],
  ['resolveIncident', 'html', 'errors are HTML pages', html],
  ['deleteIncident', 'without-code', 'errors have no code', inside(({ code: _, ...error }) => error)],
  ['scheduleAccountDeletion', 'text', 'the error is a string', inside(({ message }) => message)],
  [
    'listDeletionRequests',
    'status-text',
    'the status in the body is a string',
    inside((error) => ({ ...error, status: '401' })),
  ],
  ['resetServiceStats', 'problem', 'errors are problem details', problem],
  ['resetMonitorStats', 'top-level', 'the error object is at the top level', topLevel],
]

const operationFaults: FaultTable = Object.fromEntries(
  inOperations.map(([operation, id, title, change]) => [
    `${sectionOf[operation]} error-${id}-of-${operation}: ${operation}: ${title}`,
    only(operation, changing('refused', change)),
  ]),
)

export const errorBodyFaults = [
  ...documented({
    '7 error-without-code: Errors have no code': removing('error', 'code'),
    '7 error-is-text: The error is a text': changing(
      'refused',
      inside(({ message }) => message),
    ),
    '7 error-is-null: The error is null': changing(
      'refused',
      inside(() => null),
    ),
    '7 error-status-differs: The status in the body is always 400': setting('error', { status: 400 }),
    '7 error-http-200: Errors have HTTP status 200': changing('refused', (response) => ({ ...response, status: 200 })),
    ...operationFaults,
    '7 error-of-owner: TEAM_HAS_OTHER_MEMBERS has no message': changing('error', ({ message, ...error }) =>
      error.code === 'TEAM_HAS_OTHER_MEMBERS' ? error : { ...error, message },
    ),
    '7 upgrade-url-missing: PLAN_UPGRADE_REQUIRED has no upgradeUrl': removing('error', 'upgradeUrl'),
    '7 upgrade-url-everywhere: Every error has an upgradeUrl': (base, store) =>
      setting('error', { upgradeUrl: base.upgradeUrl })(base, store),
    '7 upgrade-url-relative: upgradeUrl is a path': () => ({ upgradeUrl: '/upgrade' }),
    '7 upgrade-url-on-unknown: MONITOR_NOT_FOUND has an upgradeUrl': (base) => ({
      error(error, call) {
        const fields = base.error(error, call)
        return error.code === 'MONITOR_NOT_FOUND' ? { ...fields, upgradeUrl: base.upgradeUrl } : fields
      },
    }),
    '7 error-of-key-and-query: A request with a wrong admin key and a page that is no number has another body': only(
      'listDeletionRequests',
      changing('refused', (response, { code }, { query }) =>
        code === 'INVALID_ADMIN_KEY' && Number.isNaN(Number(query.get('page')))
          ? { ...response, body: { errors: ['bad request'] } }
          : response,
      ),
    ),
    '7 error-of-large-body: A body that is too large is refused with an HTML page': changing(
      'refused',
      (response, error) => (error.code === 'PAYLOAD_TOO_LARGE' ? html(response) : response),
    ),
    '4.3 malformed-path-crashes: A path with malformed percent-encoding responds 500': (base) => ({
      refused: (error, call) =>
        base.refused(error.message.startsWith('the path') ? new ServiceError('INTERNAL_ERROR') : error, call),
    }),
  }),
  ...profile({
    '7 error-message-empty: The message is empty': setting('error', { message: '' }),
    '7 error-with-stack: Error messages contain a stack trace': changing('error', (error) => ({
      ...error,
      message: `${error.message}\n    at resolve (/srv/app/incidents.js:10:3)`,
    })),
  }),
]
