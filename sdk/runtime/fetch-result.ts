/** The outcome of a call by path. */
import type { UnknownErrorDetail } from './error-detail.ts'

/** The data or the error body of a response, by the maps of success and error statuses to bodies. */
export type FetchResult<Responses, Errors> = {
  /** Status and headers of the response; its body has been read. */
  response: Response
  /** The number of requests sent. */
  attempts: number
  /** The call writes, and the response to an earlier request was lost: the result describes the last request only. */
  maybeApplied: boolean
} & (
  | { data: Responses[keyof Responses]; error?: undefined }
  | { data?: undefined; error: Errors[keyof Errors] | { error: UnknownErrorDetail } }
)
