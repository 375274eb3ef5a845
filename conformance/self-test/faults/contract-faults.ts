/** Faults in what only the contract decides: statuses, messages, headers and the order of checks. */
import type { ErrorCode } from '../implementation/service-error.ts'
import { changing, omit, settingError, settingHeaders } from '../old-overrides.ts'
import { type FaultTable, profile } from './fault.ts'

const otherStatuses: [code: ErrorCode, status: number][] = [
  ['VALIDATION_ERROR', 422],
  ['AUTO_INCIDENT_NOT_DELETABLE', 403],
  ['WRONG_PASSWORD', 401],
  ['METHOD_NOT_ALLOWED', 404],
]

const headers = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options', 'WWW-Authenticate', 'Allow', 'Retry-After']

const headerMissing = (name: string): FaultTable => ({
  [`1 without-${name.toLowerCase()}: ${name} is missing`]: changing('onResponse', (response) => ({
    ...response,
    headers: omit(response.headers, name),
  })),
})

export const contractFaults = profile({
  '4.3 status-resolveIncident-202: resolveIncident succeeds with 202': (base) => ({
    statuses: { ...base.statuses, resolveIncident: 202 },
  }),
  ...Object.fromEntries(
    otherStatuses.map(([code, status]) => [
      `7 status-${code}-${status}: ${code} has status ${status}`,
      settingError(code, { status }),
    ]),
  ),
  '7 message-other: Error messages differ from the contract': changing('error', (error) => ({
    ...error,
    message: `Error: ${error.message}`,
  })),
  ...Object.assign({}, ...headers.map(headerMissing)),
  '1 powered-by: Responses have an X-Powered-By header': settingHeaders({ 'X-Powered-By': 'Express' }),
  '1 plain-text: Responses have the content type text/plain': settingHeaders({ 'Content-Type': 'text/plain' }),
  '1 request-id-new: The request id of the caller is ignored': (base) => ({
    responseHeaders: (call) => base.responseHeaders({ ...call, headers: omit(call.headers, 'x-request-id') }),
  }),
  '1 request-id-of-errors-new: Only successes and validation errors have the request id of the caller': (base) => ({
    refused(error, call) {
      const isNew = error.code !== 'VALIDATION_ERROR'
      return base.refused(error, isNew ? { ...call, headers: omit(call.headers, 'x-request-id') } : call)
    },
  }),
  '1 request-id-any: A malformed request id of the caller is echoed': changing(
    'responseHeaders',
    (fields, { headers: { 'x-request-id': id } }) => (id ? { ...fields, 'X-Request-Id': String(id) } : fields),
  ),
  '7 order-validation-first: Validation runs before authentication': () => ({
    guards: ['validate', 'authenticate', 'authorize'],
  }),
  '7 order-requested-before-proof: An existing deletion request is reported before the proof is verified': (base) => ({
    verifyProof(user, call) {
      base.assertSchedulable(user)
      base.verifyProof(user, call)
    },
  }),
})
