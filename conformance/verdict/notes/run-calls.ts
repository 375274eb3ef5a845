/** The calls of a run, in which the notes on findings look for others that narrow down the cause. */

import { unescape as decodeEscapes } from 'node:querystring'
import type { OperationId } from '@monitoring-service/contract'
import type { CheckRun } from '../../checks/support/check-run.ts'
import { findCredentials, type Transport } from '../../client/credentials.ts'
import type { Exchange } from '../../client/http.ts'
import { valueAt } from '../matchers.ts'
import type { CheckRecord, Finding, KnownUser } from '../record.ts'
import { acceptanceExpected } from '../response.ts'
import { textIn } from './fields.ts'

export interface RunCall {
  run: CheckRun
  exchange: Exchange
  /** The number of the step. */
  number: number
}

export interface RunCalls {
  /** In the order in which they started. */
  all: RunCall[]
  /** The same with those in explored sequences, whose steps are in no report. */
  every: RunCall[]
  /** The other calls of the same operation. */
  ofOperation(call: RunCall): RunCall[]
  /** The calls in explored sequences. */
  exploredOf(call: RunCall): RunCall[]
  /** The calls on its object, or on another one, that were accepted before it. */
  acceptedOn(call: RunCall, object?: string): RunCall[]
  /** The calls that started before another. Times are too coarse: two calls may start in one millisecond. */
  before(exchange: Exchange): RunCall[]
  credentialOf(exchange: Exchange): string | undefined
  isSameCaller(one: Exchange, other: Exchange): boolean
  /** The caller, as far as a fixture or a log-in shows it. */
  userOf(exchange: Exchange): KnownUser | undefined
  /** The team of the caller if it is known, else its credential. */
  teamOf(exchange: Exchange): string | undefined
  /** Whether its caller, or the user of its e-mail, had asked for the deletion of the account before. */
  hasLeft(exchange: Exchange): boolean
  /** The same for a log-in of that user. */
  hasLoggedIn(exchange: Exchange): boolean
  /** Whether its token was issued since the request for the deletion: by a log-in, or by a hook that requested that, too. */
  hasNewToken(exchange: Exchange): boolean
  /** Whether its caller's team is one of those that the fixtures keep on the free plan. */
  isOnFreePlan(exchange: Exchange): boolean
  /** The number of users that signed up and got this team. */
  newcomersOf(teamId: string | undefined): number
  rows: CheckRecord['rows']
  links: CheckRecord['links']
  /** The teams of objects, by kind and id. */
  objectTeams: Map<string, string>
  /** The accepted calls of the same check before, on other objects of the team. */
  besides(call: RunCall): RunCall[]
  /** The results of `propertiesOf`. */
  properties: Map<Exchange, string[]>
  /** The results of `describeSeparation`. */
  separations: Map<Finding, string | undefined>
  /** Follows the mention of several steps, unless they share connections. */
  connections: string
}

/** A note about a finding and the call that showed it; undefined if there is nothing to say. */
export type Note = (call: RunCall, finding: Finding, calls: RunCalls) => string | undefined

