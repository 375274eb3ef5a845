/** A call: a promise of data, which also gives access to its result and its response. */
import type { UndeclaredStatus } from './error-detail.ts'
import {
  type ApiErrorOf,
  CallError,
  type ConnectionError,
  type Failure,
  type ResponseError,
  type TimeoutError,
  type UndeclaredApiError,
} from './errors.ts'
import type { CallResponse } from './exchange.ts'

/** A call in progress, by its operation's maps of success and error statuses to bodies. */
export interface Call<Responses, Errors> extends Promise<Responses[keyof Responses]> {
  /**
   * The outcome of the call, discriminated by `ok` and `status`. It rejects only for the caller's own errors: the reason
   * of an aborted signal, an exception of a function in the options, and a `TypeError` for malformed input.
   */
  result(): Promise<Result<Responses, Errors>>
  /** The data together with the response. */
  withResponse(): Promise<CallResponse<Responses[keyof Responses]>>
}

/** The outcome of a call. Without a response of the service, `status` is undefined. */
export type Result<Responses, Errors> = Success<Responses> | ErrorResult<Errors> | Failed

type Success<Responses> = {
  [Status in keyof Responses]: { ok: true; status: Status; data: Responses[Status]; error?: never }
}[keyof Responses]

type ErrorResult<Errors> = {
  [Status in keyof Errors]: { ok: false; status: Status; data?: never; error: ApiErrorOf<Errors[Status]> }
}[keyof Errors]

type Failed =
  | { ok: false; status: UndeclaredStatus; data?: never; error: UndeclaredApiError }
  | { ok: false; status: undefined; data?: never; error: ResponseError | ConnectionError | TimeoutError }

export function createCall<Responses, Errors>(outcome: Promise<CallResponse | Failure>): Call<Responses, Errors> {
  // Both methods derive from this promise, so using one of them prevents an unhandled rejection.
  const data = outcome.then((result) => {
    if (result instanceof CallError) throw result
    return result.data
  })
  const toOutcome = () => outcome
  return Object.assign(data, {
    result: () =>
      data
        .then(toOutcome, toOutcome)
        .then((result) =>
          result instanceof CallError
            ? { ok: false, status: result.code && result.status, error: result }
            : { ok: true, status: result.response.status, data: result.data },
        ),
    withResponse: () => data.then(toOutcome),
  }) as unknown as Call<Responses, Errors>
}
