/** Variants in responses beyond the documented fields: statuses, codes, messages and headers. */
import type { Operation } from '../implementation/operations.ts'
import type { ErrorCode, ErrorEntry } from '../implementation/service-error.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { all, setting, settingHeaders, step } from '../overrides.ts'
import { legal } from './variant.ts'

/** Other statuses of success. */
const succeeding =
  (statuses: Partial<Record<Operation, number>>): Override =>
  (base) => ({ statuses: { ...base.statuses, ...statuses } })

/** Changes all entries of the table of errors. */
const inEachError =
  (change: (code: ErrorCode, status: number) => Partial<ErrorEntry>): Override =>
  ({ errors }) => {
    const changed = { ...errors }
    for (const code of Object.keys(errors) as ErrorCode[])
      changed[code] = { ...errors[code], ...change(code, errors[code].status) }
    return { errors: changed }
  }

/** Other statuses of errors. */
const refusing = (statusOf: (code: ErrorCode, status: number) => number) =>
  inEachError((code, status) => ({ status: statusOf(code, status) }))

/** Other codes of errors, except the code that Document 7 states. */
const coding = (codeOf: (code: string) => string) =>
  step('error').setting(({ code }) => (code === 'VALIDATION_ERROR' ? {} : { code: codeOf(String(code)) }))

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

export const responseVariants = [
  ...legal('4: no success status is given.', succeeding, {
    'signup-200: Sign-up responds 200': { signup: 200 },
    'everything-202: Everything but log-in and listing responds 202': {
      signup: 202,
      resolveIncident: 202,
      scheduleAccountDeletion: 202,
      resetMonitorStats: 202,
      resetServiceStats: 202,
    },
  }),
  ...legal('4.4: "no content, with no body" names no status.', succeeding, {
    'delete-200-empty: Delete responds 200 without a body': { deleteIncident: 200 },
  }),
  ...legal('7: "The HTTP status code for each condition: not shown."', refusing, {
    'refusals-400: Every error is a 400': (_, status) => ([429, 500].includes(status) ? status : 400),
    'refusals-422: Every error but 401 and 404 is a 422': (_, status) =>
      [401, 404, 429, 500].includes(status) ? status : 422,
    'refusals-other: Every error has another status than in the contract': (code, status) =>
      perCondition[code] ?? status,
    'unauthenticated-403: Requests without credentials respond 403': (code, status) =>
      code === 'UNAUTHENTICATED' || code === 'INVALID_ADMIN_KEY' ? 403 : status,
    'not-found-410: Unknown records respond 410': (code, status) => (code.endsWith('_NOT_FOUND') ? 410 : status),
    'validation-422: Invalid input responds 422': (code, status) => (code === 'VALIDATION_ERROR' ? 422 : status),
  }),
  ...legal('7: "The complete list of error codes: not shown."', coding, {
    'codes-dotted: Error codes are lower case with dots': (code) => code.toLowerCase().replaceAll('_', '.'),
    'codes-alike: All errors but validation have one code': () => 'REQUEST_REFUSED',
  }),
  ...legal('7: a message is human-readable text, of no given language.', {
    'messages-german: Messages are in German': setting('error', { message: 'Das ist leider nicht möglich.' }),
  }),
  ...legal('2: no table says that it is closed.', {
    'extra-fields: Every object has fields beside the documented ones': all(
      setting('user', { locale: 'en', createdAt: '2020-01-01T00:00:00Z' }),
      setting('session', { expiresIn: 900, tokenType: 'Bearer' }),
      setting('incident', { severity: 3, updates: [] }),
      setting('deletion', { cancelUrl: null }),
      setting('deletionRequest', { plan: 'free' }),
      setting('pagination', { hasMore: false, pages: 1 }),
      setting('listing', { links: {} }),
      setting('resetResult', { tookMs: 3 }),
      setting('error', { details: [], docs: 'https://example.com/errors' }),
    ),
  }),
  ...legal('7: other fields beside error are not ruled out.', {
    'refusal-shows-incident: The error of a second resolve has the incident beside it': step('refused').setting(
      ({ body }, { code }, { id }, base) => {
        const incident = base.incidents.get(id)
        if (code !== 'INCIDENT_ALREADY_RESOLVED' || !incident) return {}
        return { body: { ...(body as Json), incident: base.incident(incident) } }
      },
    ),
  }),
  ...legal('1: all payloads are JSON; nothing else is said about transport.', {
    'bare-headers: Responses have no headers beyond the content type': all(
      step('responseHeaders').changing(({ 'Content-Type': type = '' }) => ({ 'Content-Type': type })),
      inEachError(() => ({ headers: {} })),
    ),
    'content-type-bare: The content type has no charset': settingHeaders({ 'Content-Type': 'application/json' }),
    'content-type-spelled: The content type has other case and parameters': settingHeaders({
      'Content-Type': 'Application/JSON;charset="UTF-8"; profile=v1',
    }),
    'errors-problem-json: Errors have the content type application/problem+json': step('refused').setting(
      ({ headers }) => ({ headers: { ...headers, 'Content-Type': 'application/problem+json' } }),
    ),
  }),
  ...legal('4: the shape of errors is given for the operations.', {
    'html-outside: Unknown paths and methods respond with HTML': step('refused').setting((_, __, { operation }) =>
      operation === 'none' ? { headers: { 'Content-Type': 'text/html' }, text: '<html><h1>Not here</h1></html>' } : {},
    ),
  }),
  ...legal('7: upgradeUrl is a "string (URL)".', {
    'upgrade-url-idn: upgradeUrl has an internationalized domain name': () => ({
      upgradeUrl: 'https://überwachung.example/upgrade?plan=pro',
    }),
  }),
]
