/** Faults that only unusual input reveals: crashes, misreadings and truncation. */
import { ServiceError } from '../implementation/service-error.ts'
import type { ServiceCall } from '../implementation/steps.ts'
import { documented, type Fault, profile } from './fault.ts'

/** Responds 500 when the condition holds. */
const crashingWhen = (section: string, id: string, title: string, where: (call: ServiceCall) => boolean): Fault =>
  documented(section, id, title, (base) => ({
    validate(call) {
      if (where(call)) throw new ServiceError('INTERNAL_ERROR')
      base.validate(call)
    },
  }))

const textOf = (call: ServiceCall, name: string) => String(call.body?.[name] ?? '')

const crashingOnId = (
  id: string,
  step: 'incidentOf' | 'monitorOf' | 'serviceOf',
  title: string,
  isUnusual: (id: string) => boolean,
) =>
  documented({ incidentOf: '4.3', serviceOf: '4.7', monitorOf: '4.8' }[step], id, title, (base) => ({
    [step](call: ServiceCall) {
      if (isUnusual(call.id)) throw new ServiceError('INTERNAL_ERROR')
      return base[step](call)
    },
  }))

export const hostileInputFaults = [
  crashingOnId('incident-id-nul-crash', 'incidentOf', 'An incident id with NUL responds 500', (id) =>
    id.includes('\0'),
  ),
  crashingOnId('service-id-long-crash', 'serviceOf', 'A long service id responds 500', (id) => id.length > 64),
  crashingWhen(
    '4.2',
    'login-crash-on-long-password',
    'A log-in with a password of more than 72 characters responds 500',
    (call) => call.operation === 'login' && textOf(call, 'password').length > 72,
  ),
  crashingWhen(
    '4.3',
    'resolve-crash-on-cause-over-1000',
    'A cause of more than 1000 characters responds 500',
    (call) => call.operation === 'resolveIncident' && textOf(call, 'cause').length > 1000,
  ),
  crashingWhen(
    '4.3',
    'cause-nul-crash',
    'A cause with NUL responds 500',
    (call) => call.operation === 'resolveIncident' && textOf(call, 'cause').includes('\0'),
  ),
  crashingWhen(
    '4.5',
    'deletion-crash-on-null-proof',
    'A verification code of null responds 500',
    (call) => call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode === null,
  ),
  crashingWhen(
    '4.8',
    'date-crash-on-long-text',
    'A long text as before responds 500',
    ({ query }) => (query.get('before') ?? '').length > 64,
  ),
  documented('4.1', 'email-two-ats', 'Sign-up accepts an e-mail with two @', (base) => ({
    emailError: (value, call) =>
      typeof value === 'string' && /^[^\s@]+@[^\s]+\.[^\s@]+$/.test(value) ? undefined : base.emailError(value, call),
  })),
  profile('4.1', 'email-trimmed', 'Spaces around an e-mail are removed', (base) => ({
    emailError: (value, call) => base.emailError(typeof value === 'string' ? value.trim() : value, call),
    normalizeEmail: (email) => base.normalizeEmail(email.trim()),
  })),
  documented('4.3', 'cause-lost-if-charset', 'The cause is ignored when the content type has a charset', (base) => ({
    validate(call) {
      base.validate(call)
      const hasCharset = call.headers['content-type']?.includes('charset')
      if (hasCharset && call.operation === 'resolveIncident') call.body = {}
    },
  })),
  profile('4.8', 'slashes-accepted', 'before may have slashes', (base) => ({
    dateError: (text) => base.dateError(text.replaceAll('/', '-')),
  })),
  profile('4.8', 'future-before-refused', 'A future before is rejected', (base) => ({
    dateError: (text) => (Date.parse(text) > Date.now() ? 'query.before is to come' : base.dateError(text)),
  })),
  profile('4', 'unknown-query-ignored-on-posts', 'Operations with a body ignore unknown parameters', (base) => ({
    queryError: (call) => (base.takesBody(call.operation as never) ? undefined : base.queryError(call)),
  })),
  profile('7', 'content-type-latin1', 'The content type has the charset iso-8859-1', (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      'Content-Type': 'application/json; charset=iso-8859-1',
    }),
  })),
]
