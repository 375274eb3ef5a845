/** Variants in what answers look like beyond the documented fields: statuses, codes, words, headers. */
import { after } from '../faults/fault.ts'
import type { ErrorCode, ErrorEntry } from '../implementation/service-error.ts'
import type { Json, Operation, Steps } from '../implementation/steps.ts'
import { variant } from './variant.ts'

const noStatus = '7: "The HTTP status code for each condition: not shown."'
const noCodes = '7: "The complete list of error codes: not shown."'
const noSuccess = '4: no success status is given.'
const noTransport = '1: all payloads are JSON; nothing else is said about transport.'

const succeeding = (statuses: Partial<Record<Operation, number>>) => (base: Steps) => ({
  statuses: { ...base.statuses, ...statuses },
})

const refusing = (status: (code: ErrorCode, known: number) => number) => (base: Steps) => ({
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
  variant('signup-200', 'Sign-up answers 200', noSuccess, succeeding({ signup: 200 })),
  variant(
    'everything-202',
    'Everything but login and listing answers 202',
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
    'Delete answers 200 without a body',
    '4.4: "no content, with no body" names no status.',
    succeeding({
      deleteIncident: 200,
    }),
  ),
  variant('refusals-400', 'Every refusal is a 400', noStatus, refusing(anyClientError)),
  variant(
    'refusals-422',
    'Every refusal but 401 and 404 is a 422',
    noStatus,
    refusing((_, known) => ([401, 404, 429, 500].includes(known) ? known : 422)),
  ),
  variant(
    'refusals-other',
    'Every condition has another status than in the contract',
    noStatus,
    refusing((code, known) => perCondition[code] ?? known),
  ),
  variant(
    'unauthenticated-403',
    'Callers without a token get 403',
    noStatus,
    refusing((code, known) => (code === 'UNAUTHENTICATED' || code === 'INVALID_ADMIN_KEY' ? 403 : known)),
  ),
  variant(
    'not-found-410',
    'What is not found is a 410',
    noStatus,
    refusing((code, known) => (code.endsWith('_NOT_FOUND') ? 410 : known)),
  ),
  variant(
    'validation-422',
    'Invalid input, malformed JSON included, is a 422',
    noStatus,
    refusing((code, known) => (code === 'VALIDATION_ERROR' ? 422 : known)),
  ),
  variant('codes-dotted', 'Codes are words with dots', noCodes, (base) => ({
    error: after(base.error, (error) => ({
      ...error,
      code: error.code === 'VALIDATION_ERROR' ? error.code : String(error.code).toLowerCase().replaceAll('_', '.'),
    })),
  })),
  variant('codes-alike', 'All refusals but validation have one code', noCodes, (base) => ({
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
      user: after(base.user, (shown) => ({ ...shown, locale: 'en', createdAt: '2020-01-01T00:00:00Z' })),
      session: after(base.session, (shown) => ({ ...shown, expiresIn: 900, tokenType: 'Bearer' })),
      incident: after(base.incident, (shown) => ({ ...shown, severity: 3, updates: [] })),
      deletion: after(base.deletion, (shown) => ({ ...shown, cancelUrl: null })),
      deletionRequest: after(base.deletionRequest, (shown) => ({ ...shown, plan: 'free' })),
      pagination: after(base.pagination, (shown) => ({ ...shown, hasMore: false, pages: 1 })),
      listing: after(base.listing, (shown) => ({ ...shown, links: {} })),
      resetResult: after(base.resetResult, (shown) => ({ ...shown, tookMs: 3 })),
      error: after(base.error, (error) => ({ ...error, details: [], docs: 'https://example.com/errors' })),
    }),
  ),
  variant(
    'refusal-shows-incident',
    'The refusal of a second resolve shows the incident beside the error',
    '7: other fields beside error are not ruled out.',
    (base, store) => ({
      refused(refusal, call) {
        const answer = base.refused(refusal, call)
        const incident = store.incidents.get(call.id)
        if (refusal.code !== 'INCIDENT_ALREADY_RESOLVED' || !incident) return answer
        return { ...answer, body: { ...(answer.body as Json), incident: base.incident(incident) } }
      },
    }),
  ),
  variant('bare-headers', 'Answers have no headers beyond the content type', noTransport, (base) => ({
    responseHeaders: (call) => ({ 'Content-Type': base.responseHeaders(call)['Content-Type'] ?? '' }),
    errors: Object.fromEntries(
      Object.entries(base.errors).map(([code, entry]) => [code, { ...entry, headers: {} }]),
    ) as Record<ErrorCode, ErrorEntry>,
  })),
  variant('content-type-bare', 'The content type has no charset', noTransport, (base) => ({
    responseHeaders: (call) => ({ ...base.responseHeaders(call), 'Content-Type': 'application/json' }),
  })),
  variant('content-type-spelled', 'The content type is spelled in another way', noTransport, (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      'Content-Type': 'Application/JSON;charset="UTF-8"; profile=v1',
    }),
  })),
  variant('errors-problem-json', 'Errors are announced as application/problem+json', noTransport, (base) => ({
    refused: after(base.refused, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Type': 'application/problem+json' },
    })),
  })),
  variant(
    'html-outside',
    'Unknown paths and methods are answered by a proxy, in HTML',
    '4: the shape of errors is given for the operations.',
    (base) => ({
      refused(refusal, call) {
        const answer = base.refused(refusal, call)
        if (call.operation !== 'none') return answer
        return { ...answer, headers: { 'Content-Type': 'text/html' }, text: '<html><h1>Not here</h1></html>' }
      },
    }),
  ),
]
