/** What passes through the runtime: a call's request, and its response. */
import type { RequestTarget } from './build-url.ts'
import type { Security } from './headers.ts'
import type { CallOptions } from './options.ts'

/** A call, as the generated operations describe it. */
export interface CallRequest extends CallOptions, RequestTarget {
  body?: unknown
  security?: Security | undefined
}

/** The data of a success, with its response. */
export interface Received<Data = unknown> {
  data: Data
  /** Status and headers of the response; its body has been read. */
  response: Response
  /** The `X-Request-Id` of the response. Quote it to the operator of the service. */
  requestId: string | undefined
}

/** The data of a successful call, with its response. */
export interface CallResponse<Data = unknown> extends Received<Data> {
  /** The number of requests sent. */
  attempts: number
  /** The call writes, and the response to an earlier request was lost: the data describes the last request only. */
  maybeApplied: boolean
}
