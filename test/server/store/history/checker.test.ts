/** The history checker accepts a valid history and reports impossible ones. */
import { expect, it } from 'vitest'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, scheduled } from '../../../../server/store/suite/sample-data.ts'
import { findViolations } from './checker.ts'
import type { Operation, Request } from './recorder.ts'

const [now, later] = ['2025-06-15T12:00:00.000Z', '2025-07-15T12:00:00.000Z']
const [ann, annsTeam] = account('ann')
const [bob, bobsTeam] = account('bob')
const [sam, samsTeam] = account('sam', scheduled(now))
const [eve, evesTeam] = account('eve')
const [shop, teamId] = [['cart', 'till'], annsTeam.id]
const open = (id: string) => incident({ id, teamId })
const solved = { status: 'resolved', cause: 'rust', resolvedAt: now } as const
const [taken, over, absent] = [
  '409 EMAIL_ALREADY_REGISTERED',
  '409 INCIDENT_ALREADY_RESOLVED',
  '404 INCIDENT_NOT_FOUND',
]
const [again, unknown] = ['409 DELETION_ALREADY_REQUESTED', '503 OUTCOME_UNKNOWN']

/** An operation that takes five moments. */
function operation(began: number, request: Request, statusLine: string, body: object = {}): Operation {
  const outcome = statusLine.startsWith('2') ? 'ok' : statusLine.startsWith('4') ? 'fail' : 'info'
  return { request, began, ended: began + 5, outcome, statusLine, body: outcome === 'ok' ? body : {} }
}
const resolve = (at: number, id: string, statusLine: string, cause = 'rust', stored = cause) =>
  operation(at, { kind: 'resolve', incident: id, cause }, statusLine, { incident: { ...solved, cause: stored } })
const remove = (at: number, id: string, statusLine: string) =>
  operation(at, { kind: 'remove', incident: id }, statusLine)
const reset = (at: number, id: string, before: string, deletedCount?: number) => {
  const of = id === 'shop' ? 'services' : 'monitors'
  return operation(at, { kind: 'reset', of, id, before }, deletedCount === undefined ? unknown : '200', {
    deletedCount,
  })
}
const signUp = (at: number, statusLine: string, email = 'Eve@Example.com') =>
  operation(at, { kind: 'signup', email }, statusLine, { user: { id: eve.id, teamId: evesTeam.id } })
const leave = (at: number, user: string, statusLine: string) =>
  operation(at, { kind: 'leave', user }, statusLine, { deletionRequestedAt: now, deletionScheduledAt: later })

const start: Data = {
  ...emptyData(),
  teams: [annsTeam, bobsTeam, samsTeam],
  users: [ann, bob, sam],
  services: [{ id: 'shop', teamId, monitorIds: shop }],
  monitors: shop.map((id) => ({ id, teamId })),
  incidents: ['a', 'b', 'c', 'd'].map(open),
  dailyStats: shop.flatMap((monitorId) => ['01', '02', '03'].map((day) => ({ monitorId, date: `2025-01-${day}` }))),
}

/** Each kind of operation succeeds, is rejected, and stays unknown. */
function validHistory() {
  const operations = [
    ...[resolve(10, 'a', '200'), resolve(11, 'a', over), resolve(12, 'a', unknown, 'dust')],
    ...[remove(20, 'b', '204'), resolve(30, 'b', absent), remove(31, 'b', absent)],
    ...[resolve(10, 'c', 'socket hang up', 'dust'), remove(12, 'd', unknown), remove(80, 'd', 'ECONNRESET')],
    ...[reset(10, 'shop', '2025-01-02', 2), reset(12, 'cart', '2025-01-03'), reset(12, 'till', '2025-01-03', 1)],
    ...[signUp(10, '201'), signUp(12, taken, 'eve@example.com'), signUp(90, unknown)],
    ...[leave(10, 'ann', '200'), leave(12, 'ann', again), leave(30, 'bob', unknown)],
  ]
  const end: Data = {
    ...structuredClone(start),
    users: [{ ...ann, deletionRequestedAt: now, deletionScheduledAt: later }, { ...bob }, { ...eve }],
    teams: [annsTeam, bobsTeam, evesTeam],
    incidents: [{ ...open('a'), ...solved }, { ...open('c'), ...solved, cause: 'dust' }, open('d')],
    dailyStats: shop.map((monitorId) => ({ monitorId, date: '2025-01-03' })),
  }
  return { operations, start, end, now }
}

