/** What a call is to its caller: a promise of data, which can also be asked for its result or its response. */
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

/** A call that is on its way, by the maps of its success and error statuses to bodies. */
export interface Call<Responses, Errors> extends Promise<Responses[keyof Responses]> {
  /**
   * What came of the call, told apart by `ok` and `status`. Only what the caller is to blame for rejects: the reason
   * of an aborted signal, what `session` or `adminKey` throw unless it comes from a call of this SDK, and a `TypeError`
   * for a malformed input.
   */
  result(): Promise<Result<Responses, Errors>>
  /** The data, with what is known of the response. */
  withResponse(): Promise<CallResponse<Responses[keyof Responses]>>
}

/** What came of a call. Without an answer of the service, `status` is undefined. */
export type Result<Responses, Errors> = Success<Responses> | Refusal<Errors> | Failed

type Success<Responses> = {
  [Status in keyof Responses]: { ok: true; status: Status; data: Responses[Status]; error?: never }
}[keyof Responses]

type Refusal<Errors> = {
  [Status in keyof Errors]: { ok: false; status: Status; data?: never; error: ApiErrorOf<Errors[Status]> }
}[keyof Errors]

type Failed =
  | { ok: false; status: UndeclaredStatus; data?: never; error: ApiError }
  | { ok: false; status: undefined; data?: never; error: ResponseError | ConnectionError | TimeoutError }

export function createCall<Responses, Errors>(sent: Promise<CallResponse>): Call<Responses, Errors> {
  let reply: CallResponse
  // Everything hangs on this one promise, so that a call whose result is asked for never counts as unhandled.
  const data = sent.then((arrived) => {
    reply = arrived
    return reply.data
  })
  const extras = {
    result: () =>
      data.then(
        (data) => ({ ok: true, status: reply.response.status, data }),
        (error) => {
          if (!(error instanceof CallError)) throw error
          return { ok: false, status: error.code && error.status, error }
        },
      ),
    withResponse: () => data.then(() => reply),
  }
  return Object.assign(data, extras) as unknown as Call<Responses, Errors>
}
