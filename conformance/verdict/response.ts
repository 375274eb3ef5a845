/** Asserts that an exchange is a success or a refusal: by the document, by HTTP, by implication and by openapi.yaml. */
import { type ErrorCode, type ErrorEntry, errors, limits } from '@monitoring-service/contract'
import type { Exchange } from '../client/http.ts'
import { type Condition, conditions } from './conditions.ts'
import { formatValue } from './matchers.ts'
import { type CheckRecord, type Finding, recordAssertion, Stop } from './record.ts'
import { violatedRequirements } from './requirement-map.ts'
import type { Schemas } from './schemas.ts'
import { isCrash } from './sound.ts'
import type { Basis } from './verdict.ts'

type Note = (basis: Basis, holds: boolean, expected: string, seen: string, requirementIds?: string[]) => boolean

/** The expectation of a call that succeeds. */
export const acceptanceExpected = 'the call is accepted'
/** The expectations of a body that follows the document. */
export const bodyExpected = 'the body is as documented'
export const errorBodyExpected = 'the error has the shape of part 7'

/**
 * Returns the body.
 * @throws Stop if the call was not accepted, or the body violates the document.
 */
export function assertAccepted<T>(
  schemas: Schemas,
  record: CheckRecord,
  exchange: Exchange,
  basis: Basis,
  circumstances?: string,
): T {
  const note = createNote(record, exchange, basis)
  const { operationId } = exchange.request
  const { status, text } = exchange.response
  if (!operationId) throw new Error('only the eight operations can be accepted')
  const expectedStatus = schemas.success(operationId)
  // The request is valid at the least, so that a server error is no choice.
  const acceptanceBasis = isCrash(status) ? 'documented' : basis
  const isAccepted = note(
    acceptanceBasis,
    status >= 200 && status < 300,
    acceptanceExpected,
    describeCall(exchange, circumstances),
  )
  if (!isAccepted) throw new Stop()
  note('profile', status === expectedStatus, `the status is ${expectedStatus}`, String(status))

  const validate = schemas.documented(operationId)
  if (!validate) {
    note('documented', text === '', 'there is no body', formatValue(text), ['4.4d'])
    noteProfile(schemas, exchange, note)
    return undefined as T
  }
  const violations = exchange.isJson ? validate(exchange.body) : ['is not JSON']
  for (const violation of violations) {
    note('documented', false, bodyExpected, violation, violatedRequirements(operationId, violation))
  }
  if (violations.length > 0) throw new Stop()
  note('documented', true, bodyExpected, '')
  noteMediaType(exchange, note)
  noteProfile(schemas, exchange, note)
  return exchange.body as T
}

export interface RefusalDetails {
  /** The reason for the refusal; undefined if any will do. */
  condition?: Condition | undefined
  mayBeAccepted?: boolean
  circumstances?: string | undefined
}

/** @throws Stop if the call was not refused. */
export function assertRefused(
  schemas: Schemas,
  record: CheckRecord,
  exchange: Exchange,
  basis: Basis,
  { condition, mayBeAccepted, circumstances }: RefusalDetails,
): void {
  const note = createNote(record, exchange, basis)
  const { code, shapeIsOpen } = condition ? conditions[condition] : {}
  const { status, headers, text } = exchange.response
  const reason = condition ? `: ${condition}` : ''
  const expected = `the call is ${mayBeAccepted ? 'accepted or ' : ''}refused${reason}`
  const isRefused = note(basis, status >= 400 && status < 500, expected, describeCall(exchange, circumstances))
  const right = code && errors[code].status
  // Its line shows the code, too, and the body is that of the other error.
  const isOther = right !== undefined && status !== right
  if (right !== undefined && status >= 400) {
    note('profile', !isOther, `the status is ${right}${reason}`, describeCall(exchange, circumstances))
  }
  if (status < 400) throw new Stop()
  if (isRefused && condition) record.conditions.add(condition)

  noteErrorBody(schemas, exchange, note, condition, isOther && basis === 'profile')
  noteMediaType(exchange, note)
  if (status === 401) note('http', 'www-authenticate' in headers, '401 comes with WWW-Authenticate', 'no such header')
  if (status === 405) note('http', 'allow' in headers, '405 comes with Allow', 'no such header')
  note('hardening', !stackTrace.test(text), 'the error reveals no internals', formatValue(text))

  const error = errorOf(exchange)
  if (code === 'VALIDATION_ERROR' && !shapeIsOpen) {
    note('implied', error.code === code, `error.code is ${code}`, formatValue(error.code), ['7b'])
  }
  if (code && !isOther) {
    note('profile', error.code === code, `error.code is ${code}`, formatValue(error.code))
    for (const [name, value] of Object.entries(errorHeaders(code, exchange))) {
      const seen = headers[name.toLowerCase()]
      note('profile', seen === value, `${name} is ${value}`, formatValue(seen))
    }
  }
  if (condition === 'too many tries') noteRetryAfter(record, exchange, note)
  if (!isOther) noteProfile(schemas, exchange, note)
}

