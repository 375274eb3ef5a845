/** Faults that only odd input shows: what crashes, what is taken for something else, what is cut off. */
import { ServiceError } from '../implementation/service-error.ts'
import type { ServiceCall, Steps } from '../implementation/steps.ts'
import { documented, type Fault, profile } from './fault.ts'

/** An answer with 500 where something is not expected. */
const crash = (section: string, id: string, title: string, where: (call: ServiceCall) => boolean): Fault =>
  documented(section, id, title, (base) => ({
    validate(call) {
      if (where(call)) throw new ServiceError('INTERNAL_ERROR')
      base.validate(call)
    },
  }))

const isUlid = (id: string) => /^[0-9A-Z]{26}$/.test(id)
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
    'incident-id-cast-crash',
    'incidentOf',
    'An incident whose id is no ULID is answered with 500',
    (id) => !isUlid(id),
  ),
  idCrash(
    'monitor-id-cast-crash',
    'monitorOf',
    'A monitor whose id is no ULID is answered with 500',
    (id) => !isUlid(id),
  ),
  idCrash(
    'service-id-long-crash',
    'serviceOf',
    'A service with a long id is answered with 500',
    (id) => id.length > 64,
  ),
  crash(
    '4.6',
    'limit-huge-crash',
    'A limit beyond 31 bits is answered with 500',
    ({ query }) => Number(query.get('limit')) > 2 ** 31,
  ),
  crash('4.6', 'page-0-crash', 'The page 0 is answered with 500', ({ query }) => query.get('page') === '0'),
  crash(
    '4.6',
    'page-overflow-crash',
    'A page beyond 31 bits is answered with 500',
    ({ query }) => Number(query.get('page')) > 2 ** 31,
  ),
  crash(
    '4.2',
    'login-crash-on-long-password',
    'A log-in with a password of more than 72 letters is answered with 500',
    (call) => call.operation === 'login' && textOf(call, 'password').length > 72,
  ),
  crash(
    '4.2',
    'login-crash-on-nul',
    'A log-in with NUL in the password is answered with 500',
    (call) => call.operation === 'login' && textOf(call, 'password').includes('\0'),
  ),
  crash(
    '4.1',
    'signup-crash-on-long-name',
    'A sign-up with a long name is answered with 500',
    (call) => call.operation === 'signup' && textOf(call, 'name').length > 255,
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
  profile('4.1', 'email-double-dot', 'Sign-up takes an address with two dots side by side', (base) => ({
    emailError: (value, call) => base.emailError(typeof value === 'string' ? value.replaceAll('..', '.') : value, call),
  })),
  ...changed('password-trimmed', 'Spaces around a password are cut off', (password) => password.trim()),
  ...changed('password-nfkc', 'Compatible letters of a password are the same', (password) =>
    password.normalize('NFKC'),
  ),
  profile('4.1', 'name-trimmed', 'Spaces around a name are cut off', (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: { ...user, name: user.name?.trim() }, team }
    },
  })),
  profile('4.1', 'name-over-64-cut', 'Of a name, 64 letters are kept', (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: { ...user, name: user.name?.slice(0, 64) }, team }
    },
  })),
  profile('4.3', 'cause-emoji-lost', 'Letters beyond the first plane are lost from a cause', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(incident, cause === undefined ? cause : String(cause).replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  })),
  documented('4.3', 'cause-lost-if-charset', 'The cause is lost if the content type has a charset', (base) => ({
    validate(call) {
      base.validate(call)
      const hasCharset = call.headers['content-type']?.includes('charset')
      if (hasCharset && call.operation === 'resolveIncident') call.body = {}
    },
  })),
  documented('4.5', 'code-as-number', 'A verification code may be a number', (base) => ({
    validate(call) {
      const code = call.body?.verificationCode
      if (typeof code === 'number') call.body = { ...call.body, verificationCode: String(code).padStart(6, '0') }
      base.validate(call)
    },
  })),
  profile('4.5', 'code-with-spaces', 'Spaces around a verification code are cut off', (base) => ({
    validate(call) {
      const code = call.body?.verificationCode
      if (typeof code === 'string') call.body = { ...call.body, verificationCode: code.trim() }
      base.validate(call)
    },
  })),
  profile('4.8', 'slashes-accepted', 'A date may have slashes', (base) => ({
    dateError: (text) => base.dateError(text.replaceAll('/', '-')),
  })),
  profile('4.8', 'april-31-accepted', 'Every month has 31 days', (base) => ({
    dateError: (text) => (/-(04|06|09|11)-31$/.test(text) ? undefined : base.dateError(text)),
  })),
  profile('4.8', 'future-before-refused', 'A date to come is refused', (base) => ({
    dateError: (text) => (Date.parse(text) > Date.now() ? 'query.before is to come' : base.dateError(text)),
  })),
  profile('4.8', 'year-before-1970-refused', 'A date before 1970 is refused', (base) => ({
    dateError: (text) => (text < '1970' ? 'query.before is too early' : base.dateError(text)),
  })),
  profile('4', 'unknown-query-ignored-on-posts', 'Operations that take a body ignore parameters', (base) => ({
    queryError: (call) => (base.takesBody(call.operation as never) ? undefined : base.queryError(call)),
  })),
  profile('4', 'get-404-not-405', 'GET is not found where there are other methods', (base) => ({
    match(method, path) {
      try {
        return base.match(method, path)
      } catch (refusal) {
        throw method === 'GET' ? new ServiceError('NOT_FOUND') : refusal
      }
    },
  })),
  profile('4', 'allow-wrong', 'Allow names methods that there are not', (base) => ({
    match(method, path) {
      try {
        return base.match(method, path)
      } catch (refusal) {
        const isMethod = refusal instanceof ServiceError && refusal.code === 'METHOD_NOT_ALLOWED'
        throw isMethod ? new ServiceError('METHOD_NOT_ALLOWED', '', { Allow: 'GET, HEAD' }) : refusal
      }
    },
  })),
  profile('7', 'request-id-constant', 'All answers have one request id', (base) => {
    let first: string | undefined
    return {
      responseHeaders(call) {
        const headers = base.responseHeaders(call)
        const own = headers['X-Request-Id'] ?? ''
        first ??= own
        return { ...headers, 'X-Request-Id': call.headers['x-request-id'] === own ? own : first }
      },
    }
  }),
  profile('7', 'content-type-latin1', 'JSON is announced in another encoding', (base) => ({
    responseHeaders: (call) => ({
      ...base.responseHeaders(call),
      'Content-Type': 'application/json; charset=iso-8859-1',
    }),
  })),
]

/** A password that is kept, and compared, as another text. */
function changed(id: string, title: string, change: (password: string) => string): Fault[] {
  return [
    profile('4.1', id, title, (base: Steps) => ({
      validate(call) {
        base.validate(call)
        const password = call.body?.password
        if (typeof password === 'string') call.body = { ...call.body, password: change(password) }
      },
    })),
  ]
}