/** @param explored the sequences that were explored. */
export function createRunCalls(
  runs: readonly CheckRun[],
  explored: readonly CheckRun[],
  { auth, keepAlive }: { auth: Transport; keepAlive: boolean },
): RunCalls {
  const callsOf = (runs: readonly CheckRun[]) =>
    runs.flatMap((run) => run.record.steps.map((exchange, index): RunCall => ({ run, exchange, number: index + 1 })))
  const inOrder = (calls: RunCall[]) =>
    calls.sort((one, other) => one.exchange.started.getTime() - other.exchange.started.getTime())
  const all = inOrder(callsOf(runs))
  const shown = new Set(all.map(({ exchange }) => exchange))
  const unnamed = callsOf(explored).filter(({ exchange }) => !shown.has(exchange))
  const every = inOrder([...all, ...unnamed])
  const records = [...runs, ...explored].map(({ record }) => record)
  const users = new Map(records.flatMap(({ users }) => [...users]))
  const newcomers = new Map<string, Set<string>>()
  for (const { exchange } of every) addSession(users, newcomers, exchange)
  const isFree = ({ traits }: KnownUser) => traits.includes('the freeCaller')
  const freeTeams = new Set([...users.values()].flatMap((user) => (isFree(user) && user.teamId) || []))
  /** Built once, since each finding asks for those of many calls. */
  const onObjects = new Map<string, RunCall[]>()
  const orders = new Map(every.map(({ exchange }, order) => [exchange, order]))
  const orderOf = (exchange: Exchange) => orders.get(exchange) ?? 0
  const credentials = new Map<Exchange, string | undefined>()
  const credentialOf = (exchange: Exchange) => {
    if (!credentials.has(exchange)) {
      credentials.set(exchange, findCredentials(auth, exchange.request.headers)[0]?.[1])
    }
    return credentials.get(exchange)
  }
  const userOf = (exchange: Exchange) => users.get(credentialOf(exchange) ?? emailIn(exchange) ?? '')
  const teamOf = (exchange: Exchange) => userOf(exchange)?.teamId ?? credentialOf(exchange)
  /** The order of the first accepted call of an operation by a user; that of none is behind all. */
  const firstOf = (operationId: OperationId) => {
    const first = new Map<string, number>()
    for (const { exchange } of every) {
      const { email = '' } = userOf(exchange) ?? {}
      const isMeant = exchange.request.operationId === operationId && isAccepted(exchange)
      if (isMeant && email !== '' && !first.has(email)) first.set(email, orderOf(exchange))
    }
    return (exchange: Exchange) => first.get(userOf(exchange)?.email ?? '') ?? every.length
  }
  const [firstRequest, firstLogIn] = [firstOf('scheduleAccountDeletion'), firstOf('login')]
  /** When each token was issued. */
  const issued = new Map<unknown, number>()
  for (const { exchange } of every) {
    const token = valueAt(exchange.body, 'accessToken')
    if (isAccepted(exchange) && token !== undefined && !issued.has(token)) issued.set(token, orderOf(exchange))
  }
  for (const call of every) {
    const object = objectOf(call.exchange)
    const others = onObjects.get(object ?? '')
    if (others) others.push(call)
    else if (object !== undefined) onObjects.set(object, [call])
  }
  return {
    all,
    every,
    ofOperation: ({ exchange }) =>
      all.filter((one) => one.exchange !== exchange && operationOf(one) === exchange.request.operationId),
    exploredOf: ({ exchange }) => unnamed.filter((one) => operationOf(one) === exchange.request.operationId),
    acceptedOn: ({ exchange }, object = objectOf(exchange)) =>
      (onObjects.get(object ?? '') ?? []).filter(
        (one) => orderOf(one.exchange) < orderOf(exchange) && isAccepted(one.exchange),
      ),
    before: (exchange) => all.filter((one) => orderOf(one.exchange) < orderOf(exchange)),
    credentialOf,
    isSameCaller(one, other) {
      const email = userOf(one)?.email
      return credentialOf(one) === credentialOf(other) || (email !== undefined && email === userOf(other)?.email)
    },
    userOf,
    teamOf,
    hasLeft: (exchange) => firstRequest(exchange) < orderOf(exchange),
    hasLoggedIn: (exchange) => firstLogIn(exchange) < orderOf(exchange),
    hasNewToken: (exchange) =>
      userOf(exchange)?.traits.includes('a user whose deletion is scheduled') ||
      (issued.get(credentialOf(exchange)) ?? -1) > firstRequest(exchange),
    isOnFreePlan: (exchange) => freeTeams.has(userOf(exchange)?.teamId ?? ''),
    newcomersOf: (teamId = '') => newcomers.get(teamId)?.size ?? 0,
    besides: ({ run, exchange, number }) =>
      run.record.steps
        .slice(0, number - 1)
        .map((one, index) => ({ run, exchange: one, number: index + 1 }))
        .filter(
          ({ exchange: one }) =>
            isAccepted(one) &&
            objectOf(one) !== undefined &&
            objectOf(one) !== objectOf(exchange) &&
            teamOf(one) === teamOf(exchange),
        ),
    rows: new Map(records.flatMap(({ rows }) => [...rows])),
    links: new Map(records.flatMap(({ links }) => [...links])),
    objectTeams: new Map(records.flatMap(({ objectTeams }) => [...objectTeams])),
    properties: new Map(),
    separations: new Map(),
    connections: keepAlive ? '' : ', each on a connection of its own',
  }
}

