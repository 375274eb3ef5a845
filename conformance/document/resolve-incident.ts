/** Document 3.1 and 4.3: an incident is resolved, once. */
import { type Claim, is, isNot, keeps, known, noneOf, recent, whole } from '../verdict/claims.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import { findIncident, incidentDoubts, incidentNotFound, isState } from './incident-rows.ts'
import type { Json, Operation, Shown, Situation } from './operation.ts'
import * as rows from './rows.ts'
import type { Incident } from './state.ts'
import { isPlainText, loneSurrogateIn } from './texts.ts'

type Request = Situation<Incident>
type ClaimOf = Shown<Incident>['claim']
/** The cause that a request sends, if it is text; a body of another type may be ignored. */
const causeOf = (request: Situation) => (rows.hasOtherMediaType(request) ? undefined : rows.textIn(request, 'cause'))
const hasWrongBody = (request: Situation) => {
  const { cause } = rows.asObject(request.input) ?? {}
  return rows.isNoObject(request) || (cause !== undefined && cause !== null && typeof cause !== 'string')
}
const isUnusual = (request: Situation) => {
  const cause = causeOf(request)
  return cause !== undefined && !isPlainText(cause)
}
const isEmpty = (request: Situation) => causeOf(request) === ''
const sendsNone = (request: Situation) =>
  !rows.hasOtherMediaType(request) && (request.input as Json)?.cause === undefined

const sentCause = (request: Request) => (loneSurrogateIn(causeOf(request) ?? '') ? undefined : causeOf(request))
const plainCause = (request: Request) => (isUnusual(request) ? undefined : causeOf(request))
const replacedCause = (request: Request) => (isEmpty(request) ? request.subject?.cause : undefined)
const keptCause = (request: Request) => (sendsNone(request) ? request.subject?.cause : undefined)
/** The claim about this cause, if there is one. */
const about =
  (pick: (request: Request) => string | undefined, claim: (cause: string) => Claim): ClaimOf =>
  (request) => {
    const cause = pick(request)
    return cause ? claim(cause) : undefined
  }
/** A shorter cause may be equal by chance. */
const shortestUnique = 12
const noCauseOfOthers: ClaimOf = (request) => {
  const causes = Object.values(request.model.incidents).map(({ cause = '' }) => cause)
  const isOfOther = (cause: string) => cause !== request.subject.cause && cause.length >= shortestUnique
  return sendsNone(request) && noneOf(causes.filter(isOfOther))
}

/** How long the kit has known the incident, minus the precision of the time that is shown; 0 if that is unknown. */
const ageIfKnown = ({ subject, started }: Request, shown: string) =>
  Math.max(0, Math.round(started - (subject?.knownSince ?? started) - precisionOf(parseTime(shown))))
/** For a time that the target may have taken from another clock than its own, in milliseconds. */
const clockSkew = 60_000

const inThisCentury: ClaimOf = ({ now }) => ({ kind: 'year', first: 2000, last: new Date(now).getUTCFullYear() + 1 })
/** A time from before the resolve, which leaves it, and after which it is resolved. */
function timeBefore(name: 'startedAt' | 'createdAt'): Shown<Incident>[] {
  const path = `incident.${name}`
  const storedTime = (kind: 'moment' | 'exactly'): ClaimOf => {
    return ({ subject: { stored } }) => stored?.[name] && { kind, time: stored[name] }
  }
  const isBeforeResolve: ClaimOf = (request, { incident }) => ({
    kind: 'after',
    path,
    by: ageIfKnown(request, incident[name]) || -clockSkew,
  })
  const isOtherTime: ClaimOf = (request, { incident }) =>
    ageIfKnown(request, incident[name]) > 0 && { kind: 'apart', path: 'incident.resolvedAt' }
  return [
    { path, claim: inThisCentury, cites: ['2.2c'], basis: 'sound' },
    { path, claim: storedTime('moment'), cites: ['2.2c', '3.1a'], basis: 'sound' },
    { path, claim: storedTime('exactly'), cites: ['2.2c', '3.1a'], basis: 'profile' },
    { path: 'incident.resolvedAt', claim: isBeforeResolve, cites: ['3.1b', '2.2c'], basis: 'implied' },
    { path, claim: isOtherTime, cites: ['3.1b', '2.2c'], basis: 'sound' },
  ]
}

