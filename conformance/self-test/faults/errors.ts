/** Faults in errors: the shape of their bodies (Document 7), statuses and messages. */
import { type Operation, sectionOf } from '../implementation/operations.ts'
import { type ErrorCode, ServiceError } from '../implementation/service-error.ts'
import type { Json, ServiceResponse } from '../implementation/steps.ts'
import { settingError, step } from '../overrides.ts'
import { limitingPlan } from './families.ts'
import { toFaults } from './fault.ts'

type ChangeResponse = (response: ServiceResponse) => ServiceResponse

const errorOf = (response: ServiceResponse) => (response.body as { error: Json }).error

/** Wrong shape: of the error object. */
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

/** Wrong shape: of the errors of one operation. */
const inOperation: [operation: Operation, id: string, title: string, change: ChangeResponse][] = [
  ['signup', 'top-level', 'the error object is at the top level', topLevel],
  ['login', 'status-differs', 'the status in the body differs from the HTTP status', inside(withStatus(403))],
  ['resolveIncident', 'html', 'errors are HTML pages', html],
  ['deleteIncident', 'without-code', 'errors have no code', inside(({ code: _, ...error }) => error)],
  ['scheduleAccountDeletion', 'text', 'the error is a string', inside(({ message }) => message)],
  ['listDeletionRequests', 'status-text', 'the status in the body is a string', inside(withStatus('401'))],
  ['resetServiceStats', 'problem', 'errors are problem details', problem],
  ['resetMonitorStats', 'top-level', 'the error object is at the top level', topLevel],
]

function withStatus(status: unknown) {
  return (error: Json) => ({ ...error, status })
}

/** Wrong fields: of some errors. */
const fields = (fieldsOf: (error: Json, upgradeUrl: string) => Json) =>
  step('error').setting((error, _, __, { upgradeUrl }) => fieldsOf(error, upgradeUrl))

export const errorFaults = [
  ...toFaults((change: ChangeResponse) => step('refused').changing(change), {
    '7 error-is-text: The error is a text': inside(({ message }) => message),
    '7 error-is-null: The error is null': inside(() => null),
    '7 error-http-200: Errors have HTTP status 200': (response) => ({ ...response, status: 200 }),
  }),
  ...toFaults(
    Object.fromEntries(
      inOperation.map(([operation, id, title, change]) => [
        `${sectionOf[operation]} error-${id}-of-${operation}: ${operation}: ${title}`,
        step('refused', operation).changing(change),
      ]),
    ),
  ),
  ...toFaults(fields, {
    '7 error-without-code: Errors have no code': () => ({ code: undefined }),
    '7 error-status-differs: The status in the body is always 400': () => ({ status: 400 }),
    '7 error-of-owner: TEAM_HAS_OTHER_MEMBERS has no message': ({ code }) =>
      code === 'TEAM_HAS_OTHER_MEMBERS' ? { message: undefined } : {},
    '7 missing-monitor-status: The error of a monitor that is not found has another status than the response': ({
      code,
    }) => (code === 'MONITOR_NOT_FOUND' ? { status: 403 } : {}),
    '7 upgrade-url-missing: PLAN_UPGRADE_REQUIRED has no upgradeUrl': () => ({ upgradeUrl: undefined }),
    '7 upgrade-url-everywhere: Every error has an upgradeUrl': (_, upgradeUrl) => ({ upgradeUrl }),
    '7 upgrade-url-on-unknown: MONITOR_NOT_FOUND has an upgradeUrl': ({ code }, upgradeUrl) =>
      code === 'MONITOR_NOT_FOUND' ? { upgradeUrl } : {},
    'profile 7 message-other: Error messages differ from the contract': ({ message }) => ({
      message: `Error: ${message}`,
    }),
    'profile 7 error-message-empty: The message is empty': () => ({ message: '' }),
    'profile 7 error-with-stack: Error messages contain a stack trace': ({ message }) => ({
      message: `${message}\n    at resolve (/srv/app/incidents.js:10:3)`,
    }),
  }),
  ...toFaults(limitingPlan, {
    '4.3 scope-error-of-free-team: For a reader of a free team, the error of a missing scope has upgradeUrl':
      'INSUFFICIENT_SCOPE',
  }),
  // Wrong status: of an error.
  ...toFaults(([code, status]: [ErrorCode, number]) => settingError(code, { status }), {
    'profile 7 status-VALIDATION_ERROR-422: VALIDATION_ERROR has status 422': ['VALIDATION_ERROR', 422],
    'profile 7 status-AUTO_INCIDENT_NOT_DELETABLE-403: AUTO_INCIDENT_NOT_DELETABLE has status 403': [
      'AUTO_INCIDENT_NOT_DELETABLE',
      403,
    ],
    'profile 7 status-WRONG_PASSWORD-401: WRONG_PASSWORD has status 401': ['WRONG_PASSWORD', 401],
    'profile 7 status-METHOD_NOT_ALLOWED-404: METHOD_NOT_ALLOWED has status 404': ['METHOD_NOT_ALLOWED', 404],
  }),
  ...toFaults({
    '7 upgrade-url-relative: upgradeUrl is a path': () => ({ upgradeUrl: '/upgrade' }),
    '7 error-of-key-and-query: A request with a wrong admin key and a page that is no number has another body': step(
      'refused',
      'listDeletionRequests',
    ).changing((response, { code }, { query }) =>
      code === 'INVALID_ADMIN_KEY' && Number.isNaN(Number(query.get('page')))
        ? { ...response, body: { errors: ['bad request'] } }
        : response,
    ),
    '7 error-of-large-body: A body that is too large is refused with an HTML page': step('refused').changing(
      (response, { code }) => (code === 'PAYLOAD_TOO_LARGE' ? html(response) : response),
    ),
    '4.3 malformed-path-crashes: A path with malformed percent-encoding responds 500': step('refused').passing(
      (error) => [error.message.startsWith('the path') ? new ServiceError('INTERNAL_ERROR') : error],
    ),
    '4 crashes-on-malformed-json: Malformed JSON responds 500': step('refused').changing((response, { message }) =>
      message === 'the body is not well-formed JSON' ? { ...response, status: 500 } : response,
    ),
  }),
]
