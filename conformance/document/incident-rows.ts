/** Document 3.1, 4.3 and 4.4: what resolving and deleting have in common. */

import type { Doubt, Refusal, Situation } from './operation.ts'
import { asObject, callerDoubts, findById, hasOtherType, isForeign, mayBeNoBody, notFound } from './rows.ts'
import type { Incident } from './state.ts'
import { loneSurrogateIn } from './texts.ts'

export const findIncident = ({ state, id }: Pick<Situation, 'state' | 'id'>) => findById(state.incidents, id)
export const isState = (wanted: Incident['state']) => (one: Situation<Incident>) =>
  !isForeign(one) && one.subject?.state === wanted

export const incidentNotFound = (cites: string): Refusal<Incident>[] => [
  ...notFound('incident not found', cites, 'incident not found by a path that servers refuse'),
  // The document leaves open how soon a deletion shows.
  [
    isState('deleted'),
    'incident not found',
    cites,
    ({ subject, isContested, state: { deletesAtOnce } }) =>
      !subject?.isGone && (isContested ? !deletesAtOnce : deletesAtOnce === false) ? 'implied' : 'documented',
  ],
]

export const incidentDoubts: Doubt<Incident>[] = [
  ...callerDoubts,
  // The document does not show which roles have the write scope, but a role has it for each incident.
  [
    ({ caller }) => caller?.canWrite === undefined,
    'missing write scope',
    'profile',
    ({ caller }, isAccepted) => {
      if (caller) caller.canWrite = isAccepted
    },
  ],
]

/** The cause that a request sends, if it is text; a body of another type may be ignored. */
export function causeOf(one: Situation): string | undefined {
  const { cause } = (!hasOtherType(one) && asObject(one.input)) || {}
  return typeof cause === 'string' ? cause : undefined
}

export const hasWrongCause = ({ input }: Situation) => {
  const { cause } = asObject(input) ?? {}
  return cause !== undefined && cause !== null && typeof cause !== 'string'
}

/** Decided by openapi.yaml only. */
export const hasUndecidedBody = (one: Situation) => {
  const object = asObject(one.input) ?? {}
  const cause = causeOf(one) ?? ''
  const isUnknown = Object.keys(object).some((name) => name !== 'cause')
  return (
    mayBeNoBody(one) ||
    isUnknown ||
    object.cause === null ||
    loneSurrogateIn(cause) ||
    cause.includes('\0') ||
    [...cause].length > 10_000
  )
}

export const causesOfOthers = ({ state, subject }: Situation<Incident>) =>
  state.causes.filter((other) => other !== subject?.cause)