/** The headers of an error, some of which depend on whether the request presents a bearer token: an empty one may be none. */
function errorHeaders(code: ErrorCode, { request }: Exchange): Record<string, string> {
  const { headers, invalidCredentialHeaders }: ErrorEntry = errors[code]
  const { authorization = '' } = request.headers
  if (/^Bearer\s*$/i.test(authorization)) return {}
  const presentsToken = /^Bearer\s/i.test(authorization)
  return { ...headers, ...(presentsToken && invalidCredentialHeaders) }
}

/**
 * Part 7 of the document.
 * @param isOther the status was judged as that of another error.
 */
function noteErrorBody(
  schemas: Schemas,
  exchange: Exchange,
  note: Note,
  condition: Condition | undefined,
  isOther: boolean,
): void {
  const { status } = exchange.response
  const basis = condition && conditions[condition].shapeIsOpen ? 'implied' : 'documented'
  const violations = exchange.isJson ? schemas.refusal(exchange.body) : ['is not JSON']
  note(basis, violations.length === 0, errorBodyExpected, violations.join('; '), ['7a'])
  const error = errorOf(exchange)
  // An error in the shape of part 7 follows it, also where another shape may be chosen.
  const statusBasis = violations.length === 0 ? 'documented' : basis
  note(statusBasis, error.status === status, `error.status is the HTTP status, ${status}`, formatValue(error.status), [
    '7c',
  ])
  const upgradeUrl = formatValue(error.upgradeUrl)
  if (condition === 'free plan') {
    // A token that is not valid any more, or a scope, is another reason.
    const isMeant = !isOther && status !== 401 && error.code !== 'INSUFFICIENT_SCOPE'
    note('implied', !isMeant || 'upgradeUrl' in error, 'a plan-limit error has upgradeUrl', 'absent', ['7d'])
    note('documented', error.upgradeUrl === undefined || isUrl(error.upgradeUrl), 'upgradeUrl is a URL', upgradeUrl, [
      '7d',
    ])
  } else if (condition) {
    const isNamed = /plan|upgrade|payment/i.test(`${error.code}`)
    const expected = isNamed
      ? 'the reason is another than the plan, so this is no plan-limit error'
      : 'only a plan-limit error has upgradeUrl'
    note(
      'documented',
      !('upgradeUrl' in error),
      expected,
      isNamed ? `${statusAndCode(exchange)} with upgradeUrl ${upgradeUrl}` : upgradeUrl,
      ['7d'],
    )
  }
  note('implied', error.message !== '', 'error.message is not empty', formatValue(error.message), ['7e'])
}

/** A URL as browsers accept it, with letters beyond ASCII. */
function isUrl(value: unknown): boolean {
  return typeof value === 'string' && !/\s/.test(value) && URL.canParse(value)
}

/** Stack traces of common languages. */
const stackTrace = /\bat \S+ \(?\S+:\d+:\d+\)?|node_modules|Traceback \(most recent|\.java:\d+\)|goroutine \d+/

