/** What is known of a request on its way through the server. */
import type { Admitted, Query } from '@monitoring-service/http'
import type { Member } from '../store/store.ts'

/** Who calls: a user with a token, or whoever holds the admin API key. */
export type Caller = Member | 'operator'

export interface Passage {
  admitted: Admitted
  /** Ends it with a refusal. */
  fail(thrown: unknown): void
  /** Set once the credential was checked, where one is asked for. */
  caller?: Caller
  /** The query as the contract types it, once all of the request was found to be right. */
  query?: Query | undefined
}

const passage = Symbol('passage')

export function beginPassage(request: object, begun: Passage): void {
  Object.assign(request, { [passage]: begun })
}

/** @throws Error if there is none: nothing is served that did not come through the gate. */
export function passageOf(request: object): Passage {
  const found = (request as { [passage]?: Passage })[passage]
  if (!found) throw new Error('a request came past the gate')
  return found
}