/** One of the two documented variants of the answer does not have it. */
const serviceWhereShown: ClaimOf = ({ subject }, { incident }) => 'serviceId' in incident && known(subject.serviceId)
const typeAsMade: ClaimOf = ({ subject }) => (subject.type === 'auto' ? is('auto') : isNot('auto'))
/** A resolve sets the status, the time and the cause, and nothing else. */
const unchanged: Shown<Incident>[] = [
  { path: 'incident.teamId', claim: ({ subject }) => known(subject.teamId), cites: ['2.2a', '3.1a'], basis: 'sound' },
  { path: 'incident.teamId', claim: ({ caller }) => known(caller?.teamId), cites: ['2.2a'], basis: 'implied' },
  ...(['monitorId', 'title'] as const).map(
    (name): Shown<Incident> => ({
      path: `incident.${name}`,
      claim: ({ subject: { stored } }) => known(stored?.[name]),
      cites: ['2.2a', '3.1a'],
      basis: 'sound',
    }),
  ),
  ...timeBefore('startedAt'),
  ...timeBefore('createdAt'),
]

const cause = 'incident.cause'

export const resolveIncident: Operation<Incident> = {
  id: 'resolveIncident',
  cites: ['3.1a', '4.3a'],
  find: findIncident,
  missing: 'incident not found',
  refusals: [
    ...rows.formRefusals,
    ...rows.unauthenticated(['4.3e']),
    rows.missingScope(['4.3b']),
    { when: hasWrongBody, condition: 'invalid body', cites: ['4.3d'], basis: 'implied' },
    ...rows.contractRefusals('resolveIncident', ['4.3d']),
    ...incidentNotFound(['4.3f']),
    { when: isState('resolved'), condition: 'incident already resolved', cites: ['3.1d', '4.3c'] },
  ],
  open: [
    rows.otherForm,
    ...incidentDoubts,
    { when: isEmpty, condition: 'invalid body', basis: 'profile' },
    { when: isUnusual, condition: 'invalid body', basis: 'implied' },
  ],
  shows: [
    { path: 'incident.id', claim: ({ subject }) => is(subject.id), cites: ['4.3a'] },
    { path: 'incident.status', claim: () => is('resolved'), cites: ['3.1a'] },
    { path: 'incident.type', claim: typeAsMade, cites: ['2.2b'] },
    { path: 'incident.serviceId', claim: serviceWhereShown, cites: ['2.2d'] },
    { path: 'incident.serviceId', claim: ({ subject }) => known(subject.serviceId), cites: ['2.2d'], basis: 'profile' },
    ...unchanged,
    // That it is set, the schema says.
    { path: 'incident.resolvedAt', claim: () => recent, cites: ['3.1b'], basis: 'sound' },
    { path: cause, claim: about(plainCause, is), cites: ['3.1c'] },
    { path: cause, claim: about(sentCause, whole), cites: ['3.1c'] },
    { path: cause, claim: about(sentCause, keeps), cites: ['3.1c'], basis: 'sound' },
    { path: cause, claim: about(sentCause, is), cites: ['3.1c'], basis: 'profile' },
    // Whether an empty cause is stored as none is open, but it replaces the one before.
    { path: cause, claim: about(replacedCause, isNot), cites: ['3.1c'] },
    { path: cause, claim: (request) => isEmpty(request) && is(''), cites: ['3.1c'], basis: 'profile' },
    // It is stored if supplied: else it stays.
    { path: cause, claim: about(keptCause, is), cites: ['3.1c'], basis: 'sound' },
    { path: cause, claim: noCauseOfOthers, cites: ['3.1c'], basis: 'sound' },
    rows.noAddressOfOthers,
  ],
  after(request) {
    const { subject } = request
    subject.state = 'resolved'
    subject.wasResolvedHere = true
    subject.cause = causeOf(request) ?? subject.cause
  },
}
