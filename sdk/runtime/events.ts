/** The events of a call. */
import type { Failure } from './errors.ts'

/**
 * An event in the course of a call. The first is `start`. The last is exactly one of `success`, `failure` with `final`, and
 * `abort`.
 */
export type CallEvent = {
  method: string
  /** The path template. */
  path: string
  /** The number of requests so far; an event about a request has its number, from 1. */
  attempt: number
  /** Time since the call began. */
  milliseconds: number
} & CallEventDetails

export type CallEventDetails =
  | { type: 'start' }
  | { type: 'request' }
  | { type: 'success'; status: number; requestId: string | undefined }
  /** An attempt failed. If it is `final`, the call ends with it. The retry budget of the client allows `retriesLeft`. */
  | { type: 'failure'; error: Failure; final: boolean; retriesLeft: number }
  /** The next request follows after `pause` milliseconds. */
  | { type: 'retry'; pause: number }
  /** The caller's signal, malformed input, or an exception of the caller's own functions ended the call. `maybeApplied` is as in errors. */
  | { type: 'abort'; maybeApplied: boolean }
