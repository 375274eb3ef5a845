/** Document 3.1, 4.3 and 4.4: resolving and deleting incidents. */

import { formatValue, parseTime } from '../assess/matchers.ts'
import { statusAndCode, summarizeResponse } from '../assess/response.ts'
import { expectStored } from '../assess/stored-fields.ts'
import type { Call, Incident as IncidentBody } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import {
  type Action,
  expectAcceptance,
  expectRefusal,
  expectText,
  type JudgeTools,
  type Proposer,
  type Reason,
  type RequestKind,
} from './action.ts'
import { type Incident, type Model, teamOf } from './model.ts'
import { proposeCaller, roleOf, withSession } from './propose-caller.ts'
import { isPlain, loneSurrogate, textNames, textOf } from './values.ts'

const noBodies = ['no body', 'no body', 'an empty object']
const wrongBodies = ['cause is a number', 'cause is a list']
const bodies: Record<string, unknown> = {
  'an empty object': {},
  'cause is a number': { cause: 7 },
  'cause is a list': { cause: ['text'] },
}

function reasonsOf(
  model: Model,
  { by, of = '', value = '', more }: Action,
  { state, team }: Incident,
  isContested: boolean,
): Reason[] {
  const isResolve = value !== 'delete'
  if (by === 'anonymous') {
    return [{ condition: 'unauthenticated', cites: [isResolve ? '4.3e' : '4.4e'] }, ...bodyReasons(value)]
  }
  const reasons: Reason[] = []
  const { canWrite, cameWithToken, older = [] } = model.accounts[by] ?? {}
  if (canWrite === false) {
    const basis = cameWithToken && older.length > 0 && more?.session === undefined ? 'implied' : 'documented'
    reasons.push({ condition: 'missing write scope', cites: [isResolve ? '4.3b' : '4.4b'], basis })
  }
  const notFound: Reason = { condition: 'incident not found', cites: [isResolve ? '4.3f' : '4.4f'] }
  if (teamOf(model, by) !== team) reasons.push({ ...notFound, basis: 'sound' })
  else if (state === 'deleted') {
    // The document leaves open how soon a deletion shows.
    const isOpen = isContested && !model.deletesAtOnce
    reasons.push({ ...notFound, ...(isOpen && { basis: 'implied' as const }) })
  } else if (isResolve && state === 'resolved') {
    reasons.push({ condition: 'incident already resolved', cites: ['3.1d', '4.3c'] })
  } else if (!isResolve && model.incidents[of]?.type === 'auto') {
    reasons.push({ condition: 'incident is auto', cites: ['4.4c'] })
  }
  reasons.push(...bodyReasons(value))
  const mayLackScope = canWrite === undefined && reasons.length > 0
  if (mayLackScope) reasons.push({ condition: 'missing write scope', cites: [], basis: 'profile' })
  return reasons
}

function bodyReasons(value: string): Reason[] {
  if (wrongBodies.includes(value)) return [{ condition: 'invalid body', cites: ['4.3d'], basis: 'implied' }]
  return value === loneSurrogate ? [{ condition: 'invalid body', cites: ['4.3d'], basis: 'profile' }] : []
}

function features(model: Model, action: Action): string[] {
  const { by, of = '', value = '', more } = action
  const incident = model.incidents[of] as Incident
  const { type, state, serviceId, monitor, wish = 'usual', last } = incident
  const siblings = Object.values(model.incidents).filter(
    (one) =>
      one !== incident &&
      one.state !== 'deleted' &&
      (monitor ? one.monitor === monitor : serviceId && one.serviceId === serviceId),
  )
  const isRefused = reasonsOf(model, action, incident, false).length > 0
  return [
    `by ${roleOf(by)}`,
    `${type} ${state}`,
    wish,
    `${serviceId ? 'displayed' : 'plain'}${monitor ? ' of a monitor' : ''}`,
    `beside ${siblings.map(({ type, state }) => `${type} ${state}`).sort()[0] ?? 'none'}`,
    `last ${last}`,
    `value ${isRefused && !wrongBodies.includes(value) ? value === 'delete' || noBodies.includes(value) : value}`,
    isRefused ? 'refused' : 'accepted',
    more?.session ?? 'newest session',
  ]
}

