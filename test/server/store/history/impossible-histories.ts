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

/** The additional operations, the changed end state, and the reported violation. */
export const impossibleHistories: Record<
  string,
  { also?: Operation[]; spoil?: (end: Data) => void; reported: string }
> = {
  'an incident that two resolved': {
    also: [resolve(14, 'a', '200')],
    reported: 'a was resolved 2 times',
  },
  "an incident that is stored with a loser's cause": {
    spoil: (end) => Object.assign(end.incidents[0] ?? {}, { cause: 'dust' }),
    reported: 'the resolution of a is not stored as it was acknowledged',
  },
  'an incident that is stored with another time': {
    spoil: (end) => Object.assign(end.incidents[0] ?? {}, { resolvedAt: later }),
    reported: 'the resolution of a is not stored as it was acknowledged',
  },
  'a resolution that is lost': {
    spoil: (end) => Object.assign(end.incidents[0] ?? {}, start.incidents[0]),
    reported: 'the resolution of a is not stored as it was acknowledged',
  },
  'a resolution by half': {
    spoil: (end) => Object.assign(end.incidents[1] ?? {}, { resolvedAt: null }),
    reported: 'c is resolved by half',
  },
  'a resolution that nobody asked for': {
    spoil: (end) => Object.assign(end.incidents[2] ?? {}, solved),
    reported: 'd was resolved by nobody who asked for it',
  },
  'a cause that is not what the winner asked for': {
    also: [operation(10, { kind: 'resolve', incident: 'c', cause: 'salt' }, '200', { incident: solved })],
    spoil: (end) => Object.assign(end.incidents[1] ?? {}, solved),
    reported: "who resolved c was told another's cause",
  },
  'a refusal as resolved before anybody resolved': {
    also: [resolve(10, 'd', over)],
    reported: 'd was refused as resolved before anybody resolved it',
  },
  'a resolution after somebody was refused because of one': {
    also: [resolve(20, 'c', over), resolve(30, 'c', '200', 'dust')],
    spoil: (end) => Object.assign(end.incidents[1] ?? {}, { ...solved, cause: 'dust' }),
    reported: 'c was resolved after somebody was refused because it was',
  },
  'an incident that two deleted': {
    also: [remove(22, 'b', '204')],
    reported: 'b was deleted 2 times',
  },
  'a deleted incident that is stored': {
    spoil: (end) => end.incidents.push(incident({ id: 'b', teamId: annsTeam.id })),
    reported: 'b is there, and its deletion was acknowledged',
  },
  'a deleted incident that came back for a while': {
    also: [resolve(40, 'b', over)],
    reported: 'b came back after it was gone',
  },
  'an incident that nobody deleted and is gone': {
    spoil: (end) => end.incidents.shift(),
    reported: 'a is gone, and nobody deleted it',
  },
  'an incident that was not found too early': {
    also: [resolve(10, 'a', absent)],
    reported: 'a was not found before anybody deleted it',
  },
  'an incident from nowhere': {
    spoil: (end) => end.incidents.push(incident({ id: 'x', teamId: annsTeam.id })),
    reported: 'x came from nowhere',
  },
  'a sign-up that is lost': {
    spoil: (end) => Object.assign(end, { users: end.users.slice(0, 2), teams: end.teams.slice(0, 2) }),
    reported: 'eve@example.com is not stored as it was acknowledged',
  },
  'an address that two got': {
    also: [signUp(14, '201')],
    reported: 'eve@example.com was registered 2 times',
  },
  'an address that is stored twice': {
    spoil: (end) => end.users.push({ ...eve, id: 'eve2', email: 'EVE@example.com' }),
    reported: 'eve@example.com is stored 2 times',
  },
  'an account that nobody asked for': {
    spoil: (end) => end.users.push({ ...eve, id: 'x', email: 'x@example.com' }),
    reported: 'nobody asked for x@example.com',
  },
  'an address that was refused too early': {
    also: [signUp(10, taken, 'x@example.com')],
    reported: 'x@example.com was refused as registered before anybody registered it',
  },
  'an address that was free after it was taken': {
    also: [signUp(1, unknown), signUp(2, taken)],
    reported: 'eve@example.com was registered after somebody was refused because it was',
  },
  'a user without a team': {
    spoil: (end) => end.teams.pop(),
    reported: 'eve@example.com is in no team',
  },
  'a team without a user': {
    spoil: (end) => end.teams.push({ ...samsTeam, id: 'x' }),
    reported: 'team x has no members',
  },
  'a user who is lost': {
    spoil: (end) => end.users.splice(1, 1) && end.teams.splice(1, 1),
    reported: 'bob is lost',
  },
  'a deletion that two scheduled': {
    also: [leave(14, 'ann', '200')],
    reported: 'the deletion of ann was scheduled 2 times',
  },
  'a deletion that is stored with other times': {
    spoil: (end) => Object.assign(end.users[0] ?? {}, { deletionScheduledAt: '2025-07-15T12:00:00.001Z' }),
    reported: 'the deletion of ann is not stored as it was acknowledged',
  },
  'a deletion after another time than the grace period': {
    spoil: (end) => Object.assign(end.users[1] ?? {}, { deletionRequestedAt: now, deletionScheduledAt: now }),
    reported: 'the deletion of bob is not 30 days after its request',
  },
  'a deletion that nobody asked for': {
    spoil: (end) => Object.assign(end.users[2] ?? {}, { deletionRequestedAt: now }),
    reported: 'nobody asked for the deletion of eve',
  },
  'a deletion that was refused too early': {
    also: [leave(10, 'bob', '409 DELETION_ALREADY_REQUESTED')],
    reported: 'bob was refused as leaving before anybody asked for it',
  },
  'a user who is due and stays': {
    spoil: (end) => end.users.push(sam) && end.teams.push(samsTeam),
    reported: 'sam is due and still there',
  },
  'a monitor that is gone without its statistics': {
    spoil: (end) => end.monitors.pop(),
    reported: 'till is gone and has left statistics',
  },
  'rows that were acknowledged twice': {
    also: [reset(30, 'till', '2025-01-03', 3)],
    reported: 'of shop 6 rows were acknowledged as deleted, and 4 are',
  },
  'a row that is back': {
    spoil: (end) => end.dailyStats.push({ monitorId: 'till', date: '2025-01-02' }),
    reported: 'the row of till 2025-01-02 is there, and its deletion was acknowledged',
  },
  'a row that nobody deleted': {
    spoil: (end) => end.dailyStats.pop(),
    reported: 'nobody deleted the row of till 2025-01-03',
  },
  'a row from nowhere': {
    spoil: (end) => end.dailyStats.push({ monitorId: 'cart', date: '2030-01-01' }),
    reported: 'the row of cart 2030-01-01 came from nowhere',
  },
  'an answer that nothing excuses': {
    also: [remove(100, 'd', '500 INTERNAL_ERROR')],
    reported: '{"kind":"remove","incident":"d"} was answered with 500 INTERNAL_ERROR',
  },
}
