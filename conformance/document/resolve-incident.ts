/** Document 3.1 and 4.3: an incident is resolved, once. */

import { asBefore, type Claim, is, isNot, keeps, known, recent, whole } from '../verdict/claims.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import * as rows from './incident-rows.ts'
import type { Json, Operation, Shown, Situation, Subject } from './operation.ts'
import { isDistinctive, isPlainText, loneSurrogateIn } from './texts.ts'

const isOdd = (one: Situation) => !isPlainText(rows.causeOf(one) ?? 'none')
const isEmpty = (one: Situation) => rows.causeOf(one) === ''
const isBare = ({ input }: Subject) => (input as Json)?.cause === undefined
const keepsCause = 'a resolve without a cause keeps the stored one'

type Of = (cause: string, one: Subject) => Claim | undefined
/** Claims where a cause is sent, where it is sent and plain, where an empty one is sent, and where none is sent but one is stored. */
const sent = (claim: Of) => (one: Subject) => {
  const cause = rows.causeOf(one)
  return cause && !loneSurrogateIn(cause) ? claim(cause, one) : undefined
}
const plain = (claim: Of) => (one: Subject) => (isOdd(one) ? undefined : sent(claim)(one))
const emptied = (claim: Of) => (one: Subject) => isEmpty(one) && claim(one.incident.cause ?? '', one)
const kept = (claim: Of) => (one: Subject) => isBare(one) && one.incident.cause && claim(one.incident.cause, one)

/** How long the kit has known the incident, less what may be cut from a time; 0 if that is nothing. */
const age = ({ incident, started }: Subject, shown: string) =>
  Math.max(0, Math.round(started - (incident.since ?? started) - precisionOf(parseTime(shown))))

const time = (name: 'startedAt' | 'createdAt', path: string): Shown[] => [
  [path, () => ({ year: [2000, new Date().getUTCFullYear() + 1] }), '2.2c', 'sound'],
  [path, ({ incident: { stored } }) => stored?.[name] && { moment: stored[name] }, '2.2c 3.1a', 'sound'],
  [path, ({ incident: { stored } }) => stored?.[name] && { exactly: stored[name] }, '2.2c 3.1a', 'profile'],
  // Clocks differ.
  [
    'incident.resolvedAt',
    (one, { incident }) => ({ after: path, by: age(one, incident[name]) || -60_000 }),
    '3.1b 2.2c',
    'implied',
  ],
  [path, (one, { incident }) => age(one, incident[name]) > 0 && { apart: 'incident.resolvedAt' }, '3.1b 2.2c', 'sound'],
]

export const resolveIncident: Operation = {
  id: 'resolveIncident',
  cites: '3.1a 4.3a',
  refusals: [
    [rows.hasOtherType, 'other media type', '', 'profile'],
    ...rows.callerRefusals('4.3e', '4.3b'),
    [rows.hasQuery, 'invalid query', '', 'profile'],
    [rows.isNoObject, 'invalid body', '4.3d', 'implied'],
    [rows.hasWrongCause, 'invalid body', '4.3d', 'implied'],
    [rows.hasUndecidedBody, 'invalid body', '4.3d', 'profile'],
    ...rows.notFound('4.3f'),
    [rows.isState('resolved'), 'incident already resolved', '3.1d 4.3c'],
  ],
  open: [...rows.callerDoubts, [isEmpty, 'invalid body', 'profile'], [isOdd, 'invalid body', 'implied']],
  shows: [
    ['incident.id', ({ incident }) => is(incident.id), '4.3a'],
    ['incident.status', () => is('resolved'), '3.1a'],
    ['incident.type', ({ incident }) => (incident.type === 'auto' ? is('auto') : isNot('auto')), '2.2b'],
    ['incident.teamId', ({ caller }) => known(caller?.teamId), '2.2a'],
    // One of the two documented variants of the answer does not have it.
    ['incident.serviceId', ({ incident }, body) => 'serviceId' in body.incident && known(incident.serviceId), '2.2d'],
    ['incident.serviceId', ({ incident }) => known(incident.serviceId), '2.2d', 'profile'],
    // A resolve sets the status, the time and the cause, and nothing else.
    ['incident.monitorId', ({ incident: { stored } }) => known(stored?.monitorId), '2.2c 3.1a', 'sound'],
    ['incident.title', ({ incident: { stored } }) => known(stored?.title), '2.2c 3.1a', 'sound'],
    ...time('startedAt', 'incident.startedAt'),
    ...time('createdAt', 'incident.createdAt'),
    ['incident.resolvedAt', () => recent, '3.1b', 'sound'],
    ['incident.cause', plain(is), '3.1c'],
    ['incident.cause', sent(whole), '3.1c'],
    ['incident.cause', sent(keeps), '3.1c', 'sound'],
    ['incident.cause', sent(is), '3.1c', 'profile'],
    // Whether an empty cause is stored as none is open, but it replaces the one before.
    ['incident.cause', emptied((was) => (was ? isNot(was) : undefined)), '3.1c'],
    ['incident.cause', emptied(() => is('')), '3.1c', 'profile'],
    // A PUT may replace the cause by none, but then each time.
    ['incident.cause', kept((was) => is(was)), '3.1c', (_, cause) => (cause ? 'sound' : 'profile')],
    ['incident.cause', kept((_, { state }) => asBefore(state.choices, keepsCause)), '3.1c', 'sound'],
    ['incident.cause', (one) => isBare(one) && { noneOf: rows.causesOfOthers(one) }, '3.1c', 'sound'],
    ['the headers', (one) => ({ lacks: rows.addressesOfOthers(one) }), '', 'sound'],
  ],
  after(one, body) {
    const { incident, state } = one
    if (isBare(one) && incident.cause) state.choices[keepsCause] ??= Boolean(body?.incident?.cause)
    const cause = rows.causeOf(one)
    if (cause !== undefined && isDistinctive(cause)) state.causes.push(cause)
    Object.assign(incident, { state: 'resolved', isFresh: true, cause: cause ?? incident.cause })
  },
}
