/** Rows that several operations have: who calls (Document 5), whether the subject is there, and how a request is formed. */
import type { Condition } from '../verdict/conditions.ts'
import type { Doubt, Refusal, Situation } from './operation.ts'
import { isSameTeam } from './state.ts'
import { malformed } from './texts.ts'

/** An object of a team. */
export interface Owned {
  id: string
  team: string
  teamId?: string | undefined
}

const isUnauthenticated = ({ credential }: Situation) =>
  credential === 'none' || credential === 'invalid' || credential === 'admin key'

/** A user, a team, a time and a signature need more bytes. */
const mostBytesOfReference = 36
/** A longer token may contain all that the target needs, and be valid until it expires: the document leaves that open. */
function isReference(token = ''): boolean {
  const bytes = token.length * (/^[\da-f-]+$/i.test(token) ? 1 / 2 : 3 / 4)
  return bytes <= mostBytesOfReference
}
export const unauthenticated = (cites: string): Refusal[] => [
  [isUnauthenticated, 'unauthenticated', cites],
  [
    ({ caller }) => caller?.isDeleted === true,
    'unauthenticated',
    '3.2b 8a',
    ({ caller }) => (isReference(caller?.accessToken) ? 'sound' : 'profile'),
  ],
]

/** Who may call an operation that requires the write scope. */
export const writerRefusals = (caller: string, scope: string): Refusal[] => [
  ...unauthenticated(caller),
  // The document leaves open what gives a token its scopes.
  [
    ({ caller }) => caller?.canWrite === false,
    'missing write scope',
    scope,
    ({ caller, credential }) =>
      caller?.cameWithToken && caller.older.length > 0 && credential !== 'older' ? 'implied' : 'documented',
  ],
]

const isMissing = ({ subject }: Situation) => subject === undefined
export const isForeign = ({ caller, subject }: Situation<Owned>) =>
  Boolean(caller && subject && !isSameTeam(caller, subject))
const isInOtherCase = (one: Situation<Owned>) =>
  !isForeign(one) && one.subject !== undefined && one.subject.id !== one.id

/** The object with this id, else with this id in other letters. */
export function findById<T extends Owned>(all: Record<string, T>, id: string): T | undefined {
  const objects = Object.values(all)
  return objects.find((one) => one.id === id) ?? objects.find((one) => one.id.toLowerCase() === id.toLowerCase())
}

/** @param ofPath the condition if a server may refuse the path itself. */
export const notFound = (condition: Condition, cites: string, ofPath = condition): Refusal<Owned>[] => [
  [({ id }) => malformed(id), ofPath, cites],
  [(one) => isMissing(one) && !malformed(one.id), condition, cites],
  [isInOtherCase, condition, cites, 'profile'],
  [isForeign, condition, cites, 'sound'],
]

/** The document does not show how long a token is valid, nor what an account may do that is scheduled for deletion. */
export const callerDoubts: Doubt[] = [
  [({ caller, credential }) => credential === 'older' || caller?.mayBeLoggedOut === true, undefined, 'open'],
  [({ caller }) => caller?.deletion !== undefined, undefined, 'profile'],
]

export const asObject = (input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : undefined
export const hasBody = ({ input }: Situation) => input !== undefined
export const hasQuery = ({ query }: Situation) => query !== undefined
/** An implementation may take null or a number for no body. */
export const isNoObject = ({ input }: Situation) => typeof input === 'string' || Array.isArray(input)
export const mayBeNoBody = ({ input }: Situation) => input !== undefined && !asObject(input)
/** A body of another type than JSON in UTF-8. */
export const hasOtherType = ({ input, headers }: Situation) =>
  input !== undefined &&
  (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? '') ||
    (headers['content-encoding'] ?? 'identity') !== 'identity')

/** Reasons of the form of a body, before those of the caller. */
export const formRefusals: Refusal[] = [
  [hasOtherType, 'other media type', '0a', 'profile'],
  [({ isMalformed }) => isMalformed === true, 'invalid body', '7b', 'profile'],
]

/** In another form than the usual one, which is the same body. */
export const formDoubts: Doubt[] = [
  [
    ({ headers }) =>
      'transfer-encoding' in headers || (headers['content-type'] ?? 'application/json') !== 'application/json',
    undefined,
    'implied',
  ],
]

export const addressesOfOthers = ({ state, caller }: Situation) =>
  Object.values(state.accounts).flatMap(({ email }) => (email && email !== caller?.email ? [email] : []))
