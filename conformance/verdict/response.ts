/** Asserts that an exchange is a success or a refusal: by the document, by HTTP, by implication and by openapi.yaml. */
import { type ErrorCode, type ErrorEntry, errors, limits, requestIdPattern } from '@monitoring-service/contract'
import type { Exchange } from '../client/exchange.ts'
import { between, type Claim, is, isNot, noneOf, type Rule } from './claims.ts'
import { type Condition, conditions } from './conditions.ts'
import { errorOf, type Violation } from './finding.ts'
import { type CheckRecord, type Claimed, recordClaim, Stop } from './record.ts'
import type { Schemas, Validate } from './schemas.ts'
import { isCrash } from './sound.ts'
import { type Basis, basisIn } from './verdict.ts'

type Details = Pick<Claimed, 'cites' | 'observation'> & {
  /** Whether the claim holds, if that does not follow from the value. */
  isMet?: boolean
}

/** Records claims about a response, each on a basis of its own. */
function judgeOf(schemas: Schemas, record: CheckRecord, exchange: Exchange, checkBasis: Basis) {
  function assert(basis: Basis, subject: string, claim: Claim, value: unknown, details: Details = {}): boolean {
    const { isMet, ...more } = details
    const claimed = { subject, claim, value, ...more, basis: basisIn(checkBasis, basis) }
    return recordClaim(record, exchange, claimed, isMet)
  }
  const follows = (basis: Basis, subject: string, rule: Rule, isMet: boolean, value?: unknown, cites?: string[]) =>
    assert(basis, subject, { kind: 'rule', rule }, value, { isMet, cites })
  return { schemas, record, exchange, assert, follows }
}
type Judge = ReturnType<typeof judgeOf>

/**
 * Returns the body.
 * @throws Stop if the call was not accepted, or the body violates the document.
 */
export function assertAccepted<T>(
  schemas: Schemas,
  record: CheckRecord,
  exchange: Exchange,
  basis: Basis,
  observation?: string,
): T {
  const judge = judgeOf(schemas, record, exchange, basis)
  const { assert } = judge
  const { operationId } = exchange.request
  const { status, text } = exchange.response
  if (!operationId) throw new Error('only the eight operations can be accepted')
  // The request is valid at the least, so that a server error is no choice.
  const acceptanceBasis = isCrash(status) ? 'documented' : basis
  if (!assert(acceptanceBasis, 'call', { kind: 'accepted' }, status, { observation })) throw new Stop()
  assert('profile', 'status', { kind: 'status', status: schemas.success(operationId) }, status)

  const { validateBody, requirement } = schemas.documented(operationId)
  if (!validateBody) {
    judge.follows('documented', 'body', 'no body', text === '', text, requirement ? [requirement] : [])
    assertProfile(judge)
    return undefined as T
  }
  const violations = violationsOf(exchange, validateBody)
  for (const { requirement, ...violation } of violations) {
    const cites = requirement === undefined ? [] : [requirement]
    assert('documented', subjectOf(violation), { kind: 'shape', of: 'documented' }, [violation], { cites })
  }
  if (violations.length > 0) throw new Stop()
  assert('documented', 'body', { kind: 'shape', of: 'documented' }, [])
  assertMediaType(judge)
  assertProfile(judge)
  return exchange.body as T
}

/** A body that is not JSON violates the first requirement of all. */
function violationsOf({ isJson, body }: Exchange, validate: Validate): ReturnType<Validate> {
  return isJson ? validate(body) : [{ at: '', rule: 'json', requirement: '0a' }]
}

/** The path that a violation is about. */
function subjectOf({ at, extra, missing }: Violation): string {
  return [at, extra ?? missing].filter(Boolean).join('.') || 'body'
}

export interface RefusalDetails {
  /** The reason for the refusal; undefined if any will do. */
  condition?: Condition | undefined
  mayBeAccepted?: boolean
  /** The circumstances of the call, in the words of the check. */
  observation?: string | undefined
}