function propose(kind: string, proposer: Proposer, value: () => string): Action | undefined {
  const { model, random } = proposer
  const all = Object.values(model.incidents)
  const open = all.filter(({ state }) => state === 'open')
  const left = random.chance(0.1) ? all : all.filter(({ state }) => state !== 'deleted')
  const incident = random.pickRecent(open.length > 0 && random.chance(0.5) ? open : left)
  if (!incident) return undefined
  const action = { kind, by: proposeCaller(proposer, incident.team), of: incident.name, value: value() }
  return withSession(proposer, action)
}

/** Whether the document says that this caller may write. */
function basisOf(model: Model, { by, more }: Action): 'documented' | 'profile' | 'open' {
  const { canWrite, deletion, team, mayBeLoggedOut } = model.accounts[by] ?? {}
  if (mayBeLoggedOut || more?.session) return 'open'
  if (canWrite === true && !deletion) return 'documented'
  return canWrite === true || team === 'writer' ? 'profile' : 'open'
}

function learn(model: Model, { by }: Action, incident: Incident, isAccepted: boolean, what: string): void {
  const caller = model.accounts[by]
  if (isAccepted && caller && caller.canWrite === undefined && caller.team === incident.team) caller.canWrite = true
  incident.last = `${what} ${isAccepted ? 'accepted' : 'refused'}${isAccepted ? ` by ${roleOf(by)}` : ''}`
}

export const resolveKind: RequestKind = {
  area: 'incidents',
  propose: (proposer) => {
    const { random } = proposer
    return propose('resolve', proposer, () =>
      random.chance(0.35)
        ? random.pick(noBodies)
        : random.chance(0.05)
          ? random.pick(wrongBodies)
          : random.pick(textNames),
    )
  },
  features,
  send(caller, model, { of = '', value = 'no body' }) {
    const { id } = model.incidents[of] as Incident
    if (value === 'no body') return caller.resolve(id)
    return caller.resolve(id, bodies[value] ?? { cause: textOf(value, of) })
  },
  async judge(model, action, call, tools) {
    const { of = '', value = '' } = action
    const incident = model.incidents[of] as Incident
    const reasons = reasonsOf(model, action, incident, tools.isContested)
    const sent = textNames.includes(value) ? textOf(value, of) : undefined
    const isOdd = sent !== undefined && !isPlain(value)
    tools.cite('3.1a', '4.3a')
    if (incident.state === 'unknown') await tools.expect(call).answered()
    else if (reasons.length > 0) await expectRefusal(call, reasons, tools)
    else {
      const basis = basisOf(model, action)
      const body = await expectAcceptance(
        call as Call<{ incident: IncidentBody }>,
        isOdd && basis === 'documented' ? 'implied' : basis,
        tools,
      )
      if (body) judgeResolved(model, incident, body.incident, sent, isOdd, tools)
    }
    const isAccepted = (await call).response.status < 300
    if (!isAccepted && isPlainRefusal(model, action, reasons)) judgeStillThere(model, incident, await call, tools)
    if (isAccepted) incident.state = 'resolved'
    // A text that names the incident is no other's.
    if (sent?.includes(of)) model.causes.push(sent)
    learn(model, action, incident, isAccepted, sent === undefined ? 'resolve' : 'resolve with cause')
  },
}

/** The state of the incident is the only reason, whatever the caller may do. */
function isPlainRefusal(model: Model, { by, of = '', more }: Action, reasons: Reason[]): boolean {
  const { canWrite, deletion, mayBeLoggedOut, team } = model.accounts[by] ?? {}
  const isOwn = team === model.incidents[of]?.team
  return isOwn && canWrite === true && !deletion && !mayBeLoggedOut && !more?.session && reasons.length === 1
}

