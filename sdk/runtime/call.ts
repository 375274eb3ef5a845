/** A call: a promise of data, which also gives access to its result and its response. */
import {
  type ApiError,
  type ApiErrorOf,
  CallError,
  type ConnectionError,
  type ResponseError,
  type TimeoutError,
  type UndeclaredStatus,
} from './errors.ts'
import type { CallResponse } from './transport.ts'

/** A call in progress, by its operation's maps of success and error statuses to bodies. */
export interface Call<Responses, Errors> extends Promise<Responses[keyof Responses]> {
  /**
   * The outcome of the call, discriminated by `ok` and `status`. It rejects only for the caller's own errors: the reason
   * of an aborted signal, an exception of `session` or `adminKey` unless another call of this SDK threw it, and a
   * `TypeError` for malformed input.
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
  | { ok: false; status: UndeclaredStatus; data?: never; error: ApiError }
  | { ok: false; status: undefined; data?: never; error: ResponseError | ConnectionError | TimeoutError }

export function createCall<Responses, Errors>(sent: Promise<CallResponse>): Call<Responses, Errors> {
  let response: CallResponse
  // Both methods derive from this promise, so using one of them prevents an unhandled rejection.
  const data = sent.then((received) => {
    response = received
    return response.data
  })
  const methods = {
    result: () =>
      data.then(
        (data) => ({ ok: true, status: response.response.status, data }),
        (error) => {
          if (!(error instanceof CallError)) throw error
          return { ok: false, status: error.code && error.status, error }
        },
      ),
    withResponse: () => data.then(() => response),
  }
  return Object.assign(data, methods) as unknown as Call<Responses, Errors>
}
