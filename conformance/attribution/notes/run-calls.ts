/** The calls of a run, in which the notes on findings look for others that narrow down the cause. */
import { unescape as decodeEscapes } from 'node:querystring'
import type { Finding } from '../../assess/record.ts'
import { acceptanceExpected } from '../../assess/response.ts'
import { findCredentials, type Transport } from '../../client/credentials.ts'
import type { Exchange } from '../../client/http.ts'
import type { CheckRun } from '../../dsl/check-run.ts'

export interface RunCall {
  run: CheckRun
  exchange: Exchange
  /** The number of the step. */
  number: number
}

export interface RunCalls {
  /** In the order in which they started. */
  all: RunCall[]
  /** The other calls of the same operation. */
  ofOperation(call: RunCall): RunCall[]
  /** The calls on the object of another that were accepted before it. */
  acceptedOn(call: RunCall): RunCall[]
  /** The calls that started before another. Times are too coarse: two calls may start in one millisecond. */
  before(exchange: Exchange): RunCall[]
  credentialOf(exchange: Exchange): string | undefined
  /** The team of the caller if a fixture tells it, else its credential. */
  teamOf(exchange: Exchange): string | undefined
  /** Follows the mention of several steps, unless they share connections. */
  connections: string
}

/** A note about a finding and the call that showed it; undefined if there is nothing to say. */
export type Note = (call: RunCall, finding: Finding, calls: RunCalls) => string | undefined

export function createRunCalls(
  runs: readonly CheckRun[],
  { auth, keepAlive }: { auth: Transport; keepAlive: boolean },
): RunCalls {
  const all = runs
    .flatMap((run) => run.record.steps.map((exchange, index): RunCall => ({ run, exchange, number: index + 1 })))
    .sort((one, other) => one.exchange.started.getTime() - other.exchange.started.getTime())
  const teams = new Map(runs.flatMap(({ record }) => [...record.teams]))
  /** Built once, since each finding asks for those of many calls. */
  const onObjects = new Map<string, RunCall[]>()
  for (const call of all) {
    const id = idOf(call.exchange)
    if (id !== undefined) onObjects.set(id, [...(onObjects.get(id) ?? []), call])
  }
  const credentialOf = ({ request }: Exchange) => findCredentials(auth, request.headers)[0]?.[1]
  return {
    all,
    ofOperation: ({ exchange }) =>
      all.filter((one) => one.exchange !== exchange && operationOf(one) === exchange.request.operationId),
    acceptedOn({ exchange }) {
      const same = onObjects.get(idOf(exchange) ?? '') ?? []
      return same
        .slice(
          0,
          same.findIndex((one) => one.exchange === exchange),
        )
        .filter((one) => isAccepted(one.exchange))
    },
    before: (exchange) =>
      all.slice(
        0,
        all.findIndex((one) => one.exchange === exchange),
      ),
    credentialOf,
    teamOf: (exchange) => teams.get(credentialOf(exchange) ?? '') ?? credentialOf(exchange),
    connections: keepAlive ? '' : ', each on a connection of its own',
  }
}

const longestValue = 80

export function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

export function operationOf({ exchange }: RunCall): string | undefined {
  return exchange.request.operationId
}

export function isAccepted({ response }: Exchange): boolean {
  return response.status < 300
}

/** Whether a call is accepted or refused. */
export function isAboutOutcome({ expected }: Finding): boolean {
  return expected === acceptanceExpected || expected.startsWith('the call is refused')
}

export function hasFinding({ run, number }: RunCall): boolean {
  return run.record.findings.some(({ step }) => step === number - 1)
}

/** The id in the path of a request, as it was given. */
export function idOf({ request }: Exchange): string | undefined {
  const [, id] = /\/(?:incidents|monitors|services)\/([^/?]+)/.exec(request.path) ?? []
  // Some checks send ids that are no valid escape.
  return id && decodeEscapes(id)
}

/** The names of the fields that the body of a request has. */
export function bodyFieldsOf({ request: { body = '' } }: Exchange): string[] {
  return [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '')
}

/** Whether one of the calls deleted the object of an exchange by its own id. */
export function isDeletedBy(exchange: Exchange, calls: RunCall[]): boolean {
  return calls.some(
    (one) => operationOf(one) === 'deleteIncident' && isAccepted(one.exchange) && idOf(one.exchange) === idOf(exchange),
  )
}

/** The line about the object of a call. */
export function subjectOf({ run, exchange }: RunCall): string | undefined {
  const id = idOf(exchange)
  return id === undefined ? undefined : run.record.given.find((line) => line.includes(id))
}

/** The field of the body that a finding is about. */
export function fieldOf({ expected, seen }: Finding): string | undefined {
  const text = expected.startsWith('the ') ? seen : expected
  const [, parent, missing] = /^(?:([a-z]\w*(?:\.\w+)*) )?must have required property '(\w+)'/i.exec(text) ?? []
  if (missing) return parent ? `${parent}.${missing}` : missing
  return /^([a-z]\w*(?:\.\w+)*) (?:must|is|keeps) /i.exec(text)?.[1]
}

export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value)
}