function createNote(record: CheckRecord, exchange: Exchange, checkBasis: Basis): Note {
  const step = record.steps.indexOf(exchange)
  return (basis, holds, expected, seen, requirementIds) => {
    // In a check of the profile, every other assertion counts as profile.
    const isOfProfile = checkBasis === 'profile' && basis !== 'sound'
    const finding: Finding = { basis: isOfProfile ? checkBasis : basis, expected, seen, step }
    return recordAssertion(record, holds, requirementIds ? { ...finding, requirementIds } : finding)
  }
}

function noteMediaType({ response }: Exchange, note: Note): void {
  const type = response.headers['content-type']
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')
  note('http', isJson, 'the content type is JSON', formatValue(type))
  note('http', !response.text.startsWith('\ufeff'), 'JSON has no byte order mark', 'U+FEFF at its start')
  const charset = /;\s*charset="?([\w-]+)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  note('http', /^(utf-?8|us-ascii)$/i.test(charset), 'JSON is in UTF-8', formatValue(type))
}

/** The window of attempts was opened by the first attempt, which was not before the first step. */
function noteRetryAfter(record: CheckRecord, { started, milliseconds, response }: Exchange, note: Note): void {
  const began = record.steps[0]?.started.getTime() ?? 0
  const passed = (started.getTime() + milliseconds - began) / 1000
  // To wait some seconds longer does no harm.
  const [least, most] = [Math.floor(limits.attemptWindowSeconds - passed) - 1, limits.attemptWindowSeconds + 10]
  const retryAfter = response.headers['retry-after']
  const isRight = Number(retryAfter) >= least && Number(retryAfter) <= most
  const expected = `Retry-After is the rest of the window, from ${least} to ${most}`
  note('profile', isRight, expected, formatValue(retryAfter))
}

/** Body and headers by openapi.yaml. */
function noteProfile(schemas: Schemas, exchange: Exchange, note: Note): void {
  const { operationId } = exchange.request
  const decided = operationId && schemas.profile(operationId, exchange.response.status)
  if (!decided) return
  const violations = decided.validateBody?.(exchange.body) ?? (exchange.response.text === '' ? [] : ['there is a body'])
  note('profile', violations.length === 0, 'the body is as openapi.yaml decides', violations.join('; '))
  for (const [name, validate] of Object.entries(decided.headers)) {
    const wrong = validate(exchange.response.headers[name])
    note('profile', wrong.length === 0, `the header ${name} is as openapi.yaml decides`, wrong.join('; '))
  }
}

function describeCall(exchange: Exchange, circumstances?: string): string {
  const summary = summarizeResponse(exchange)
  return circumstances === undefined ? summary : `${summary.replace(/\.$/, '')}, ${circumstances}`
}

/** Status, error code and message in one line. */
export function summarizeResponse(exchange: Exchange): string {
  const { message } = errorOf(exchange)
  const text = statusAndCode(exchange)
  return typeof message !== 'string' ? text : `${text}${text.includes(' ') ? ':' : ''} ${message}`
}

/** The same without what differs between requests: the address, the password, numbers and ids. */
export function summarizeForm(exchange: Exchange, email: string): string {
  const [, password] = /"password":"([^"\\]+)"/.exec(exchange.request.body ?? '') ?? []
  const text = summarizeResponse(exchange)
    .replaceAll(email, 'EMAIL')
    .replaceAll(password ?? email, 'PASSWORD')
  return text.replace(/\b(?=\w*\d)[\w-]{16,}/g, 'ID').replace(/(?<=\s.*)\d+/g, 'NUMBER')
}

export function statusAndCode(exchange: Exchange): string {
  const { code } = errorOf(exchange)
  return `${exchange.response.status}${typeof code === 'string' ? ` ${code}` : ''}`
}

/** The fields of the error in a response; none if it is no object. */
export function errorOf({ body }: Pick<Exchange, 'body'>): { [field: string]: unknown } {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'object' && error !== null ? (error as { [field: string]: unknown }) : {}
}
