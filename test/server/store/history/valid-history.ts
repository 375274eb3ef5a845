/** A valid history written by hand, and its parts. */
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, scheduled } from '../../../../server/store/suite/sample-data.ts'
import type { History } from './checker.ts'
import type { Operation, Request } from './recorder.ts'

export const now = '2025-06-15T12:00:00.000Z'
export const later = '2025-07-15T12:00:00.000Z'
export const [ann, annsTeam] = account('ann')
export const [bob, bobsTeam] = account('bob')
export const [sam, samsTeam] = account('sam', scheduled(now))
export const start: Data = {
  ...emptyData(),
  teams: [annsTeam, bobsTeam, samsTeam],
  users: [ann, bob, sam],
  services: [{ id: 'shop', teamId: annsTeam.id, monitorIds: ['cart', 'till'] }],
  monitors: ['cart', 'till'].map((id) => ({ id, teamId: annsTeam.id })),
  incidents: ['a', 'b', 'c', 'd'].map((id) => incident({ id, teamId: annsTeam.id })),
  dailyStats: ['cart', 'till'].flatMap((monitorId) =>
    ['2025-01-01', '2025-01-02', '2025-01-03'].map((date) => ({ monitorId, date })),
  ),
}
export const [eve, evesTeam] = account('eve')
export const solved = { status: 'resolved', cause: 'rust', resolvedAt: now } as const

export function operation(at: number, request: Request, statusLine: string, body: object = {}): Operation {
  const outcome = statusLine.startsWith('2') ? 'ok' : statusLine.startsWith('4') ? 'fail' : 'info'
  return { request, began: at, ended: at + 5, outcome, statusLine, body }
}
export const resolve = (at: number, id: string, statusLine: string, cause = 'rust') =>
  operation(
    at,
    { kind: 'resolve', incident: id, cause },
    statusLine,
    statusLine === '200' ? { incident: { ...solved, cause } } : {},
  )
export const remove = (at: number, id: string, statusLine: string) =>
  operation(at, { kind: 'remove', incident: id }, statusLine)
export const reset = (at: number, id: 'shop' | 'cart' | 'till', before: string | undefined, deletedCount?: number) => {
  const statusLine = deletedCount === undefined ? unknown : '200'
  return operation(at, { kind: 'reset', of: id === 'shop' ? 'services' : 'monitors', id, before }, statusLine, {
    deletedCount,
  })
}
export const signUp = (at: number, statusLine: string, email = 'Eve@Example.com') =>
  operation(
    at,
    { kind: 'signup', email },
    statusLine,
    statusLine === '201' ? { user: { id: eve.id, teamId: evesTeam.id } } : {},
  )
export const leave = (at: number, user: string, statusLine: string) => {
  const body = statusLine === '200' ? { deletionRequestedAt: now, deletionScheduledAt: later } : {}
  return operation(at, { kind: 'leave', user }, statusLine, body)
}
export const taken = '409 EMAIL_ALREADY_REGISTERED'
export const over = '409 INCIDENT_ALREADY_RESOLVED'
export const absent = '404 INCIDENT_NOT_FOUND'
export const unknown = '503 OUTCOME_UNKNOWN'

/** Each kind of operation succeeds, is rejected, and stays unknown. */
export function validHistory(): History & { end: Data } {
  const end = structuredClone(start)
  end.users = [{ ...ann, deletionRequestedAt: now, deletionScheduledAt: later }, bob, eve]
  end.teams = [annsTeam, bobsTeam, evesTeam]
  end.incidents = [
    { ...incident({ id: 'a', teamId: annsTeam.id }), ...solved },
    { ...incident({ id: 'c', teamId: annsTeam.id }), ...solved, cause: 'dust' },
    incident({ id: 'd', teamId: annsTeam.id }),
  ]
  end.dailyStats = [
    { monitorId: 'cart', date: '2025-01-03' },
    { monitorId: 'till', date: '2025-01-03' },
  ]
  const operations = [
    ...[resolve(10, 'a', '200'), resolve(11, 'a', over), resolve(12, 'a', unknown, 'dust')],
    ...[remove(20, 'b', '204'), resolve(30, 'b', absent), remove(31, 'b', absent)],
    ...[resolve(10, 'c', 'socket hang up', 'dust'), remove(12, 'd', unknown), remove(80, 'd', 'ECONNRESET')],
    ...[reset(10, 'shop', '2025-01-02', 2), reset(12, 'cart', '2025-01-03'), reset(12, 'till', '2025-01-03', 1)],
    ...[signUp(10, '201'), signUp(12, taken, 'eve@example.com'), signUp(90, unknown)],
    ...[leave(10, 'ann', '200'), leave(12, 'ann', '409 DELETION_ALREADY_REQUESTED'), leave(30, 'bob', unknown)],
  ]
  return { operations, start, end: structuredClone(end), now }
}
