/** Faults in what the contract alone decides: statuses, codes, messages, headers, and the order of refusal. */
import { type ErrorCode, ServiceError } from '../implementation/service-error.ts'
import type { Operation } from '../implementation/steps.ts'
import { after, type Fault, omit, profile, sectionOf } from './fault.ts'

const status = (operation: Operation, other: number): Fault =>
  profile(sectionOf[operation], `status-${operation}-${other}`, `${operation} succeeds with ${other}`, (base) => ({
    statuses: { ...base.statuses, [operation]: other },
  }))

const refusal = (code: ErrorCode, other: number): Fault =>
  profile('7', `status-${code}-${other}`, `${code} comes with ${other}`, (base) => ({
    errors: { ...base.errors, [code]: { ...base.errors[code], status: other } },
  }))

const renamed = (code: ErrorCode, other: string): Fault =>
  profile('7', `code-${code}`, `${code} is called ${other}`, (base) => ({
    error: after(base.error, (error) => (error.code === code ? { ...error, code: other } : error)),
  }))

const headerMissing = (name: string): Fault =>
  profile('1', `without-${name.toLowerCase()}`, `${name} is missing`, (base) => ({
    onResponse: after(base.onResponse, (answer) => ({ ...answer, headers: omit(answer.headers, name) })),
  }))

const header = (id: string, title: string, name: string, value: string): Fault =>
  profile('1', id, title, (base) => ({
    onResponse: after(base.onResponse, (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } })),
  }))

export const contract = [
  status('signup', 200),
  status('login', 201),
  status('resolveIncident', 202),
  status('deleteIncident', 200),
  status('scheduleAccountDeletion', 202),
  status('resetMonitorStats', 202),
  refusal('VALIDATION_ERROR', 422),
  refusal('EMAIL_ALREADY_REGISTERED', 400),
  refusal('INVALID_CREDENTIALS', 403),
  refusal('UNAUTHENTICATED', 403),
  refusal('INSUFFICIENT_SCOPE', 401),
  refusal('INCIDENT_ALREADY_RESOLVED', 400),
  refusal('AUTO_INCIDENT_NOT_DELETABLE', 403),
  refusal('INCIDENT_NOT_FOUND', 410),
  refusal('WRONG_PASSWORD', 401),
  refusal('PLAN_UPGRADE_REQUIRED', 402),
  refusal('TEAM_HAS_OTHER_MEMBERS', 403),
  refusal('INVALID_ADMIN_KEY', 403),
  refusal('METHOD_NOT_ALLOWED', 404),
  refusal('INCIDENT_ALREADY_RESOLVED', 500),
  renamed('EMAIL_ALREADY_REGISTERED', 'CONFLICT'),
  renamed('INCIDENT_ALREADY_RESOLVED', 'CONFLICT'),
  renamed('MONITOR_NOT_FOUND', 'NOT_FOUND'),
  renamed('SERVICE_NOT_FOUND', 'NOT_FOUND'),
  renamed('UNAUTHENTICATED', 'UNAUTHORIZED'),
  renamed('DELETION_ALREADY_REQUESTED', 'CONFLICT'),
  renamed('WRONG_VERIFICATION_CODE', 'WRONG_PASSWORD'),
  profile('7', 'message-other', 'Messages are other ones than in the contract', (base) => ({
    error: after(base.error, (error) => ({ ...error, message: `Error: ${error.message}` })),
  })),
  headerMissing('X-Request-Id'),
  headerMissing('Cache-Control'),
  headerMissing('X-Content-Type-Options'),
  headerMissing('WWW-Authenticate'),
  headerMissing('Allow'),
  headerMissing('Retry-After'),
  header('powered-by', 'Answers tell what they were made with', 'X-Powered-By', 'Express'),
  header('cacheable', 'Answers may be cached', 'Cache-Control', 'public, max-age=60'),
  header('plain-text', 'Answers are announced as plain text', 'Content-Type', 'text/plain'),
  profile('1', 'request-id-new', 'The request id of the caller is not taken over', (base) => ({
    responseHeaders: (call) => base.responseHeaders({ ...call, headers: omit(call.headers, 'x-request-id') }),
  })),
  profile('1', 'request-id-any', 'An odd request id of the caller is taken over', (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      ...(call.headers['x-request-id'] && { 'X-Request-Id': String(call.headers['x-request-id']) }),
    }),
  })),
  profile('7', 'order-validation-first', 'A body is judged before the caller', () => ({
    guards: ['validate', 'authenticate', 'authorize'],
  })),
  profile('7', 'order-scope-last', 'The scope is judged after the body', () => ({
    guards: ['authenticate', 'validate', 'authorize'],
  })),
  profile('7', 'order-plan-after-object', 'An unknown object is told before the plan', (base, store) => ({
    assertResettable(team, call) {
      if (!store.monitors.has(call.id) && !store.services.has(call.id)) {
        throw new ServiceError(call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'SERVICE_NOT_FOUND')
      }
      base.assertResettable(team, call)
    },
  })),
  profile(
    '7',
    'order-requested-before-proof',
    'That a deletion was requested is told before the proof is judged',
    (base) => ({
      verifyProof(user, call) {
        base.assertSchedulable(user)
        base.verifyProof(user, call)
      },
    }),
  ),
  profile('7', 'extra-fields', 'Users are shown with a field that is not declared', (base) => ({
    user: after(base.user, (shown) => ({ ...shown, plan: 'free' })),
  })),
  profile('7', 'extra-fields-of-incidents', 'Incidents are shown with a field that is not declared', (base) => ({
    incident: after(base.incident, (shown) => ({ ...shown, severity: 'high' })),
  })),
]