/** A token of a sign-up or log-in belongs to the user with its e-mail. */
function addSession(users: Map<string, KnownUser>, newcomers: Map<string, Set<string>>, exchange: Exchange): void {
  const [token, email, teamId, role] = ['accessToken', 'user.email', 'user.teamId', 'user.role'].map((path) =>
    valueAt(exchange.body, path),
  )
  if (typeof token !== 'string' || typeof email !== 'string') return
  const { traits, password = textIn(exchange, 'password') } = users.get(email) ?? { traits: ['a user with a password'] }
  // The names of roles are free: one that does not contain "owner" shows nothing.
  const isSignUp = exchange.request.operationId === 'signup'
  if (isSignUp && typeof teamId === 'string') {
    newcomers.set(teamId, (newcomers.get(teamId) ?? new Set()).add(email.toLowerCase()))
  }
  const isOwner = isSignUp || /owner/i.test(String(role))
  const shown = isOwner ? [...traits.filter((trait) => !/ owner$/.test(trait)), 'an owner'] : traits
  const user = { email, ...(typeof teamId === 'string' && { teamId }), traits: shown, password }
  for (const name of [token, email]) users.set(name, user)
}

function emailIn({ request: { body = '' } }: Exchange): string | undefined {
  return /"email":"([^"]+)"/.exec(body)?.[1]
}

export function operationOf({ exchange }: RunCall): string | undefined {
  return exchange.request.operationId
}

const operationNames: { [name in OperationId]?: string } = {
  signup: 'sign-up',
  login: 'log-in',
  resolveIncident: 'resolve',
  deleteIncident: 'DELETE',
  scheduleAccountDeletion: 'request for deletion',
  listDeletionRequests: 'listing',
  resetServiceStats: 'reset of a service',
  resetMonitorStats: 'reset of a monitor',
}

/** As in `step 2 of INC-05`; without the check if it is that of another call. */
export function placeOf({ run, number }: RunCall, call: RunCall): string {
  return `step ${number}${run === call.run ? '' : ` of ${run.check.id}`}`
}

export function nameOf({ request }: Exchange): string {
  return operationNames[request.operationId as OperationId] ?? request.operationId ?? request.method
}

/** Whether two requests were on their way at the same time. */
export function isBeside(one: Exchange, other: Exchange): boolean {
  const [begin, otherBegin] = [one.started.getTime(), other.started.getTime()]
  return begin <= otherBegin + other.milliseconds && otherBegin <= begin + one.milliseconds
}

export function isAccepted({ response }: Exchange): boolean {
  return response.status < 300
}

/** One was accepted, the other refused. */
export function isOpposite(one: Exchange, other: Exchange): boolean {
  const [first, second] = [one.response.status, other.response.status]
  return first < 300 ? second >= 400 : first >= 400 && first < 500 && second < 300
}

/** Whether a call is accepted or refused. */
export function isAboutOutcome({ expected }: Finding): boolean {
  return expected === acceptanceExpected || expected.startsWith('the call is refused')
}

export function hasFinding({ run, number }: RunCall): boolean {
  return run.record.findings.some(({ step }) => step === number - 1)
}

/** Whether this expectation of the call held. */
export function isMet({ run, number }: RunCall, expected: string): boolean {
  return run.record.met.get(expected)?.has(number - 1) ?? false
}

/** The object in the path of a request, by its kind and its id as it was given, as in `incidents/1`. */
export function objectOf({ request }: Exchange): string | undefined {
  const [, kind, id] = /\/(incidents|monitors|services)\/([^/?]+)/.exec(request.path) ?? []
  // Some checks send ids that are no valid escape.
  return id && `${kind}/${decodeEscapes(id)}`
}

/** Whether one of the calls deleted the object of an exchange by its own id. */
export function isDeletedBy(exchange: Exchange, calls: RunCall[]): boolean {
  return calls.some(
    (one) =>
      operationOf(one) === 'deleteIncident' &&
      isAccepted(one.exchange) &&
      objectOf(one.exchange) === objectOf(exchange),
  )
}

/** The line about the object of a call, without the ids of others. */
export function subjectOf(call: RunCall): string | undefined {
  return lineOf(call)?.replace(/\bthe (monitor|service) [^\s,)]+/g, 'a $1')
}

/** The state of the object in the line about it, as in `open`. */
export function kindsOf(call: RunCall): string[] {
  const [, kinds] = /\(([^)]*)\)/.exec(subjectOf(call) ?? '') ?? []
  return kinds?.split(', ') ?? []
}

/** The monitor and the service of an incident. */
export function parentsOf(call: RunCall): { monitor?: string | undefined; service?: string | undefined } {
  const [monitor, service] = ['monitor', 'service'].map(
    (kind) => new RegExp(`\\bthe ${kind} ([^\\s,)]+)`).exec(lineOf(call) ?? '')?.[1],
  )
  return { monitor, service }
}

function lineOf({ run, exchange }: RunCall): string | undefined {
  return run.record.objects.get(objectOf(exchange) ?? '')
}
