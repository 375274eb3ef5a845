/** Faults in errors: the shape of their bodies (Document 7), statuses and messages. */
import type { Operation } from '../implementation/operations.ts'
import { type ErrorCode, ServiceError } from '../implementation/service-error.ts'
import type { Json, ServiceResponse } from '../implementation/steps.ts'
import { family, settingError, step } from '../overrides.ts'
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

const withStatus = (status: unknown) => inside((error) => ({ ...error, status }))

/** Wrong fields: of some errors. */
const fields = (fieldsOf: (error: Json, upgradeUrl: string) => Json) =>
  step('error').setting((error, _, __, { upgradeUrl }) => fieldsOf(error, upgradeUrl))

export const errorFaults = toFaults({
  ...family((change: ChangeResponse) => step('refused').changing(change), {
    '7 error-is-text': inside(({ message }) => message),
    '7 error-is-null': inside(() => null),
    '7 error-http-200': (response) => ({ ...response, status: 200 }),
  }),
  ...family(([operation, change]: [Operation, ChangeResponse]) => step('refused', operation).changing(change), {
    '4.1 error-top-level-of-signup': ['signup', topLevel],
    '4.2 error-status-differs-of-login': ['login', withStatus(403)],
    '4.3 error-html-of-resolveIncident': ['resolveIncident', html],
    '4.4 error-without-code-of-deleteIncident': ['deleteIncident', inside(({ code: _, ...error }) => error)],
    '4.5 error-text-of-scheduleAccountDeletion': ['scheduleAccountDeletion', inside(({ message }) => message)],
    '4.6 error-status-text-of-listDeletionRequests': ['listDeletionRequests', withStatus('401')],
    '4.7 error-problem-of-resetServiceStats': ['resetServiceStats', problem],
    '4.8 error-top-level-of-resetMonitorStats': ['resetMonitorStats', topLevel],
  }),
  ...family(fields, {
    '7 error-without-code': () => ({ code: undefined }),
    '7 error-status-differs': () => ({ status: 400 }),
    '7 error-of-owner': ({ code }) => (code === 'TEAM_HAS_OTHER_MEMBERS' ? { message: undefined } : {}),
    '7 missing-monitor-status': ({ code }) => (code === 'MONITOR_NOT_FOUND' ? { status: 403 } : {}),
    '7 upgrade-url-missing': () => ({ upgradeUrl: undefined }),
    '7 upgrade-url-everywhere': (_, upgradeUrl) => ({ upgradeUrl }),
    '7 upgrade-url-on-unknown': ({ code }, upgradeUrl) => (code === 'MONITOR_NOT_FOUND' ? { upgradeUrl } : {}),
    'profile 7 message-other': ({ message }) => ({ message: `Error: ${message}` }),
    'profile 7 error-message-empty': () => ({ message: '' }),
    'profile 7 error-with-stack': ({ message }) => ({
      message: `${message}\n    at resolve (/srv/app/incidents.js:10:3)`,
    }),
  }),
  ...family(limitingPlan, { '4.3 scope-error-of-free-team': 'INSUFFICIENT_SCOPE' }),
  // Wrong status: of an error.
  ...family(([code, status]: [ErrorCode, number]) => settingError(code, { status }), {
    'profile 7 status-VALIDATION_ERROR-422': ['VALIDATION_ERROR', 422],
    'profile 7 status-AUTO_INCIDENT_NOT_DELETABLE-403': ['AUTO_INCIDENT_NOT_DELETABLE', 403],
    'profile 7 status-WRONG_PASSWORD-401': ['WRONG_PASSWORD', 401],
    'profile 7 status-METHOD_NOT_ALLOWED-404': ['METHOD_NOT_ALLOWED', 404],
  }),
  '7 upgrade-url-relative': () => ({ upgradeUrl: '/upgrade' }),
  '7 error-of-key-and-query': step('refused', 'listDeletionRequests').changing((response, { code }, { query }) =>
    code === 'INVALID_ADMIN_KEY' && Number.isNaN(Number(query.get('page')))
      ? { ...response, body: { errors: ['bad request'] } }
      : response,
  ),
  '7 error-of-large-body': step('refused').changing((response, { code }) =>
    code === 'PAYLOAD_TOO_LARGE' ? html(response) : response,
  ),
  '4.3 malformed-path-crashes': step('refused').passing((error) => [
    error.message.startsWith('the path') ? new ServiceError('INTERNAL_ERROR') : error,
  ]),
  '4 crashes-on-malformed-json': step('refused').changing((response, { message }) =>
    message === 'the body is not well-formed JSON' ? { ...response, status: 500 } : response,
  ),
})
