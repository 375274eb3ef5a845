/** Impossible histories: each changes the valid history and names the violation that the checker must report. */
import type { Data } from '../../../../server/store/records.ts'
import { incident } from '../../../../server/store/suite/sample-data.ts'
import type { Operation } from './recorder.ts'
import {
  absent,
  annsTeam,
  eve,
  later,
  leave,
  now,
  operation,
  over,
  remove,
  reset,
  resolve,
  sam,
  samsTeam,
  signUp,
  solved,
  start,
  taken,
  unknown,
} from './valid-history.ts'

/** Changes one record of the final data. */
const changed = (list: 'incidents' | 'users', i: number, fields: object) => (end: Data) =>
  Object.assign(end[list][i] ?? {}, fields)

type Change = Operation[] | ((end: Data) => unknown)

/** Additional operations, or a change of the final data. */
export const impossibleHistories: [violation: string, ...Change[]][] = [
  ['a was resolved 2 times', [resolve(14, 'a', '200')]],
  ['the resolution of a is not stored as acknowledged', changed('incidents', 0, { cause: 'dust' })],
  ['the resolution of a is not stored as acknowledged', changed('incidents', 0, { resolvedAt: later })],
  ['the resolution of a is not stored as acknowledged', changed('incidents', 0, { ...start.incidents[0] })],
  ['the resolution of c is stored partially', changed('incidents', 1, { resolvedAt: null })],
  ['d was resolved without a request', changed('incidents', 2, solved)],
  [
    'the response to the resolve of c has the cause of another request',
    [operation(10, { kind: 'resolve', incident: 'c', cause: 'salt' }, '200', { incident: solved })],
    changed('incidents', 1, solved),
  ],
  ['a request was rejected because d was resolved, before it was resolved', [resolve(10, 'd', over)]],
  [
    'c was resolved after a request was rejected because it was resolved',
    [resolve(20, 'c', over), resolve(30, 'c', '200', 'dust')],
    changed('incidents', 1, { ...solved, cause: 'dust' }),
  ],
  ['b was deleted 2 times', [remove(22, 'b', '204')]],
  [
    'b is stored although its deletion was acknowledged',
    (end) => end.incidents.push(incident({ id: 'b', teamId: annsTeam.id })),
  ],
  ['b was found after its deletion', [resolve(40, 'b', over)]],
  ['a was deleted without a request', (end) => end.incidents.shift()],
  ['a was not found before its deletion', [resolve(10, 'a', absent)]],
  ['x was never inserted', (end) => end.incidents.push(incident({ id: 'x', teamId: annsTeam.id }))],
  [
    'eve@example.com is not stored as acknowledged',
    (end) => Object.assign(end, { users: end.users.slice(0, 2), teams: end.teams.slice(0, 2) }),
  ],
  ['eve@example.com was registered 2 times', [signUp(14, '201')]],
  ['eve@example.com is stored 2 times', (end) => end.users.push({ ...eve, id: 'eve2', email: 'EVE@example.com' })],
  [
    'x@example.com was registered without a request',
    (end) => end.users.push({ ...eve, id: 'x', email: 'x@example.com' }),
  ],
  [
    'a request was rejected because x@example.com was registered, before it was registered',
    [signUp(10, taken, 'x@example.com')],
  ],
  [
    'eve@example.com was registered after a request was rejected because it was registered',
    [signUp(1, unknown), signUp(2, taken)],
  ],
  ['eve@example.com is in no team', (end) => end.teams.pop()],
  ['team x has no members', (end) => end.teams.push({ ...samsTeam, id: 'x' })],
  ['bob is lost', (end) => end.users.splice(1, 1) && end.teams.splice(1, 1)],
  ['ann was scheduled 2 times', [leave(14, 'ann', '200')]],
  [
    'the deletion of ann is not stored as acknowledged',
    changed('users', 0, { deletionScheduledAt: '2025-07-15T12:00:00.001Z' }),
  ],
  [
    'the deletion of bob is not 30 days after its request',
    changed('users', 1, { deletionRequestedAt: now, deletionScheduledAt: now }),
  ],
  ['eve was scheduled without a request', changed('users', 2, { deletionRequestedAt: now })],
  [
    'a request was rejected because bob was scheduled, before it was scheduled',
    [leave(10, 'bob', '409 DELETION_ALREADY_REQUESTED')],
  ],
  ['sam is due but stored', (end) => end.users.push(sam) && end.teams.push(samsTeam)],
  ['the deleted monitor till has statistics', (end) => end.monitors.pop()],
  ['6 deleted rows of shop were acknowledged, but 4 are deleted', [reset(30, 'till', '2025-01-03', 3)]],
  [
    'the row of till 2025-01-02 is stored although its deletion was acknowledged',
    (end) => end.dailyStats.push({ monitorId: 'till', date: '2025-01-02' }),
  ],
  ['the row of till 2025-01-03 was deleted without a request', (end) => end.dailyStats.pop()],
  [
    'the row of cart 2030-01-01 was never inserted',
    (end) => end.dailyStats.push({ monitorId: 'cart', date: '2030-01-01' }),
  ],
  ['{"kind":"remove","incident":"d"} was answered with 500 INTERNAL_ERROR', [remove(100, 'd', '500 INTERNAL_ERROR')]],
]
