/** Variants in responses beyond the documented fields: statuses, codes, messages and headers. */
import { after } from '../faults/fault.ts'
import type { ErrorCode, ErrorEntry } from '../implementation/service-error.ts'
import type { Json, Operation, Override } from '../implementation/steps.ts'
import { variant } from './variant.ts'

const noStatus = '7: "The HTTP status code for each condition: not shown."'
const noCodes = '7: "The complete list of error codes: not shown."'
const noSuccess = '4: no success status is given.'
const noTransport = '1: all payloads are JSON; nothing else is said about transport.'

const succeeding =
  (statuses: Partial<Record<Operation, number>>): Override =>
  (base) => ({
    statuses: { ...base.statuses, ...statuses },
  })

const refusing =
  (status: (code: ErrorCode, known: number) => number): Override =>
  (base) => ({
    errors: Object.fromEntries(
      Object.entries(base.errors).map(([code, entry]) => [
        code,
        { ...entry, status: status(code as ErrorCode, entry.status) },
      ]),
    ) as Record<ErrorCode, ErrorEntry>,
  })

const perCondition: Partial<Record<ErrorCode, number>> = {
  EMAIL_ALREADY_REGISTERED: 422,
  INVALID_CREDENTIALS: 400,
  INCIDENT_ALREADY_RESOLVED: 422,
  AUTO_INCIDENT_NOT_DELETABLE: 403,
  WRONG_PASSWORD: 401,
  WRONG_VERIFICATION_CODE: 400,
  DELETION_ALREADY_REQUESTED: 400,
  TEAM_HAS_OTHER_MEMBERS: 403,
  PLAN_UPGRADE_REQUIRED: 402,
  INSUFFICIENT_SCOPE: 401,
  INVALID_ADMIN_KEY: 403,
}

const anyClientError = (_: ErrorCode, known: number) => ([429, 500].includes(known) ? known : 400)

export const answers = [
  variant('signup-200', 'Sign-up responds 200', noSuccess, succeeding({ signup: 200 })),
  variant(
    'everything-202',
    'Everything but log-in and listing responds 202',
    noSuccess,
    succeeding({
      signup: 202,
      resolveIncident: 202,
      scheduleAccountDeletion: 202,
      resetMonitorStats: 202,
      resetServiceStats: 202,
    }),
  ),
  variant(
    'delete-200-empty',
    'Delete responds 200 without a body',
    '4.4: "no content, with no body" names no status.',
    succeeding({
      deleteIncident: 200,
    }),
  ),
  variant('refusals-400', 'Every error is a 400', noStatus, refusing(anyClientError)),
  variant(
    'refusals-422',
    'Every error but 401 and 404 is a 422',
    noStatus,
    refusing((_, known) => ([401, 404, 429, 500].includes(known) ? known : 422)),
  ),
  variant(
    'refusals-other',
    'Every error has another status than in the contract',
    noStatus,
    refusing((code, known) => perCondition[code] ?? known),
  ),
  variant(
    'unauthenticated-403',
    'Requests without credentials respond 403',
    noStatus,
    refusing((code, known) => (code === 'UNAUTHENTICATED' || code === 'INVALID_ADMIN_KEY' ? 403 : known)),
  ),
  variant(
    'not-found-410',
    'Unknown records respond 410',
    noStatus,
    refusing((code, known) => (code.endsWith('_NOT_FOUND') ? 410 : known)),
  ),
  variant(
    'validation-422',
    'Invalid input responds 422',
    noStatus,
    refusing((code, known) => (code === 'VALIDATION_ERROR' ? 422 : known)),
  ),
  variant('codes-dotted', 'Error codes are lower case with dots', noCodes, (base) => ({
    error: after(base.error, (error) => ({
      ...error,
      code: error.code === 'VALIDATION_ERROR' ? error.code : String(error.code).toLowerCase().replaceAll('_', '.'),
    })),
  })),
  variant('codes-alike', 'All errors but validation have one code', noCodes, (base) => ({
    error: after(base.error, (error) => ({
      ...error,
      code: error.code === 'VALIDATION_ERROR' ? error.code : 'REQUEST_REFUSED',
    })),
  })),
  variant(
    'messages-german',
    'Messages are in German',
    '7: a message is human-readable text, of no given language.',
    (base) => ({
      error: after(base.error, (error) => ({ ...error, message: 'Das ist leider nicht möglich.' })),
    }),
  ),
  variant(
    'extra-fields',
    'Every object has fields beside the documented ones',
    '2: no table says that it is closed.',
    (base) => ({
      user: after(base.user, (fields) => ({ ...fields, locale: 'en', createdAt: '2020-01-01T00:00:00Z' })),
      session: after(base.session, (fields) => ({ ...fields, expiresIn: 900, tokenType: 'Bearer' })),
      incident: after(base.incident, (fields) => ({ ...fields, severity: 3, updates: [] })),
      deletion: after(base.deletion, (fields) => ({ ...fields, cancelUrl: null })),
      deletionRequest: after(base.deletionRequest, (fields) => ({ ...fields, plan: 'free' })),
      pagination: after(base.pagination, (fields) => ({ ...fields, hasMore: false, pages: 1 })),
      listing: after(base.listing, (fields) => ({ ...fields, links: {} })),
      resetResult: after(base.resetResult, (fields) => ({ ...fields, tookMs: 3 })),
      error: after(base.error, (error) => ({ ...error, details: [], docs: 'https://example.com/errors' })),
    }),
  ),
  variant(
    'refusal-shows-incident',
    'The error of a second resolve has the incident beside it',
    '7: other fields beside error are not ruled out.',
    (base, store) => ({
      refused(error, call) {
        const response = base.refused(error, call)
        const incident = store.incidents.get(call.id)
        if (error.code !== 'INCIDENT_ALREADY_RESOLVED' || !incident) return response
        return { ...response, body: { ...(response.body as Json), incident: base.incident(incident) } }
      },
    }),
  ),
  variant('bare-headers', 'Responses have no headers beyond the content type', noTransport, (base) => ({
    responseHeaders: (call) => ({ 'Content-Type': base.responseHeaders(call)['Content-Type'] ?? '' }),
    errors: Object.fromEntries(
      Object.entries(base.errors).map(([code, entry]) => [code, { ...entry, headers: {} }]),
    ) as Record<ErrorCode, ErrorEntry>,
  })),
  variant('content-type-bare', 'The content type has no charset', noTransport, (base) => ({
    responseHeaders: (call) => ({ ...base.responseHeaders(call), 'Content-Type': 'application/json' }),
  })),
  variant('content-type-spelled', 'The content type has other case and parameters', noTransport, (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      'Content-Type': 'Application/JSON;charset="UTF-8"; profile=v1',
    }),
  })),
  variant('errors-problem-json', 'Errors have the content type application/problem+json', noTransport, (base) => ({
    refused: after(base.refused, (response) => ({
      ...response,
      headers: { ...response.headers, 'Content-Type': 'application/problem+json' },
    })),
  })),
  variant(
    'html-outside',
    'Unknown paths and methods respond with HTML',
    '4: the shape of errors is given for the operations.',
    (base) => ({
      refused(error, call) {
        const response = base.refused(error, call)
        if (call.operation !== 'none') return response
        return { ...response, headers: { 'Content-Type': 'text/html' }, text: '<html><h1>Not here</h1></html>' }
      },
    }),
  ),
]
