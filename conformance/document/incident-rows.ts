/** Document 3.1, 4.3 and 4.4: what resolving and deleting have in common. */

import type { Refusal, Situation } from './operation.ts'
import type { Account, Incident } from './state.ts'
import { loneSurrogateIn, malformed } from './texts.ts'

export const isMissing = ({ incident }: Situation) => !incident
export const isForeign = ({ caller, incident }: Situation) =>
  Boolean(caller && incident && !isSameTeam(caller, incident))
export const isState = (wanted: Incident['state']) => (situation: Situation) =>
  !isForeign(situation) && situation.incident?.state === wanted
const isInOtherCase = (situation: Situation) =>
  !isForeign(situation) && situation.incident !== undefined && situation.incident.id !== situation.id

function isSameTeam({ team, teamId }: Account, incident: Incident): boolean {
  if (teamId !== undefined && incident.teamId !== undefined) return teamId === incident.teamId
  return team === incident.team
}

/** The reasons before those of the operation, in the order of openapi.yaml. */
export const callerRefusals = (unauthenticated: string, scope: string): Refusal[] => [
  [({ credential }) => credential === 'none' || credential === 'invalid', 'unauthenticated', unauthenticated],
  // The document leaves open what gives a token its scopes.
  [
    lacksScope,
    'missing write scope',
    scope,
    ({ caller, credential }) =>
      caller?.cameWithToken && caller.older.length > 0 && credential !== 'older' ? 'implied' : 'documented',
  ],
]

function lacksScope({ caller }: Situation): boolean {
  return caller?.canWrite === false
}

export const notFound = (cites: string): Refusal[] => [
  [({ id }) => malformed(id), 'incident not found by a path that servers refuse', cites],
  [(one) => isMissing(one) && !malformed(one.id), 'incident not found', cites],
  [isInOtherCase, 'incident not found', cites, 'profile'],
  [isForeign, 'incident not found', cites, 'sound'],
  // The document leaves open how soon a deletion shows.
  [
    isState('deleted'),
    'incident not found',
    cites,
    ({ incident, isContested, state: { deletesAtOnce } }) =>
      !incident?.isGone && (isContested ? !deletesAtOnce : deletesAtOnce === false) ? 'implied' : 'documented',
  ],
]

/** The document does not show which roles have the write scope, nor how long a token is valid. */
export const callerDoubts = [
  [({ caller, credential }: Situation) => credential === 'older' || caller?.mayBeLoggedOut === true, undefined, 'open'],
  [({ caller }: Situation) => caller?.canWrite === undefined, 'missing write scope', 'profile'],
  [({ caller }: Situation) => caller?.deletion !== undefined, undefined, 'profile'],
] satisfies import('./operation.ts').Doubt[]

/** What a response shows of the scope of a caller. */
export function learnScope(
  { caller, incident, credential, isContested }: Situation,
  isAccepted: boolean,
  isPlain: boolean,
) {
  if (!caller || !incident || caller.canWrite !== undefined || !isSameTeam(caller, incident)) return
  if (isAccepted) caller.canWrite = true
  else if (isPlain && credential === 'newest' && !isContested && !caller.deletion && !caller.mayBeLoggedOut)
    caller.canWrite = false
}

/** The cause that a request sends, if it is text. */
export function causeOf({ input }: Situation): string | undefined {
  const cause = (input as { cause?: unknown } | null | undefined)?.cause
  return typeof cause === 'string' ? cause : undefined
}

const asObject = (input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : undefined

export const isNoObject = ({ input }: Situation) => input !== undefined && !asObject(input)
export const hasWrongCause = ({ input }: Situation) => {
  const { cause } = asObject(input) ?? {}
  return cause !== undefined && cause !== null && typeof cause !== 'string'
}
/** A body of another type than JSON in UTF-8. */
export const hasOtherType = ({ input, headers }: Situation) =>
  input !== undefined &&
  (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? '') ||
    (headers['content-encoding'] ?? 'identity') !== 'identity')

/** Decided by openapi.yaml only. */
export const hasUndecidedBody = (situation: Situation) => {
  const object = asObject(situation.input) ?? {}
  const cause = causeOf(situation) ?? ''
  const isUnknown = Object.keys(object).some((name) => name !== 'cause')
  return (
    isUnknown || object.cause === null || loneSurrogateIn(cause) || cause.includes('\0') || [...cause].length > 10_000
  )
}
export const hasQuery = (situation: Situation) => situation.hasQuery

export const causesOfOthers = ({ state, incident }: Situation) =>
  state.causes.filter((other) => other !== incident?.cause)
export const addressesOfOthers = ({ state, caller }: Situation) =>
  Object.values(state.accounts).flatMap(({ email }) => (email && email !== caller?.email ? [email] : []))