/** @throws Stop if the call was not refused. */
export function assertRefused(
  schemas: Schemas,
  record: CheckRecord,
  exchange: Exchange,
  basis: Basis,
  { condition, mayBeAccepted, observation }: RefusalDetails,
): void {
  const judge = judgeOf(schemas, record, exchange, basis)
  const { assert, follows } = judge
  const { code, shapeIsOpen } = condition ? conditions[condition] : {}
  const { status, headers, text } = exchange.response
  const claim: Claim = { kind: 'refused', condition, ...(mayBeAccepted && { orAccepted: true }) }
  const isRefused = assert(basis, 'call', claim, status, { observation })
  const right = code && errors[code].status
  // Its line shows the code, too, and the body is that of the other error.
  const isOther = right !== undefined && status !== right
  if (condition && right !== undefined && status >= 400)
    assert('profile', 'status', { kind: 'status', status: right, condition }, status, { observation })
  if (status < 400) throw new Stop()
  if (isRefused && condition) record.conditions.add(condition)

  assertErrorBody(judge, condition, isOther && basis === 'profile')
  assertMediaType(judge)
  if (status === 401)
    follows('http', 'header WWW-Authenticate', 'WWW-Authenticate with 401', 'www-authenticate' in headers)
  if (status === 405) follows('http', 'header Allow', 'Allow with 405', 'allow' in headers)
  follows('hardening', 'body', 'no internals', !stackTrace.test(text), text)

  const error = errorOf(exchange)
  if (code === 'VALIDATION_ERROR' && !shapeIsOpen) {
    assert('implied', 'error.code', is(code), error.code, { cites: ['7b'] })
  }
  if (code && !isOther) {
    assert('profile', 'error.code', is(code), error.code)
    for (const [name, value] of Object.entries(errorHeaders(code, exchange)))
      assert('profile', `header ${name}`, is(value), headers[name.toLowerCase()])
  }
  if (condition === 'too many tries') assertRetryAfter(judge)
  if (!isOther) assertProfile(judge)
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
function assertErrorBody(judge: Judge, condition: Condition | undefined, isOther: boolean): void {
  const { schemas, exchange, assert, follows } = judge
  const { status } = exchange.response
  const basis = condition && conditions[condition].shapeIsOpen ? 'implied' : 'documented'
  const violations = violationsOf(exchange, schemas.refusal).map(({ requirement: _, ...violation }) => violation)
  assert(basis, 'body', { kind: 'shape', of: 'error' }, violations, { cites: ['7a'] })
  const error = errorOf(exchange)
  // An error in the shape of part 7 follows it, also where another shape may be chosen.
  const statusBasis = violations.length === 0 ? 'documented' : basis
  assert(statusBasis, 'error.status', is(status), error.status, { cites: ['7c'] })
  const { upgradeUrl } = error
  const aboutUrl = (basis: Basis, rule: Rule, isMet: boolean) =>
    follows(basis, 'error.upgradeUrl', rule, isMet, upgradeUrl, ['7d'])
  if (condition === 'free plan') {
    // A token that is not valid any more, or a scope, is another reason.
    const isMeant = !isOther && status !== 401 && error.code !== 'INSUFFICIENT_SCOPE'
    aboutUrl('implied', 'upgradeUrl of a plan limit', !isMeant || 'upgradeUrl' in error)
    aboutUrl('documented', 'upgradeUrl is a URL', upgradeUrl === undefined || isUrl(upgradeUrl))
  } else if (condition) aboutUrl('documented', 'upgradeUrl of nothing else', !('upgradeUrl' in error))
  assert('implied', 'error.message', isNot(''), error.message, { cites: ['7e'] })
}

/** A URL as browsers accept it, with letters beyond ASCII. */
function isUrl(value: unknown): boolean {
  return typeof value === 'string' && !/\s/.test(value) && URL.canParse(value)
}

/** Stack traces of common languages. */
const stackTrace = /\bat \S+ \(?\S+:\d+:\d+\)?|node_modules|Traceback \(most recent|\.java:\d+\)|goroutine \d+/

function assertMediaType({ exchange: { response }, follows }: Judge): void {
  const type = response.headers['content-type']
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')
  follows('http', 'header Content-Type', 'media type JSON', isJson, type)
  follows('http', 'body', 'no byte order mark', !response.text.startsWith('\ufeff'))
  const charset = /;\s*charset="?([\w-]+)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  follows('http', 'header Content-Type', 'charset UTF-8', /^(utf-?8|us-ascii)$/i.test(charset), type)
}

/** The window of attempts was opened by the first attempt, which was not before the check began. */
function assertRetryAfter({ record, exchange: { started, milliseconds, response }, assert }: Judge): void {
  const began = record.started.getTime()
  const passed = (started.getTime() + milliseconds - began) / 1000
  // To wait some seconds longer does no harm.
  const [least, most] = [Math.floor(limits.attemptWindowSeconds - passed) - 1, limits.attemptWindowSeconds + 10]
  const retryAfter = response.headers['retry-after']
  const isMet = Number(retryAfter) >= least && Number(retryAfter) <= most
  assert('profile', 'header Retry-After', between(least, most), retryAfter, { isMet })
}

const wellFormedId = new RegExp(requestIdPattern)
const cleaned = (id: string) => id.replace(/[^\w.-]/g, '')

/** Body and headers by openapi.yaml. */
function assertProfile({ schemas, exchange, assert }: Judge): void {
  const { operationId, headers: sent } = exchange.request
  const { 'x-request-id': id } = sent
  if (id !== undefined) {
    const claim: Claim = wellFormedId.test(id)
      ? is(id)
      : noneOf([id, cleaned(id), cleaned(id).slice(0, 128)], 'the request')
    assert('profile', 'header X-Request-Id', claim, exchange.response.headers['x-request-id'])
  }
  const decided = operationId && schemas.profile(operationId, exchange.response.status)
  if (!decided) return
  const { text, headers } = exchange.response
  const violations = decided.validateBody?.(exchange.body) ?? (text === '' ? [] : [{ at: '', rule: 'no body' }])
  assert('profile', 'body', { kind: 'shape', of: 'profile' }, violations)
  for (const [name, validate] of Object.entries(decided.headers))
    assert('profile', `header ${name}`, { kind: 'shape', of: 'profile' }, validate(headers[name]))
}