it('a valid history has no violation', () => {
  expect(findViolations(validHistory())).toEqual([])
})

/** Further operations, or a change of the final records. */
type Change = Operation[] | ((end: Data) => unknown)
const changed = (list: 'incidents' | 'users', i: number, fields: object) => (end: Data) =>
  Object.assign(end[list][i] ?? {}, fields)

it.each<[what: string, violation: RegExp, ...Change[]]>([
  ['two resolves', /^incident a/, [resolve(14, 'a', '200')]],
  ['a stored time of no response', /^incident a/, changed('incidents', 0, { resolvedAt: later })],
  ['a partial resolve', /^incident c/, changed('incidents', 1, { resolvedAt: null })],
  ['a resolve without a request', /^incident d/, changed('incidents', 2, solved)],
  [
    'a response with the cause of another',
    /^incident d/,
    [resolve(9, 'd', '200', 'x', 'rust')],
    changed('incidents', 2, solved),
  ],
  ['a refusal before the resolve', /^incident d/, [resolve(10, 'd', over)]],
  [
    'a resolve after its refusal',
    /^incident d/,
    [resolve(20, 'd', over), resolve(30, 'd', '200')],
    changed('incidents', 2, solved),
  ],
  ['a lost deletion', /^incident b/, (end) => end.incidents.push(open('b'))],
  ['an incident after its deletion', /^incident b/, [resolve(40, 'b', over)]],
  ['a deletion without a request', /^incident a/, (end) => end.incidents.shift()],
  ['an absence before the deletion', /^incident a/, [resolve(10, 'a', absent)]],
  ['a new incident', /^incident x/, (end) => end.incidents.push(open('x'))],
  ['a lost sign-up', /^e-mail eve/, (end) => end.users.pop() && end.teams.pop()],
  [
    'an address with two accounts',
    /^e-mail eve/,
    (end) => end.users.push({ ...eve, id: 'eve2', email: 'EVE@example.com' }),
  ],
  ['an account without a request', /^e-mail x/, (end) => end.users.push({ ...eve, id: 'x', email: 'x@example.com' })],
  ['a sign-up after its refusal', /^e-mail eve/, [signUp(1, taken)]],
  ['a user without a team', /^eve is in no team/, (end) => end.teams.pop()],
  ['a team without users', /^team x has no members/, (end) => end.teams.push({ ...samsTeam, id: 'x' })],
  ['a lost user', /^user bob/, (end) => end.users.splice(1, 1) && end.teams.splice(1, 1)],
  ['two scheduled deletions', /^user ann/, [leave(14, 'ann', '200')]],
  ['another grace period', /^user bob/, changed('users', 1, { deletionRequestedAt: now, deletionScheduledAt: now })],
  ['a refusal before the schedule', /^user bob/, [leave(10, 'bob', again)]],
  ['a user that is due', /^sam is due/, (end) => end.users.push(sam) && end.teams.push(samsTeam)],
  [
    'attempts of a deleted user',
    /^the deleted sam/,
    (end) => end.attempts.push({ key: sam.email, count: 1, resetsAt: now }),
  ],
  ['statistics of no monitor', /^the deleted monitor till/, (end) => end.monitors.pop()],
  ['more deleted rows than there were', /^6 deleted rows of shop/, [reset(30, 'till', '2025-01-03', 3)]],
  [
    'a lost reset',
    /^the row of till 2025-01-02 is stored/,
    (end) => end.dailyStats.push({ monitorId: 'till', date: '2025-01-02' }),
  ],
  ['a reset without a request', /^the row of till 2025-01-03 was deleted/, (end) => end.dailyStats.pop()],
  ['an error of the server', /^\{"kind":"remove","incident":"d"\}/, [remove(100, 'd', '500 INTERNAL_ERROR')]],
])('%s is reported', (_, violation, ...changes) => {
  const history = validHistory()
  for (const change of changes) {
    if (typeof change === 'function') change(history.end)
    else history.operations.push(...change)
  }
  expect(findViolations(history)).toContainEqual(expect.stringMatching(violation))
})

it('rows that are deleted without acknowledgement are reported', () => {
  const history = validHistory()
  history.operations = history.operations.filter(({ request, outcome }) => request.kind !== 'reset' || outcome === 'ok')
  history.operations.push(reset(30, 'cart', '2025-01-03', 0))
  expect(findViolations(history)).toEqual(['3 deleted rows of shop were acknowledged, but 4 are deleted'])
})
