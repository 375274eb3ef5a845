/** Document 3.1 and 4.3: an incident is resolved, once. */
import { type Claim, is, isNot, keeps, known, noneOf, recent, whole } from '../verdict/claims.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import { findIncident, incidentDoubts, incidentNotFound, isState } from './incident-rows.ts'
import type { Accepted, Json, Operation, Shown, Situation } from './operation.ts'
import * as rows from './rows.ts'
import type { Incident } from './state.ts'
import { isDistinctive, isPlainText, loneSurrogateIn } from './texts.ts'

type Request = Situation<Incident>
/** The cause that a request sends, if it is text; a body of another type may be ignored. */
const causeOf = (request: Situation) => (rows.hasOtherMediaType(request) ? undefined : rows.textIn(request, 'cause'))
const hasWrongCause = (request: Situation) => {
  const { cause } = rows.asObject(request.input) ?? {}
  return cause !== undefined && cause !== null && typeof cause !== 'string'
}
const isOdd = (request: Situation) => !isPlainText(causeOf(request) ?? 'none')
const isEmpty = (request: Situation) => causeOf(request) === ''
const isBare = (request: Situation) => !rows.hasOtherMediaType(request) && (request.input as Json)?.cause === undefined

const sentCause = (request: Request) => (loneSurrogateIn(causeOf(request) ?? '') ? undefined : causeOf(request))
const plainCause = (request: Request) => (isOdd(request) ? undefined : causeOf(request))
const replacedCause = (request: Request) => (isEmpty(request) ? request.subject?.cause : undefined)
const keptCause = (request: Request) => (isBare(request) ? request.subject?.cause : undefined)
const where =
  (pick: (request: Request) => string | undefined, claim: (cause: string) => Claim) =>
  (request: Accepted<Incident>) => {
    const cause = pick(request)
    return cause ? claim(cause) : undefined
  }
/** An incident that is resolved without a cause shows none of these. */
const causesOfOthers = ({ state, subject }: Request) =>
  Object.values(state.incidents).flatMap(({ cause = '' }) =>
    cause !== subject?.cause && isDistinctive(cause) ? [cause] : [],
  )

/** How long the kit has known the incident, minus the precision of the time that is shown; at least 0. */
const age = ({ subject, started }: Request, shown: string) =>
  Math.max(0, Math.round(started - (subject?.since ?? started) - precisionOf(parseTime(shown))))

const time = (name: 'startedAt' | 'createdAt'): Shown<Incident>[] => {
  const path = `incident.${name}`
  return [
    [path, ({ now }) => ({ year: [2000, new Date(now).getUTCFullYear() + 1] }), '2.2c', 'sound'],
    [path, ({ subject: { stored } }) => stored?.[name] && { moment: stored[name] }, '2.2c 3.1a', 'sound'],
    [path, ({ subject: { stored } }) => stored?.[name] && { exactly: stored[name] }, '2.2c 3.1a', 'profile'],
    [
      'incident.resolvedAt',
      // Clocks differ.
      (request, { incident }) => ({ after: path, by: age(request, incident[name]) || -60_000 }),
      '3.1b 2.2c',
      'implied',
    ],
    [
      path,
      (request, { incident }) => age(request, incident[name]) > 0 && { apart: 'incident.resolvedAt' },
      '3.1b 2.2c',
      'sound',
    ],
  ]
}

export const resolveIncident: Operation<Incident> = {
  id: 'resolveIncident',
  cites: '3.1a 4.3a',
  find: findIncident,
  missing: 'incident not found',
  refusals: [
    ...rows.formRefusals,
    ...rows.writerRefusals('4.3e', '4.3b'),
    [rows.isNoObject, 'invalid body', '4.3d', 'implied'],
    [hasWrongCause, 'invalid body', '4.3d', 'implied'],
    ...rows.contractRefusals('resolveIncident', '4.3d'),
    ...incidentNotFound('4.3f'),
    [isState('resolved'), 'incident already resolved', '3.1d 4.3c'],
  ],
  open: [
    ...rows.formDoubts,
    ...incidentDoubts,
    [isEmpty, 'invalid body', 'profile'],
    [isOdd, 'invalid body', 'implied'],
  ],
  shows: [
    ['incident.id', ({ subject }) => is(subject.id), '4.3a'],
    ['incident.status', () => is('resolved'), '3.1a'],
    ['incident.type', ({ subject }) => (subject.type === 'auto' ? is('auto') : isNot('auto')), '2.2b'],
    // One of the two documented variants of the answer does not have it.
    ['incident.serviceId', ({ subject }, body) => 'serviceId' in body.incident && known(subject.serviceId), '2.2d'],
    ['incident.serviceId', ({ subject }) => known(subject.serviceId), '2.2d', 'profile'],
    // A resolve sets the status, the time and the cause, and nothing else.
    ['incident.teamId', ({ subject }) => known(subject.teamId), '2.2a 3.1a', 'sound'],
    ['incident.teamId', ({ caller }) => known(caller?.teamId), '2.2a', 'implied'],
    ['incident.monitorId', ({ subject: { stored } }) => known(stored?.monitorId), '2.2a 3.1a', 'sound'],
    ['incident.title', ({ subject: { stored } }) => known(stored?.title), '2.2a 3.1a', 'sound'],
    ...time('startedAt'),
    ...time('createdAt'),
    ['incident.resolvedAt', () => recent, '3.1b', 'sound'],
    ['incident.cause', where(plainCause, is), '3.1c'],
    ['incident.cause', where(sentCause, whole), '3.1c'],
    ['incident.cause', where(sentCause, keeps), '3.1c', 'sound'],
    ['incident.cause', where(sentCause, is), '3.1c', 'profile'],
    // Whether an empty cause is stored as none is open, but it replaces the one before.
    ['incident.cause', where(replacedCause, isNot), '3.1c'],
    ['incident.cause', (request) => isEmpty(request) && is(''), '3.1c', 'profile'],
    // It is stored if supplied: else it stays.
    ['incident.cause', where(keptCause, is), '3.1c', 'sound'],
    ['incident.cause', (request) => isBare(request) && noneOf(causesOfOthers(request)), '3.1c', 'sound'],
    ['the headers', (request) => ({ lacks: rows.addressesOfOthers(request) }), '', 'sound'],
  ],
  after(request) {
    const { subject } = request
    subject.state = 'resolved'
    subject.isFresh = true
    subject.cause = causeOf(request) ?? subject.cause
  },
}
