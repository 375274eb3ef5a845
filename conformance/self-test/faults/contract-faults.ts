/** Faults in what the contract alone decides: statuses, codes, messages, headers, and the order of refusal. */
import type { ErrorCode } from '../implementation/service-error.ts'
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

const headerMissing = (name: string): Fault =>
  profile('1', `without-${name.toLowerCase()}`, `${name} is missing`, (base) => ({
    onResponse: after(base.onResponse, (answer) => ({ ...answer, headers: omit(answer.headers, name) })),
  }))

const header = (id: string, title: string, name: string, value: string): Fault =>
  profile('1', id, title, (base) => ({
    onResponse: after(base.onResponse, (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } })),
  }))

export const contract = [
  status('resolveIncident', 202),
  refusal('VALIDATION_ERROR', 422),
  refusal('AUTO_INCIDENT_NOT_DELETABLE', 403),
  refusal('WRONG_PASSWORD', 401),
  refusal('METHOD_NOT_ALLOWED', 404),
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
]
