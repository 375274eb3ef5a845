/** Faults in what only the contract decides: statuses, messages, headers and the order of checks. */
import type { ErrorCode } from '../implementation/service-error.ts'
import type { Operation } from '../implementation/steps.ts'
import { after, type Fault, omit, profile, sectionOf } from './fault.ts'

const status = (operation: Operation, other: number): Fault =>
  profile(sectionOf[operation], `status-${operation}-${other}`, `${operation} succeeds with ${other}`, (base) => ({
    statuses: { ...base.statuses, [operation]: other },
  }))

const errorStatus = (code: ErrorCode, other: number): Fault =>
  profile('7', `status-${code}-${other}`, `${code} has status ${other}`, (base) => ({
    errors: { ...base.errors, [code]: { ...base.errors[code], status: other } },
  }))

const headerMissing = (name: string): Fault =>
  profile('1', `without-${name.toLowerCase()}`, `${name} is missing`, (base) => ({
    onResponse: after(base.onResponse, (response) => ({ ...response, headers: omit(response.headers, name) })),
  }))

const header = (id: string, title: string, name: string, value: string): Fault =>
  profile('1', id, title, (base) => ({
    onResponse: after(base.onResponse, (response) => ({
      ...response,
      headers: { ...response.headers, [name]: value },
    })),
  }))

export const contractFaults = [
  status('resolveIncident', 202),
  errorStatus('VALIDATION_ERROR', 422),
  errorStatus('AUTO_INCIDENT_NOT_DELETABLE', 403),
  errorStatus('WRONG_PASSWORD', 401),
  errorStatus('METHOD_NOT_ALLOWED', 404),
  profile('7', 'message-other', 'Error messages differ from the contract', (base) => ({
    error: after(base.error, (error) => ({ ...error, message: `Error: ${error.message}` })),
  })),
  headerMissing('X-Request-Id'),
  headerMissing('Cache-Control'),
  headerMissing('X-Content-Type-Options'),
  headerMissing('WWW-Authenticate'),
  headerMissing('Allow'),
  headerMissing('Retry-After'),
  header('powered-by', 'Responses have an X-Powered-By header', 'X-Powered-By', 'Express'),
  header('plain-text', 'Responses have the content type text/plain', 'Content-Type', 'text/plain'),
  profile('1', 'request-id-new', 'The request id of the caller is ignored', (base) => ({
    responseHeaders: (call) => base.responseHeaders({ ...call, headers: omit(call.headers, 'x-request-id') }),
  })),
  profile('1', 'request-id-any', 'A malformed request id of the caller is echoed', (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      ...(call.headers['x-request-id'] && { 'X-Request-Id': String(call.headers['x-request-id']) }),
    }),
  })),
  profile('7', 'order-validation-first', 'Validation runs before authentication', () => ({
    guards: ['validate', 'authenticate', 'authorize'],
  })),
  profile(
    '7',
    'order-requested-before-proof',
    'An existing deletion request is reported before the proof is verified',
    (base) => ({
      verifyProof(user, call) {
        base.assertSchedulable(user)
        base.verifyProof(user, call)
      },
    }),
  ),
]
