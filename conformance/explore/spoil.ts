/** Wrong credentials, wrong ids and malformed parts: three classes of values for a call of any operation. */
import { operations as contract, type OperationId } from '@monitoring-service/contract'
import { changedTokens, madeUpTokens } from '../checks/support/credential-mutations.ts'
import { bodyProperties, invalidBodies, nonObjects } from '../checks/support/invalid-values.ts'
import type { Call, Caller, RequestDetails } from '../client/callers.ts'
import { randomUlid, similarIds, unknownIds } from '../client/test-ids.ts'
import type { Model } from '../document/state.ts'
import type { Action, ExploredOperation, Proposer } from './action.ts'

const credentials = new Map([...changedTokens, ...madeUpTokens].map((one) => [one.description, one]))

type SpoilId = (id: string, model: Model) => string | undefined
const numbered = (name: string, count: number, at: (index: number) => SpoilId) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name} ${index + 1}`, at(index)]))
const odd = unknownIds('object')
const ids: Record<string, SpoilId> = {
  unknown: () => randomUlid(),
  'in another case': (id) => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase()),
  'with a quote': (id) => `${id}'`,
  'in quotes': (id) => `"${id}"`,
  'with a backslash': (id) => `${id}\\`,
  'with a wildcard': (id) => `${id.slice(0, -1)}%`,
  'of an incident': (_, { incidents }) => Object.values(incidents)[0]?.id,
  'of a monitor': (_, { monitors }) => Object.values(monitors)[0]?.id,
  'of a service': (_, { services }) => Object.values(services)[0]?.id,
  'of the team': (_, { accounts }) => Object.values(accounts).find(({ teamId }) => teamId)?.teamId,
  ...numbered('similar', 5, (index) => (id) => similarIds(id)[index]),
  ...numbered('odd', odd.length, (index) => () => odd[index]),
}

/** The request with one malformed part, by what is wrong with it. */
function malformedParts(id: OperationId, details: RequestDetails): Map<string, RequestDetails> {
  const { body, query } = details
  const parts = new Map<string, RequestDetails>([
    ['an unknown parameter', { ...details, query: { ...(typeof query === 'object' && query), verbose: 'true' } }],
  ])
  const properties = bodyProperties(id)
  if (properties.length === 0) return parts.set('a body', { ...details, body: {} })
  const good = (body ?? {}) as Record<string, unknown>
  parts.set('an unknown property', { ...details, body: { ...good, status: 'open' } })
  parts.set('as text', { ...details, body: good, contentType: 'text/plain' })
  const { body: _, ...others } = details
  for (const { what, ...wrong } of [...nonObjects, ...properties.flatMap((name) => invalidBodies(id, name, good))])
    parts.set(what, { ...others, ...wrong })
  return parts
}

/** The share of the calls that are spoiled. */
const share = 0.1

export function withSpoiled({ random, model }: Proposer, { id, details }: ExploredOperation, action: Action): Action {
  const { security, path } = contract[id]
  if (!random.chance(share)) return action
  const classes = [
    ...(security?.scheme === 'bearerAuth' && action.by !== 'anonymous' ? ['credential'] : []),
    ...(path.includes('{id}') ? ['id'] : []),
    'part',
  ]
  const values: Record<string, () => string[]> = {
    credential: () => [...credentials.keys()],
    id: () => Object.keys(ids),
    part: () => [...malformedParts(id, details(model, action)).keys()],
  }
  const spoiled = random.pick(classes)
  return { ...action, more: { ...action.more, [spoiled]: random.pick(values[spoiled]?.() ?? []) } }
}

/** The call, with what is spoiled in it. */
export function spoiledCall(caller: Caller, model: Model, operation: ExploredOperation, action: Action): Call<unknown> {
  const { credential = '', id = '', part = '' } = action.more ?? {}
  const good = operation.details(model, action)
  const details = malformedParts(operation.id, good).get(part) ?? good
  const own = details.id ?? ''
  const sender = credentials.get(credential)?.apply(caller) ?? caller
  return sender.send(operation.id, { ...details, id: ids[id]?.(own, model) ?? own })
}
