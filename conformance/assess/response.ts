/** Judges an exchange as a success or a refusal: by the document, by HTTP, by what is implied, and by openapi.yaml. */
import { errors, limits } from '@monitoring-service/contract'
import type { Exchange } from '../client/http.ts'
import { type Condition, conditions } from './conditions.ts'
import { formatValue } from './matchers.ts'
import { type CheckRecord, type Finding, recordAssertion, Stop } from './record.ts'
import { violatedRequirements } from './requirement-map.ts'
import type { Schemas } from './schemas.ts'
import type { Basis } from './verdict.ts'

export interface Judging {
  schemas: Schemas
}

type Note = (provenance: Basis, holds: boolean, expected: string, seen: string, cites?: string[]) => boolean

const anyCondition: { code?: undefined; shapeIsOpen?: undefined } = {}

/** What is expected of a call that succeeds. */
export const acceptanceExpected = 'the call is accepted'

/** Ends the check if the call was not accepted, or if its answer is too broken to go on with. */
export function assertAccepted<T>({ schemas }: Judging, record: CheckRecord, exchange: Exchange, rests: Basis): T {
  const note = noteOn(record, exchange, rests)
  const { operationId } = exchange.request
  const { status, text } = exchange.response
  if (!operationId) throw new Error('only the eight operations can be accepted')
  const decided = schemas.success(operationId)
  const isAccepted = note(rests, status >= 200 && status < 300, acceptanceExpected, summarizeResponse(exchange))
  note('profile', status === decided, `the status is ${decided}`, String(status))
  if (!isAccepted) throw new Stop()

  const fit = schemas.documented(operationId)
  if (!fit) {
    note('documented', text === '', 'there is no body', formatValue(text), ['4.4d'])
    judgeDecided(schemas, exchange, note)
    return undefined as T
  }
  const complaints = exchange.isJson ? fit(exchange.body) : ['is not JSON']
  for (const complaint of complaints) {
    note('documented', false, 'the body is as documented', complaint, violatedRequirements(operationId, complaint))
  }
  if (complaints.length > 0) throw new Stop()
  note('documented', true, 'the body is as documented', '')
  noteMediaType(exchange, note)
  judgeDecided(schemas, exchange, note)
  return exchange.body as T
}

/**
 * Ends the check if the call was not refused.
 * @param condition for which it should be; undefined, if it is open.
 */
