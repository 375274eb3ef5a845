/** Rows that several operations have: who calls (Document 5), whether the subject is there, and how a request is formed. */
import { type OperationId, operations, type TextRule } from '@monitoring-service/contract'
import { validators } from '@monitoring-service/contract/validators'
import type { Claim } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Cites, Doubt, Refusal, RefusalBasis, Shown, Situation } from './operation.ts'
import { isSameTeam, type Owned } from './state.ts'
import { loneSurrogateIn, malformed } from './texts.ts'

const hasNoToken = ({ credential }: Situation) =>
  credential === 'none' || credential === 'invalid' || credential === 'admin key'
const isOfDeleted = ({ caller }: Situation) => caller?.isDeleted === true

/** A user, a team, a time and a signature need more bytes. */
const mostBytesOfReference = 36
/** A longer token may contain all that the target needs, and be valid until it expires: the document leaves that open. */
function basisOfToken({ caller }: Situation) {
  const { accessToken = '' } = caller ?? {}
  const isHexadecimal = /^[\da-f-]+$/i.test(accessToken)
  const bytes = accessToken.length * (isHexadecimal ? 1 / 2 : 3 / 4)
  return bytes <= mostBytesOfReference ? 'sound' : 'profile'
}
export const unauthenticated = (cites: Cites): Refusal[] => [
  { when: hasNoToken, condition: 'unauthenticated', cites },
  { when: isOfDeleted, condition: 'unauthenticated', cites: ['3.2e', '8a'], basis: basisOfToken },
]

/** The document leaves open what gives a token its scopes: the account, the log-in, or the hook that made the record. */
function basisOfScope({ caller, credential }: Situation): RefusalBasis {
  if (caller?.isStale) return 'profile'
  const isOfLogIn = caller?.cameWithToken && caller.older.length > 0 && credential !== 'older'
  return isOfLogIn ? 'implied' : 'documented'
}
export const missingScope = (cites: Cites): Refusal => ({
  when: ({ caller }) => caller?.canWrite === false,
  condition: 'missing write scope',
  cites,
  basis: basisOfScope,
})

const isMissing = ({ subject }: Situation) => subject === undefined
export const isForeign = ({ caller, subject }: Situation<Owned>) =>
  Boolean(caller && subject && !isSameTeam(caller, subject))
const isInOtherCase = (request: Situation<Owned>) =>
  !isForeign(request) && request.subject !== undefined && request.subject.id !== request.id

/** The object with this id, else with this id in other letters. */
export function findById<T extends Owned>(all: Record<string, T>, id: string): T | undefined {
  const objects = Object.values(all)
  const inSmall = id.toLowerCase()
  return objects.find((object) => object.id === id) ?? objects.find((object) => object.id.toLowerCase() === inSmall)
}

/** @param ofPath the condition if a server may refuse the path itself. */
export const notFound = (condition: Condition, cites: Cites, ofPath = condition): Refusal<Owned>[] => [
  { when: ({ id }) => malformed(id), condition: ofPath, cites },
  { when: (request) => isMissing(request) && !malformed(request.id), condition, cites },
  { when: isInOtherCase, condition, cites, basis: 'profile' },
  { when: isForeign, condition, cites, basis: 'sound' },
]

/** The document does not show how long a token is valid, nor what an account may do that is scheduled for deletion. */
export const callerDoubts: Doubt[] = [
  { when: ({ caller, credential }) => credential === 'older' || caller?.mayBeLoggedOut === true, basis: 'open' },
  { when: ({ caller }) => caller?.deletion !== undefined, basis: 'profile' },
]

export const asObject = (input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : undefined
/** The text of a property of the body. */
export function textIn({ input }: Pick<Situation, 'input'>, name: string): string | undefined {
  const value = asObject(input)?.[name]
  return typeof value === 'string' ? value : undefined
}
export const hasBody = ({ input }: Situation) => input !== undefined
/** An implementation may take null or a number for no body. */
export const isNoObject = ({ input }: Situation) => typeof input === 'string' || Array.isArray(input)
/** A body of another type than JSON in UTF-8. */
export const hasOtherMediaType = ({ input, headers }: Situation) =>
  input !== undefined &&
  (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? '') ||
    (headers['content-encoding'] ?? 'identity') !== 'identity')

/** Reasons of the form of a body, before those of the caller. */
export const formRefusals: Refusal[] = [
  { when: hasOtherMediaType, condition: 'other media type', cites: ['0a'], basis: 'profile' },
  { when: ({ isMalformed }) => isMalformed, condition: 'invalid body', cites: ['7b'], basis: 'profile' },
]

/** Decided by openapi.yaml: the parameters, how often and in which form they are sent, and their bounds. */
const hasInvalidQuery =
  (id: OperationId) =>
  ({ query }: Situation) => {
    const entries = [...(query ?? [])]
    const types: Record<string, string> = operations[id].query
    const isPlain = (name: string, value: string) =>
      Object.hasOwn(types, name) && value !== '' && (types[name] !== 'integer' || /^(0|[1-9]\d*)$/.test(value))
    const values = Object.fromEntries(entries)
    return (
      Object.keys(values).length < entries.length ||
      !entries.every(([name, value]) => isPlain(name, value)) ||
      !validators[id]?.parameters({ path: { id: 'any' }, query: values })
    )
  }

/** Decided by openapi.yaml: the properties of a body, and what their texts may be. */
const hasInvalidBody = (id: OperationId) => (request: Situation) => {
  const rules: Record<string, TextRule> = operations[id].body?.texts ?? {}
  const isKept = ([name, { wellFormed, maxBytes = Number.POSITIVE_INFINITY }]: [string, TextRule]) => {
    const text = textIn(request, name) ?? ''
    return !(wellFormed && loneSurrogateIn(text)) && Buffer.byteLength(text) <= maxBytes
  }
  return !validators[id]?.body({ body: request.input }) || !Object.entries(rules).every(isKept)
}

export const contractRefusals = (id: OperationId, cites: Cites = []): Refusal[] => [
  { when: hasInvalidQuery(id), condition: 'invalid query', cites, basis: 'profile' },
  { when: hasInvalidBody(id), condition: 'invalid body', cites, basis: 'profile' },
]

const isInOtherForm = ({ headers }: Situation) =>
  'transfer-encoding' in headers || (headers['content-type'] ?? 'application/json') !== 'application/json'
/** In chunks, which HTTP lets a server refuse, or with another spelling of the media type, it is the same body. */
export const otherForm: Doubt = {
  when: isInOtherForm,
  basis: ({ headers }) => ('transfer-encoding' in headers ? 'implied' : 'sound'),
}

const addressesOfOthers = ({ model, caller }: Situation) =>
  Object.values(model.accounts).flatMap(({ email }) => (email && email !== caller?.email ? [email] : []))
const lacksOthers = (request: Situation): Claim => ({ kind: 'lacks', texts: addressesOfOthers(request) })
export const noAddressOfOthers: Shown = { path: 'the headers', claim: lacksOthers, cites: [], basis: 'sound' }
