/** The values that pass through the runtime: a call's request, and its response. */
import type { RequestTarget } from './build-url.ts'

/** A call, as the generated operations describe it. */
export interface CallRequest extends RequestTarget {
  body?: unknown
  /** The header of the credential that the operation requires. */
  security?: string | undefined
  /** Its success has no content. */
  isEmpty?: boolean
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
