/** Faults that only odd input shows: what crashes, what is taken for something else, what is cut off. */
import { ServiceError } from '../implementation/service-error.ts'
import type { ServiceCall } from '../implementation/steps.ts'
import { documented, type Fault, profile } from './fault.ts'

/** An answer with 500 where something is not expected. */
const crash = (section: string, id: string, title: string, where: (call: ServiceCall) => boolean): Fault =>
  documented(section, id, title, (base) => ({
    validate(call) {
      if (where(call)) throw new ServiceError('INTERNAL_ERROR')
      base.validate(call)
    },
  }))

const textOf = (call: ServiceCall, name: string) => String(call.body?.[name] ?? '')

const idCrash = (
  id: string,
  step: 'incidentOf' | 'monitorOf' | 'serviceOf',
  title: string,
  odd: (id: string) => boolean,
) =>
  documented({ incidentOf: '4.3', serviceOf: '4.7', monitorOf: '4.8' }[step], id, title, (base) => ({
    [step](call: ServiceCall) {
      if (odd(call.id)) throw new ServiceError('INTERNAL_ERROR')
      return base[step](call)
    },
  }))

export const hostile = [
  idCrash('incident-id-nul-crash', 'incidentOf', 'An incident with NUL in its id is answered with 500', (id) =>
    id.includes('\0'),
  ),
  idCrash(
    'service-id-long-crash',
    'serviceOf',
    'A service with a long id is answered with 500',
    (id) => id.length > 64,
  ),
  crash(
    '4.2',
    'login-crash-on-long-password',
    'A log-in with a password of more than 72 letters is answered with 500',
    (call) => call.operation === 'login' && textOf(call, 'password').length > 72,
  ),
  crash(
    '4.3',
    'resolve-crash-on-cause-over-1000',
    'A cause of more than 1000 letters is answered with 500',
    (call) => call.operation === 'resolveIncident' && textOf(call, 'cause').length > 1000,
  ),
  crash(
    '4.3',
    'cause-nul-crash',
    'A cause with NUL in it is answered with 500',
    (call) => call.operation === 'resolveIncident' && textOf(call, 'cause').includes('\0'),
  ),
  crash(
    '4.5',
    'deletion-crash-on-null-proof',
    'A verification code that is null is answered with 500',
    (call) => call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode === null,
  ),
  crash(
    '4.8',
    'date-crash-on-long-text',
    'A long text for a date is answered with 500',
    ({ query }) => (query.get('before') ?? '').length > 64,
  ),
  documented('4.1', 'email-two-ats', 'Sign-up takes an address with two @', (base) => ({
    emailError: (value, call) =>
      typeof value === 'string' && /^[^\s@]+@[^\s]+\.[^\s@]+$/.test(value) ? undefined : base.emailError(value, call),
  })),
  profile('4.1', 'email-trimmed', 'Spaces around an address are cut off', (base) => ({
    emailError: (value, call) => base.emailError(typeof value === 'string' ? value.trim() : value, call),
    normalizeEmail: (email) => base.normalizeEmail(email.trim()),
  })),
  documented('4.3', 'cause-lost-if-charset', 'The cause is lost if the content type has a charset', (base) => ({
    validate(call) {
      base.validate(call)
      const hasCharset = call.headers['content-type']?.includes('charset')
      if (hasCharset && call.operation === 'resolveIncident') call.body = {}
    },
  })),
  profile('4.8', 'slashes-accepted', 'A date may have slashes', (base) => ({
    dateError: (text) => base.dateError(text.replaceAll('/', '-')),
  })),
  profile('4.8', 'future-before-refused', 'A date to come is refused', (base) => ({
    dateError: (text) => (Date.parse(text) > Date.now() ? 'query.before is to come' : base.dateError(text)),
  })),
  profile('4', 'unknown-query-ignored-on-posts', 'Operations that take a body ignore parameters', (base) => ({
    queryError: (call) => (base.takesBody(call.operation as never) ? undefined : base.queryError(call)),
  })),
  profile('7', 'content-type-latin1', 'JSON is announced in another encoding', (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      'Content-Type': 'application/json; charset=iso-8859-1',
    }),
  })),
]
