/** Wrong credentials, wrong ids and malformed parts: three classes of values for any call. */
import type { OperationId } from '@monitoring-service/contract'
import { changedTokens, madeUpTokens } from '../checks/support/credential-mutations.ts'
import { randomUlid, similarIds, unknownIds } from '../checks/support/test-ids.ts'
import type { Call, Caller } from '../client/callers.ts'
import type { Model } from '../document/state.ts'
import type { Action, Proposer } from './action.ts'

const credentials = new Map([...changedTokens, ...madeUpTokens].map((one) => [one.description, one]))

const ids: Record<string, (id: string, model: Model) => string | undefined> = {
  unknown: () => randomUlid(),
  'in another case': (id) => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase()),
  'of a monitor': (_, { monitors }) => Object.values(monitors)[0]?.id,
  'of a service': (_, { services }) => Object.values(services)[0]?.id,
  'of the team': (_, { accounts }) => Object.values(accounts).find(({ teamId }) => teamId)?.teamId,
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].map((index) => [`similar ${index + 1}`, (id: string) => similarIds(id)[index]]),
  ),
  ...Object.fromEntries(
    unknownIds('incident').map((_, index) => [`odd ${index + 1}`, () => unknownIds('incident')[index]]),
  ),
}

/** Bodies that are not objects with a text as cause, and not JSON. */
export const brokenBodies: Record<string, unknown> = {
  'cause is a number': { cause: 7 },
  'cause is a list': { cause: ['text'] },
  'cause is an object': { cause: { text: 'text' } },
  'cause is true': { cause: true },
  'cause is null': { cause: null },
  'a list': ['text'],
  'a text': 'text',
  'an unknown property': { status: 'open' },
  'too long': { cause: 'a'.repeat(10_001) },
}

/** @param share of the calls. */
export function withSpoiled({ random }: Proposer, action: Action, share = 0.12): Action {
  if (action.by === 'anonymous' || !random.chance(share)) return action
  const more = random.chance(0.5)
    ? { credential: random.pick([...credentials.keys()]) }
    : { id: random.pick(Object.keys(ids)) }
  return { ...action, more: { ...action.more, ...more } }
}

export function spoil(
  caller: Caller,
  model: Model,
  more: Action['more'],
  operationId: OperationId,
  own: string,
  body?: unknown,
): Call<unknown> {
  const { credential = '', id = '' } = more ?? {}
  const sender = credentials.get(credential)?.apply(caller) ?? caller
  return sender.send(operationId, { id: ids[id]?.(own, model) ?? own, ...(body !== undefined && { body }) })
}
