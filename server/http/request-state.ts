/** What is known of a request on its way through the server. */
import type { ParsedRequest, Query } from '@monitoring-service/http'
import type { Member } from '../store/store.ts'

/** Who calls: a user with a token, or whoever holds the admin API key. */
export type Caller = Member | 'operator'

export interface RequestState {
  admitted: ParsedRequest
  /** Ends it with a refusal. */
  fail(thrown: unknown): void
  /** Set once the credential was checked, where one is asked for. */
  caller?: Caller
  /** The query as the contract types it, once all of the request was found to be right. */
  query?: Query | undefined
}

const passage = Symbol('passage')

export function setRequestState(request: object, begun: RequestState): void {
  Object.assign(request, { [passage]: begun })
}

/** @throws Error if there is none: nothing is served that did not come through the gate. */
export function requestStateOf(request: object): RequestState {
  const found = (request as { [passage]?: RequestState })[passage]
  if (!found) throw new Error('a request came past the gate')
  return found
}