export function assertRefused(
  { schemas }: Judging,
  record: CheckRecord,
  exchange: Exchange,
  condition: Condition | undefined,
  rests: Basis,
): void {
  const note = noteOn(record, exchange, rests)
  const { code, shapeIsOpen } = condition ? conditions[condition] : anyCondition
  const { status, headers, text } = exchange.response
  const refusal = condition ? `the call is refused: ${condition}` : 'the call is accepted or refused'
  const isRefused = note(rests, status >= 400 && status < 500, refusal, summarizeResponse(exchange))
  if (code) note('profile', status === errors[code].status, `the status is ${errors[code].status}`, String(status))
  if (status < 400) throw new Stop()
  if (isRefused && condition) record.conditions.add(condition)

  const shape = shapeIsOpen ? 'implied' : 'documented'
  const complaints = exchange.isJson ? schemas.refusal(exchange.body) : ['is not JSON']
  note(shape, complaints.length === 0, 'the error has the shape of part 7', complaints.join('; '), ['7a'])
  const { error = {} } = (exchange.body ?? {}) as { error?: { [field: string]: unknown } }
  note(shape, error.status === status, `error.status is the HTTP status, ${status}`, formatValue(error.status), ['7c'])
  if (condition === 'free plan') {
    note('implied', 'upgradeUrl' in error, 'a plan-limit error has upgradeUrl', 'absent', ['7d'])
    const isUrl = error.upgradeUrl === undefined || isAddress(error.upgradeUrl)
    note('documented', isUrl, 'upgradeUrl is a URL', formatValue(error.upgradeUrl), ['7d'])
  } else if (condition) {
    const seen = formatValue(error.upgradeUrl)
    note('documented', !('upgradeUrl' in error), 'only a plan-limit error has upgradeUrl', seen, ['7d'])
  }
  note('implied', error.message !== '', 'error.message is not empty', formatValue(error.message), ['7e'])
  if (code === 'VALIDATION_ERROR' && !shapeIsOpen) {
    note('implied', error.code === code, `error.code is ${code}`, formatValue(error.code), ['7b'])
  }
  noteMediaType(exchange, note)
  if (status === 401) note('http', 'www-authenticate' in headers, '401 comes with WWW-Authenticate', 'no such header')
  if (status === 405) note('http', 'allow' in headers, '405 comes with Allow', 'no such header')
  note('hardening', !leaks.test(text), 'the error tells nothing about the inside', formatValue(text))

  if (code) {
    note('profile', error.code === code, `error.code is ${code}`, formatValue(error.code))
    for (const [name, value] of Object.entries(errors[code].headers)) {
      note(
        'profile',
        headers[name.toLowerCase()] === value,
        `${name} is ${value}`,
        formatValue(headers[name.toLowerCase()]),
      )
    }
  }
  if (condition === 'too many tries') {
    // The window was opened by the first try, which was not before the first step.
    const began = record.steps[0]?.started.getTime() ?? 0
    const passed = (exchange.started.getTime() + exchange.milliseconds - began) / 1000
    const [least, most] = [Math.floor(limits.attemptWindowSeconds - passed) - 1, limits.attemptWindowSeconds]
    const wait = Number(headers['retry-after'])
    const asked = `Retry-After is the rest of the window, from ${least} to ${most}`
    note('profile', wait >= least && wait <= most, asked, formatValue(headers['retry-after']))
  }
  judgeDecided(schemas, exchange, note)
}

/** Whether it is a URL for a browser, which may have letters beyond ASCII in it. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && !/\s/.test(value) && URL.canParse(value)
}

/** Stack traces, as the usual languages print them. */
const leaks = /\bat \S+ \(?\S+:\d+:\d+\)?|node_modules|Traceback \(most recent|\.java:\d+\)|goroutine \d+/

function noteOn(record: CheckRecord, exchange: Exchange, rests: Basis): Note {
  const step = record.steps.indexOf(exchange)
  return (provenance, holds, expected, seen, cites) => {
    // In a check of the profile, everything is the profile's.
    const finding: Finding = { provenance: rests === 'profile' ? rests : provenance, expected, seen, step }
    return recordAssertion(record, holds, cites ? { ...finding, cites } : finding)
  }
}

function noteMediaType({ response }: Exchange, note: Note): void {
  const type = response.headers['content-type']
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')
  note('http', isJson, 'the content type is JSON', formatValue(type))
  const charset = /;\s*charset="?([\w-]+)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  note('http', /^(utf-?8|us-ascii)$/i.test(charset), 'JSON is in UTF-8', formatValue(type))
}

function judgeDecided(schemas: Schemas, exchange: Exchange, note: Note): void {
  const { operationId } = exchange.request
  const decided = operationId && schemas.profile(operationId, exchange.response.status)
  if (!decided) return
  const complaints = decided.fit?.(exchange.body) ?? (exchange.response.text === '' ? [] : ['there is a body'])
  note('profile', complaints.length === 0, 'the body is as openapi.yaml decides', complaints.join('; '))
  for (const [name, fit] of Object.entries(decided.headers)) {
    const wrong = fit(exchange.response.headers[name])
    note('profile', wrong.length === 0, `the header ${name} is as openapi.yaml decides`, wrong.join('; '))
  }
}

/** An answer in one line. */
export function summarizeResponse({ response, body }: Exchange): string {
  const { code, message } = ((body as { error?: { code?: unknown; message?: unknown } } | null)?.error ?? {}) as {
    [field: string]: unknown
  }
  const why = [code, message].filter((part) => typeof part === 'string').join(': ')
  return `${response.status}${why ? ` ${why}` : ''}`
}