/** A resolved incident to which the target answers as to a missing one is gone, if it tells the two apart. */
function judgeStillThere(model: Model, { state }: Incident, exchange: Exchange, tools: JudgeTools): void {
  if (tools.isContested || (state !== 'resolved' && state !== 'deleted')) return
  const { answers } = model
  const answer = statusAndCode(exchange)
  answers[state === 'resolved' ? 'resolved' : 'missing'] ??= answer
  if (state === 'deleted' || answers.missing === undefined || answers.missing === answers.resolved) return
  const isFound = answer !== answers.missing
  tools.expect.sound(isFound, 'whether the resolved incident is still found', summarizeResponse(exchange)).toBe(true)
}

function judgeResolved(
  model: Model,
  { id, team, type, serviceId, cause, stored = {} }: Incident,
  body: IncidentBody,
  sent: string | undefined,
  isOdd: boolean,
  tools: JudgeTools,
): void {
  const { expect, cite } = tools
  expect(body, 'incident').toMatch({ id, status: 'resolved' })
  cite('2.2b')
  if (type === 'auto') expect(body.type, 'the type of an auto incident').toBe('auto')
  else expect(body.type, 'the type of a manual incident').toDifferFrom('auto')
  cite('2.2a')
  const teamId = Object.values(model.accounts).find((account) => account.team === team)?.teamId
  if (teamId !== undefined) expect(body.teamId, 'incident.teamId').toBe(teamId)
  cite('2.2d')
  if (serviceId !== undefined && 'serviceId' in body) expect(body.serviceId, 'incident.serviceId').toBe(serviceId)
  if (serviceId !== undefined) expect.profile(body.serviceId, 'incident.serviceId').toBe(serviceId)
  cite('3.1b', '2.2c')
  expect.sound(body.resolvedAt, 'incident.resolvedAt').toBeRecent()
  const lasted = parseTime(body.resolvedAt ?? '') - parseTime(body.startedAt)
  expect.implied(lasted, 'the time from startedAt to resolvedAt, in milliseconds,').toBeAtLeast(-60_000)
  cite('2.2c', '3.1a')
  expectStored(body, stored, expect)
  cite('3.1c')
  if (sent !== undefined) expectText(body.cause, 'incident.cause', sent, !isOdd, tools)
  else {
    const isOwn = !model.causes.includes(body.cause ?? '')
    expect.sound(isOwn, 'whether incident.cause is not that of another request', formatValue(body.cause)).toBe(true)
    // A PUT may replace the cause by none.
    const claim = body.cause ? expect.sound : expect.profile
    if (cause !== undefined) claim(body.cause, 'incident.cause').toBe(cause)
  }
}

export const deleteKind: RequestKind = {
  area: 'incidents',
  propose: (proposer) => propose('delete', proposer, () => 'delete'),
  features,
  send: (caller, model, { of = '' }) => caller.deleteIncident((model.incidents[of] as Incident).id),
  async judge(model, action, call, tools) {
    const incident = model.incidents[action.of ?? ''] as Incident
    const reasons = reasonsOf(model, action, incident, tools.isContested)
    tools.cite('4.4a', '4.4d')
    if (incident.state === 'unknown') await tools.expect(call).answered()
    else if (reasons.length > 0) await expectRefusal(call, reasons, tools)
    // The document leaves open whether a resolved incident can be deleted.
    else await expectAcceptance(call, incident.state === 'open' ? basisOf(model, action) : 'open', tools)
    const isAccepted = (await call).response.status < 300
    if (isAccepted) Object.assign(incident, { state: 'deleted', wasResolved: incident.state !== 'open' })
    learn(model, action, incident, isAccepted, 'delete')
  },
}
