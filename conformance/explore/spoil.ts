/** Wrong credentials, wrong ids and malformed parts: three classes of values for a call of any operation. */
import { operations as contract, type OperationId } from '@monitoring-service/contract'
import { changedTokens, madeUpTokens } from '../checks/support/credential-mutations.ts'
import { invalidBodies, nonObjects } from '../checks/support/invalid-values.ts'
import type { RequestDetails } from '../client/callers.ts'
import { randomUlid, similarIds, unknownIds } from '../client/test-ids.ts'
import type { Model } from '../document/state.ts'
import type { Action } from './action.ts'
import { propertiesOf } from './requests.ts'

/** No wrong credential: the document leaves open how long it is valid. */
export const olderSession = 'of an earlier log-in'

export const credentials = new Map([...changedTokens, ...madeUpTokens].map((one) => [one.description, one]))

type SpoilId = (id: string, model: Model) => string | undefined
const numbered = (name: string, count: number, at: (index: number) => SpoilId) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name} ${index + 1}`, at(index)]))
const odd = unknownIds('object')
export const ids: Record<string, SpoilId> = {
  unknown: () => randomUlid(),
  'in another case': (id) => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase()),
  'with quotes and a backslash': (id) => `${id}'"\\`,
  'with a wildcard': (id) => `${id.slice(0, -1)}%`,
  'of an incident': (_, { incidents }) => Object.values(incidents)[0]?.id,
  'of a monitor': (_, { monitors }) => Object.values(monitors)[0]?.id,
  'of a service': (_, { services }) => Object.values(services)[0]?.id,
  'of the team': (_, { accounts }) => Object.values(accounts).find(({ teamId }) => teamId)?.teamId,
  ...numbered('similar', 5, (index) => (id) => similarIds(id)[index]),
  ...numbered('odd', odd.length, (index) => () => odd[index]),
}

/** The request with one malformed part each; of one operation always as many. */
export function malformedParts(id: OperationId, details: RequestDetails): RequestDetails[] {
  const { body, ...others } = details
  const good = (body ?? {}) as Record<string, unknown>
  const properties = propertiesOf[id]
  const unknownParameter = { ...details, query: { ...(details.query as object), verbose: 'true' } }
  const malformed = Object.keys(contract[id].query).map((name) => ({ ...details, query: `${name}=%zz` }))
  if (properties.length === 0) return [unknownParameter, ...malformed, { ...details, body: {} }]
  const invalid = [...nonObjects, ...properties.flatMap((name) => invalidBodies(id, name, good))]
  return [
    unknownParameter,
    { ...details, body: { ...good, status: 'open' } },
    { ...details, body: good, contentType: 'text/plain' },
    ...invalid.map((wrong) => ({ ...others, ...wrong })),
  ]
}

/** The ways to spoil a call, each with one value. */
export function waysToSpoil({ by }: Action, operation: OperationId): NonNullable<Action['spoiled']>[] {
  const { security, path } = contract[operation]
  const hasToken = security?.scheme === 'bearerAuth' && by !== 'anonymous'
  return [
    ...(hasToken ? [...credentials.keys()].map((credential) => ({ credential })) : []),
    ...(path.includes('{id}') ? Object.keys(ids).map((id) => ({ id })) : []),
    ...malformedParts(operation, {}).map((_, index) => ({ part: `${index}` })),
  ]
}
