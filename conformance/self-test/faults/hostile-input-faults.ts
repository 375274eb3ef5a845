/** Faults that only unusual input reveals: crashes, misreadings and truncation. */
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { changing, only, settingHeaders } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

/** Responds 500 when the condition holds. */
const crashingWhen =
  (step: 'validate' | 'incidentOf' | 'serviceOf', isUnusual: (call: ServiceCall) => boolean): Override =>
  (base) => ({
    [step](call: ServiceCall) {
      if (isUnusual(call)) throw new ServiceError('INTERNAL_ERROR')
      return base[step](call)
    },
  })

const textOf = ({ body }: ServiceCall, name: string) => String(body?.[name] ?? '')

export const hostileInputFaults = [
  ...documented({
    '4.3 incident-id-nul-crash: An incident id with NUL responds 500': crashingWhen('incidentOf', ({ id }) =>
      id.includes('\0'),
    ),
    '4.7 service-id-long-crash: A long service id responds 500': crashingWhen('serviceOf', ({ id }) => id.length > 64),
    '4.2 login-crash-on-long-password: A log-in with a password of more than 72 characters responds 500': only(
      'login',
      crashingWhen('validate', (call) => textOf(call, 'password').length > 72),
    ),
    '4.3 resolve-crash-on-cause-over-1000: A cause of more than 1000 characters responds 500': only(
      'resolveIncident',
      crashingWhen('validate', (call) => textOf(call, 'cause').length > 1000),
    ),
    '4.3 cause-nul-crash: A cause with NUL responds 500': only(
      'resolveIncident',
      crashingWhen('validate', (call) => textOf(call, 'cause').includes('\0')),
    ),
    '4.5 deletion-crash-on-null-proof: A verification code of null responds 500': only(
      'scheduleAccountDeletion',
      crashingWhen('validate', ({ body }) => body?.verificationCode === null),
    ),
    '4.8 date-crash-on-long-text: A long text as before responds 500': crashingWhen(
      'validate',
      ({ query }) => (query.get('before') ?? '').length > 64,
    ),
    '4 crashes-on-malformed-json: Malformed JSON responds 500': changing('refused', (response, { message }) =>
      message === 'the body is not well-formed JSON' ? { ...response, status: 500 } : response,
    ),
    '4.1 email-two-ats: Sign-up accepts an e-mail with two @': changing('emailError', (error, value) =>
      typeof value === 'string' && /^[^\s@]+@[^\s]+\.[^\s@]+$/.test(value) ? undefined : error,
    ),
    '4.3 cause-lost-if-charset: The cause is ignored when the content type has a charset': only(
      'resolveIncident',
      (base) => ({
        validate(call) {
          base.validate(call)
          if (call.headers['content-type']?.includes('charset')) call.body = {}
        },
      }),
    ),
  }),
  ...profile({
    '4.1 email-trimmed: Spaces around an e-mail are removed': (base) => ({
      emailError: (value, call) => base.emailError(typeof value === 'string' ? value.trim() : value, call),
      normalizeEmail: (email) => base.normalizeEmail(email.trim()),
    }),
    '4.8 slashes-accepted: before may have slashes': (base) => ({
      dateError: (text) => base.dateError(text.replaceAll('/', '-')),
    }),
    '4.8 future-before-refused: A future before is rejected': changing('dateError', (error, text) =>
      Date.parse(text) > Date.now() ? 'query.before is to come' : error,
    ),
    '4 unknown-query-ignored-on-posts: Operations with a body ignore unknown parameters': (base) => ({
      queryError: (call) => (base.takesBody(call.operation as never) ? undefined : base.queryError(call)),
    }),
    '7 content-type-latin1: The content type has the charset iso-8859-1': settingHeaders({
      'Content-Type': 'application/json; charset=iso-8859-1',
    }),
  }),
]
