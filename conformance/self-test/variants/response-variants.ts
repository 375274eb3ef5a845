/** Variants in responses beyond the documented fields: statuses, codes, messages and headers. */
import type { Operation } from '../implementation/operations.ts'
import type { ErrorCode, ErrorEntry } from '../implementation/service-error.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { all, step } from '../overrides.ts'
import { legal, legalFamily } from './variant.ts'

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
  ...legalFamily('4', 'no success status is given.', succeeding, {
    'signup-200': { signup: 200 },
    'everything-202': {
      signup: 202,
      resolveIncident: 202,
      scheduleAccountDeletion: 202,
      resetMonitorStats: 202,
      resetServiceStats: 202,
    },
  }),
  ...legalFamily('4.4', '"no content, with no body" names no status.', succeeding, {
    'delete-200-empty': { deleteIncident: 200 },
  }),
  ...legalFamily('7', '"The HTTP status code for each condition: not shown."', refusing, {
    'refusals-400': (_, status) => ([429, 500].includes(status) ? status : 400),
    'refusals-422': (_, status) => ([401, 404, 429, 500].includes(status) ? status : 422),
    'refusals-other': (code, status) => perCondition[code] ?? status,
    'unauthenticated-403': (code, status) =>
      code === 'UNAUTHENTICATED' || code === 'INVALID_ADMIN_KEY' ? 403 : status,
    'not-found-410': (code, status) => (code.endsWith('_NOT_FOUND') ? 410 : status),
    'validation-422': (code, status) => (code === 'VALIDATION_ERROR' ? 422 : status),
  }),
  ...legalFamily('7', '"The complete list of error codes: not shown."', coding, {
    'codes-dotted': (code) => code.toLowerCase().replaceAll('_', '.'),
    'codes-alike': () => 'REQUEST_REFUSED',
  }),
  ...legal('7', 'a message is human-readable text, of no given language.', {
    'messages-german': step('error').setting({ message: 'Das ist leider nicht möglich.' }),
  }),
  ...legal('2', 'no table says that it is closed.', {
    'extra-fields': all(
      step('user').setting({ locale: 'en', createdAt: '2020-01-01T00:00:00Z' }),
      step('session').setting({ expiresIn: 900, tokenType: 'Bearer' }),
      step('incident').setting({ severity: 3, updates: [] }),
      step('deletion').setting({ cancelUrl: null }),
      step('deletionRequest').setting({ plan: 'free' }),
      step('pagination').setting({ hasMore: false, pages: 1 }),
      step('listing').setting({ links: {} }),
      step('resetResult').setting({ tookMs: 3 }),
      step('error').setting({ details: [], docs: 'https://example.com/errors' }),
    ),
  }),
  ...legal('7', 'other fields beside error are not ruled out.', {
    'refusal-shows-incident': step('refused').setting(({ body }, { code }, { id }, base) => {
      const incident = base.incidents.get(id)
      if (code !== 'INCIDENT_ALREADY_RESOLVED' || !incident) return {}
      return { body: { ...(body as Json), incident: base.incident(incident) } }
    }),
  }),
  ...legal('1', 'all payloads are JSON; nothing else is said about transport.', {
    'bare-headers': all(
      step('responseHeaders').changing(({ 'Content-Type': type = '' }) => ({ 'Content-Type': type })),
      inEachError(() => ({ headers: {} })),
    ),
    'content-type-bare': step('responseHeaders').setting({ 'Content-Type': 'application/json' }),
    'content-type-spelled': step('responseHeaders').setting({
      'Content-Type': 'Application/JSON;charset="UTF-8"; profile=v1',
    }),
    'errors-problem-json': step('refused').setting(({ headers }) => ({
      headers: { ...headers, 'Content-Type': 'application/problem+json' },
    })),
  }),
  ...legal('4', 'the shape of errors is given for the operations.', {
    'html-outside': step('refused').setting((_, __, { operation }) =>
      operation === 'none' ? { headers: { 'Content-Type': 'text/html' }, text: '<html><h1>Not here</h1></html>' } : {},
    ),
  }),
  ...legal('7', 'upgradeUrl is a "string (URL)".', {
    'upgrade-url-idn': () => ({ upgradeUrl: 'https://überwachung.example/upgrade?plan=pro' }),
  }),
]
