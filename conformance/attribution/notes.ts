/** After a run: notes on findings, which name other calls of the run that narrow down the cause. */
import { unescape as decodeEscapes } from 'node:querystring'
import type { Finding } from '../assess/record.ts'
import { acceptanceExpected, bodyExpected, errorBodyExpected, statusAndCode } from '../assess/response.ts'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import type { CheckRun } from '../dsl/check-run.ts'

interface RunCall {
  run: CheckRun
  exchange: Exchange
  /** The number of the step. */
  number: number
}

/** Other deletions that a note names. */
const mostDeletions = 3
const longestValue = 80
/** Values of several records that a note names. */
const mostValues = 3

const schemaExpectations: string[] = [bodyExpected, errorBodyExpected]

export function addNotes(
  runs: readonly CheckRun[],
  { auth, keepAlive }: { auth: Transport; keepAlive: boolean },
): CheckRun[] {
  const calls = runs
    .flatMap((run) => run.record.steps.map((exchange, index): RunCall => ({ run, exchange, number: index + 1 })))
    .sort((one, other) => one.exchange.started.getTime() - other.exchange.started.getTime())
  const credentialOf = ({ request }: Exchange) => findCredentials(auth, request.headers)[0]?.[1]
  const teams = new Map(runs.flatMap(({ record }) => [...record.teams]))

  function notesOn(run: CheckRun, finding: Finding): string[] {
    const exchange = run.record.steps[finding.step ?? -1]
    if (!exchange?.request.operationId) return []
    const call = { run, exchange, number: (finding.step ?? 0) + 1 }
    const own = calls.filter(
      (other) => other.exchange !== exchange && other.exchange.request.operationId === exchange.request.operationId,
    )
    const notes = isAboutOutcome(finding)
      ? [
          describeLoss(call, finding),
          describeDisagreement(call, own) ?? describeContrast(call, own) ?? describeOtherCheck(call, finding, own),
        ]
      : [describeSeen(call, finding), describeOtherValue(call, finding, own)]
    return notes.filter((note) => note !== undefined)
  }

  /** An object that is there by one step and not by a later one, or resolved by one and not by a later one. */
  function describeDisagreement({ run, exchange, number }: RunCall, own: RunCall[]): string | undefined {
    const { status } = exchange.response
    const contradicts = (earlier: number) =>
      status < 300
        ? [404, 409, 410].includes(earlier)
        : status === 404 && exchange.request.method !== 'DELETE' && (earlier < 300 || earlier === 409)
    const other = own.findLast(
      (one) =>
        one.run === run &&
        one.number < number &&
        one.exchange.request.path === exchange.request.path &&
        credentialOf(one.exchange) === credentialOf(exchange) &&
        contradicts(one.exchange.response.status),
    )
    if (
      !other ||
      isDeletedBy(exchange, callsBefore(exchange, calls)) ||
      isChangedBetween(other.exchange, exchange, calls)
    )
      return undefined
    const connections = keepAlive ? '' : ', each on a connection of its own'
    return `steps ${other.number} and ${number} disagree about the same object${connections}: does a process or a cache have a view of its own?`
  }

  /** The same operation in the same check, with the right outcome. */
  function describeContrast({ run, exchange }: RunCall, own: RunCall[]): string | undefined {
    const isRight = (one: RunCall) => one.run === run && isOpposite(one.exchange, exchange) && !hasFinding(one)
    const right = own.filter(isRight)
    const isSame = ({ request }: Exchange) => request.path === exchange.request.path
    const other = right.findLast((one) => isSame(one.exchange)) ?? right.at(-1)
    if (!other) return undefined
    return `step ${other.number}, the same operation${describeDifference(other.exchange, exchange)}, was right: ${statusAndCode(other.exchange)}`
  }

  /** The same operation in other checks, with the right outcome. */
  function describeOtherCheck({ exchange }: RunCall, { expected }: Finding, own: RunCall[]): string | undefined {
    const isRight = (one: RunCall) =>
      isOpposite(one.exchange, exchange) &&
      !hasFinding(one) &&
      (expected === acceptanceExpected || one.run.record.met.has(expected))
    const right = own.filter(isRight)
    const checks = [...new Set(right.map(({ run }) => run.check.id))]
    const [example] = right
    if (!example) return undefined
    const more = checks.length > 1 ? ` (and ${checks.length - 1} more)` : ''
    const about = [subjectOf(example), callerOf(example)].filter(Boolean).join(', by ')
    const { body } = example.exchange.request
    const sent = body === exchange.request.body ? '' : body ? `, with the body ${cut(body)}` : ', without a body'
    return `the same operation was right in ${example.run.check.id}${more}: ${statusAndCode(example.exchange)}${about && ` for ${about}`}${sent}`
  }

  /** The field of a finding, as the same operation returned it in another step of the check. */
  function describeOtherValue({ run, exchange }: RunCall, finding: Finding, own: RunCall[]): string | undefined {
    const path = fieldOf(finding)
    const other = own.findLast(
      (one) => one.run === run && one.exchange.response.status < 300 && !hasFinding(one) && path !== undefined,
    )
    const value = path?.split('.').reduce(valueAt, other?.exchange.body)
    if (!other || value === undefined || exchange.response.status >= 300) return undefined
    return `step ${other.number}, the same operation${describeDifference(other.exchange, exchange)}: ${path} ${cut(JSON.stringify(value))}`
  }

  function describeDifference(other: Exchange, exchange: Exchange): string {
    const isSame = other.request.path === exchange.request.path
    const { invalidCredential } = other.request
    const isSameCaller = credentialOf(other) === credentialOf(exchange)
    return [
      idOf(exchange) === undefined ? '' : isSame ? ' on the same object' : ' on another object',
      invalidCredential ? ` with another credential (${invalidCredential.description})` : '',
      isSameCaller || invalidCredential ? '' : ' by another caller',
      other.request.body === exchange.request.body ? '' : other.request.body ? ' with another body' : ' without a body',
    ].join('')
  }

  /** An object of the kit that is gone, although no call deleted it: the other deletions of its team. */
  function describeLoss({ run, exchange }: RunCall, { expected }: Finding): string | undefined {
    const id = idOf(exchange)
    const isMade = id !== undefined && run.record.given.some((line) => line.includes(id))
    if (expected !== acceptanceExpected || exchange.response.status !== 404 || !isMade) return undefined
    const before = callsBefore(exchange, calls)
    if (isDeletedBy(exchange, before)) return undefined
    const refused = describeRefusedDeletion({ run, exchange }, before)
    if (refused) return refused
    const team = (one: Exchange) => teams.get(credentialOf(one) ?? '') ?? credentialOf(one)
    const isSuspect = ({ exchange: one }: RunCall) =>
      one.started >= run.record.started && isDeletion(one) && team(one) === team(exchange)
    const isSameKind = ({ exchange: one }: RunCall) => Number(kindOf(one) === kindOf(exchange))
    const suspects = before
      .filter(isSuspect)
      .reverse()
      .sort((one, other) => isSameKind(other) - isSameKind(one))
    if (suspects.length === 0)
      return 'no call of this run deleted this object, or anything else of its team since it was made'
    const names = suspects
      .slice(0, mostDeletions)
      .map(({ run: { check }, exchange: { request, response }, number }) => {
        const path = request.path.replace(/^.*(?=\/(?:incidents|monitors|services|account)\/)/, '…')
        return `${request.method} ${path} → ${response.status} in ${check.id} step ${number}`
      })
    return `no call deleted this object, but its team had: ${names.join('; ')}: did one of these take more than its own object?`
  }

  /** The refused deletion after which an object of the kit is gone, if nothing shows that it was still there. */
  function describeRefusedDeletion({ run, exchange }: Omit<RunCall, 'number'>, before: RunCall[]): string | undefined {
    const about = before.filter(({ exchange: one }) => idOf(one) === idOf(exchange))
    const later = about.slice(about.findLastIndex(({ exchange: one }) => one.response.status < 300) + 1)
    const last = later.findLast(
      ({ exchange: one }) =>
        one.request.operationId === 'deleteIncident' &&
        (one.response.status !== 404 || credentialOf(one) !== credentialOf(exchange)),
    )
    if (!last) return undefined
    const { status } = last.exchange.response
    const only = new Set(about.map(({ exchange: one }) => one)).size === 1
    const which = only ? 'the only call on it before' : 'the last call before that could have removed it'
    const place = `step ${last.number}${last.run === run ? '' : ` of ${last.run.check.id}`}`
    return `${which} was the ${status < 500 ? 'refused' : 'failed'} DELETE of ${place} (${status}): was it carried out all the same?`
  }

  return runs.map((run) => {
    const findings = run.record.findings.map((finding) => {
      const notes = notesOn(run, finding)
      return notes.length > 0 ? { ...finding, notes } : finding
    })
    return { ...run, record: { ...run.record, findings } }
  })
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** The values at the path of a schema violation, which its text does not contain, since several checks have it. */
function describeSeen({ exchange }: RunCall, { expected, seen }: Finding): string | undefined {
  if (!schemaExpectations.includes(expected)) return undefined
  const [, path] = /^([\w.*]+) must /.exec(seen) ?? []
  const { body } = exchange
  const values = path
    ?.split('.')
    .reduce<unknown[]>(
      (parents, key) =>
        parents.flatMap((parent) => (key === '*' && Array.isArray(parent) ? parent : [valueAt(parent, key)])),
      [body],
    )
  const texts = new Set(values?.map((value) => (value === undefined ? 'absent' : cut(JSON.stringify(value)))))
  if (texts.size === 0) return undefined
  const [shown, more] = [[...texts].slice(0, mostValues), texts.size - mostValues]
  return `${path} is ${shown.join(' or ')}${more > 0 ? ` or ${more} other values` : ''}`
}

/** Whether a call is accepted or refused. */
function isAboutOutcome({ expected }: Finding): boolean {
  return expected === acceptanceExpected || expected.startsWith('the call is refused')
}

/** One was accepted, the other refused. */
function isOpposite(one: Exchange, other: Exchange): boolean {
  const [first, second] = [one.response.status, other.response.status]
  return first < 300 ? second >= 400 : first >= 400 && first < 500 && second < 300
}

function hasFinding({ run, number }: RunCall): boolean {
  return run.record.findings.some(({ step }) => step === number - 1)
}

/** The id in the path of a request, as it was given. */
function idOf({ request }: Exchange): string | undefined {
  const [, id] = /\/(?:incidents|monitors|services)\/([^/?]+)/.exec(request.path) ?? []
  // Some checks send ids that are no valid escape.
  return id && decodeEscapes(id)
}

/** The kind of object that a request is about. */
function kindOf({ request }: Exchange): string | undefined {
  return /\/(incidents|monitors|services)\//.exec(request.path)?.[1]
}

function isDeletion({ request, response }: Exchange): boolean {
  return response.status < 300 && (request.method === 'DELETE' || request.operationId === 'scheduleAccountDeletion')
}

/** Whether one of the calls deleted the object of an exchange by its own id. */
function isDeletedBy(exchange: Exchange, calls: RunCall[]): boolean {
  return calls.some(
    ({ exchange: one }) =>
      one.request.operationId === 'deleteIncident' && one.response.status < 300 && idOf(one) === idOf(exchange),
  )
}

/** The calls that started before another. Times are too coarse: two calls may start in one millisecond. */
function callsBefore(exchange: Exchange, calls: RunCall[]): RunCall[] {
  return calls.slice(
    0,
    calls.findIndex(({ exchange: one }) => one === exchange),
  )
}

/** Whether a call between two others changed their object. */
function isChangedBetween(first: Exchange, last: Exchange, calls: RunCall[]): boolean {
  return callsBefore(last, calls)
    .slice(callsBefore(first, calls).length + 1)
    .some(
      ({ exchange: one }) =>
        one.request.method !== 'GET' &&
        one.response.status < 300 &&
        (idOf(one) ?? one.request.path) === (idOf(last) ?? last.request.path),
    )
}

/** The line about the object of a call. */
function subjectOf({ run, exchange }: RunCall): string | undefined {
  const id = idOf(exchange)
  const line = id === undefined ? undefined : run.record.given.find((line) => line.includes(id))
  return line && cut(line)
}

/** The line about the caller, without its credentials. */
function callerOf({ run, exchange }: RunCall): string | undefined {
  const headers = Object.values(exchange.request.headers)
  const isOf = (line: string) => {
    const [, token] = / \(([^\s,()]+)/.exec(line) ?? []
    return token !== undefined && token.length > 8 && headers.some((value) => value.includes(token))
  }
  return run.record.given.find(isOf)?.replace(/^[^:]*: | \(.*$/g, '')
}

/** The field of the body that a finding is about. */
function fieldOf({ expected, seen }: Finding): string | undefined {
  const text = expected.startsWith('the ') ? seen : expected
  return /^([a-z]\w*(?:\.\w+)*) (?:must|is|keeps) /i.exec(text)?.[1]
}

function valueAt(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[key]
}
