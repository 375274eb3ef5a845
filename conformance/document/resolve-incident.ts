/** Document 3.1 and 4.3: an incident is resolved, once. */
import { asBefore, type Claim, is, isNot, keeps, known, noneOf, recent, whole } from '../verdict/claims.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import * as incident from './incident-rows.ts'
import type { Accepted, Json, Operation, Shown, Situation } from './operation.ts'
import * as rows from './rows.ts'
import type { Incident } from './state.ts'
import { isDistinctive, isPlainText, loneSurrogateIn } from './texts.ts'

type One = Accepted<Incident>
const isOdd = (one: Situation) => !isPlainText(incident.causeOf(one) ?? 'none')
const isEmpty = (one: Situation) => incident.causeOf(one) === ''
const isBare = (one: One) => !rows.hasOtherType(one) && (one.input as Json)?.cause === undefined
const keepsCause = 'a resolve without a cause keeps the stored one'

type Of = (cause: string, one: One) => Claim | undefined
/** Claims where a cause is sent, where it is sent and plain, where an empty one is sent, and where none is sent but one is stored. */
const sent = (claim: Of) => (one: One) => {
  const cause = incident.causeOf(one)
  return cause && !loneSurrogateIn(cause) ? claim(cause, one) : undefined
}
const plain = (claim: Of) => (one: One) => (isOdd(one) ? undefined : sent(claim)(one))
const emptied = (claim: Of) => (one: One) => isEmpty(one) && claim(one.subject.cause ?? '', one)
const kept = (claim: Of) => (one: One) => isBare(one) && one.subject.cause && claim(one.subject.cause, one)

/** How long the kit has known the incident, less what may be cut from a time; 0 if that is nothing. */
const age = ({ subject, started }: One, shown: string) =>
  Math.max(0, Math.round(started - (subject.since ?? started) - precisionOf(parseTime(shown))))

const time = (name: 'startedAt' | 'createdAt', path: string): Shown<Incident>[] => [
  [path, ({ now }) => ({ year: [2000, new Date(now).getUTCFullYear() + 1] }), '2.2c', 'sound'],
  [path, ({ subject: { stored } }) => stored?.[name] && { moment: stored[name] }, '2.2c 3.1a', 'sound'],
  [path, ({ subject: { stored } }) => stored?.[name] && { exactly: stored[name] }, '2.2c 3.1a', 'profile'],
  // Clocks differ.
  [
    'incident.resolvedAt',
    (one, body) => ({ after: path, by: age(one, body.incident[name]) || -60_000 }),
    '3.1b 2.2c',
    'implied',
  ],
  [path, (one, body) => age(one, body.incident[name]) > 0 && { apart: 'incident.resolvedAt' }, '3.1b 2.2c', 'sound'],
]

export const resolveIncident: Operation<Incident> = {
  id: 'resolveIncident',
  cites: '3.1a 4.3a',
  find: incident.findIncident,
  missing: 'incident not found',
  refusals: [
    ...rows.formRefusals,
    ...rows.writerRefusals('4.3e', '4.3b'),
    [rows.hasQuery, 'invalid query', '', 'profile'],
    [rows.isNoObject, 'invalid body', '4.3d', 'implied'],
    [incident.hasWrongCause, 'invalid body', '4.3d', 'implied'],
    [incident.hasUndecidedBody, 'invalid body', '4.3d', 'profile'],
    ...incident.incidentNotFound('4.3f'),
    [incident.isState('resolved'), 'incident already resolved', '3.1d 4.3c'],
  ],
  open: [
    ...rows.formDoubts,
    ...incident.incidentDoubts,
    [isEmpty, 'invalid body', 'profile'],
    [isOdd, 'invalid body', 'implied'],
  ],
  shows: [
    ['incident.id', ({ subject }) => is(subject.id), '4.3a'],
    ['incident.status', () => is('resolved'), '3.1a'],
    ['incident.type', ({ subject }) => (subject.type === 'auto' ? is('auto') : isNot('auto')), '2.2b'],
    ['incident.teamId', ({ caller }) => known(caller?.teamId), '2.2a'],
    // One of the two documented variants of the answer does not have it.
    ['incident.serviceId', ({ subject }, body) => 'serviceId' in body.incident && known(subject.serviceId), '2.2d'],
    ['incident.serviceId', ({ subject }) => known(subject.serviceId), '2.2d', 'profile'],
    // A resolve sets the status, the time and the cause, and nothing else.
    ['incident.monitorId', ({ subject: { stored } }) => known(stored?.monitorId), '2.2a 3.1a', 'sound'],
    ['incident.title', ({ subject: { stored } }) => known(stored?.title), '2.2a 3.1a', 'sound'],
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
    ['incident.cause', (one) => isBare(one) && noneOf(incident.causesOfOthers(one)), '3.1c', 'sound'],
    ['the headers', (one) => ({ lacks: rows.addressesOfOthers(one) }), '', 'sound'],
  ],
  after(one, body) {
    const { subject, state } = one
    if (isBare(one) && subject.cause) state.choices[keepsCause] ??= Boolean(body?.incident?.cause)
    const cause = incident.causeOf(one)
    if (cause !== undefined && isDistinctive(cause)) state.causes.push(cause)
    Object.assign(subject, { state: 'resolved', isFresh: true, cause: cause ?? subject.cause })
  },
}
