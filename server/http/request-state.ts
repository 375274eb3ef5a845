/** A request on its way through the server: the parsed request, and what each step adds to it. */
import type { ParsedRequest, Query } from '@monitoring-service/http'
import type { Caller } from '../operation-types.ts'

export interface RequestState extends ParsedRequest {
  /** Set by authentication, where the operation requires it. */
  caller?: Caller
  /** The user that the request is about, or `operator`, once known: for the log. */
  accountId?: string
  identified(userId: string): void
  /** The query as typed by the contract; set by validation. */
  typedQuery?: Query | undefined
}

const key = Symbol('request state')

export function setRequestState(request: object, parsed: ParsedRequest): void {
  const state: RequestState = {
    ...parsed,
    identified(userId) {
      state.accountId = userId
    },
  }
  Object.assign(request, { [key]: state })
}

/** Undefined if the request was refused before it was parsed. */
export function requestStateIn(request: object): RequestState | undefined {
  return (request as { [key]?: RequestState })[key]
}

/** @throws Error if the request was not parsed: no request reaches an operation without the checks of http. */
export function requestStateOf(request: object): RequestState {
  const state = requestStateIn(request)
  if (!state) throw new Error('the request was not parsed')
  return state
}
