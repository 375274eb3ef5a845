/** A request to the target, its response, and why there is none. */
import type { OperationId } from '@monitoring-service/contract'
import type { InvalidCredential } from './credentials.ts'
import { isClosed, type ReceivedResponse } from './driver.ts'
import { LimitError } from './response-limits.ts'

export interface OutgoingRequest {
  /** Absent if the request is for none of the eight operations. */
  operationId?: OperationId | undefined
  method: string
  /** Path and query, relative to the base address. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  invalidCredential?: InvalidCredential
}

/** `T` is the body of an accepted call by the contract; a target may send anything. */
export interface Exchange<T = unknown> {
  request: OutgoingRequest & { url: string }
  /** With the status 0 if there is none. */
  response: ReceivedResponse
  /** Why there is no response, or none that the kit reads. */
  unanswered?: string
  /** The parsed JSON of the response, or undefined. */
  body: T | undefined
  isJson: boolean
  /** Others were sent at the same time. */
  isAtOnce?: true
  started: Date
  /** Milliseconds since 1970, by the target's clock. */
  targetTime: number
  milliseconds: number
}

export const isAccepted = ({ response: { status } }: Pick<Exchange, 'response'>): boolean =>
  status >= 200 && status < 300

export class NoResponseError extends Error {
  readonly exchange: Exchange
  readonly reason: string
  /** The connection was closed, or the target does not know itself, so it may have processed the request or not. */
  readonly connectionClosed: boolean
  /** There is one, with more than the kit reads. */
  readonly exceedsLimit: boolean
  /** There is one, of a gateway. */
  readonly isOfGateway: boolean
  /** The number of steps of the check that it ended. */
  steps = 0
  constructor(exchange: Exchange, reason: string, cause?: unknown) {
    super(`${exchange.request.method} ${exchange.request.path} was not answered: ${reason}`)
    this.exchange = { ...exchange, unanswered: reason }
    this.reason = reason
    this.connectionClosed = cause === undefined || isClosed(cause)
    this.exceedsLimit = cause instanceof LimitError
    this.isOfGateway = exchange.response.status > 0 && cause === undefined && !exchange.isJson
  }
}

/** Responses of 503 in a row from which a target counts as unavailable. */
const unavailableAfter = 3

/** The target still answers 429 or 503 when the kit's patience ends. */
export class RateLimitedError extends Error {
  readonly request: OutgoingRequest
  /** Every attempt was answered with 503. */
  readonly isDown: boolean
  constructor(request: OutgoingRequest, status: number, attempts: number) {
    super(
      status === 429
        ? 'the target limits the rate of requests (429): raise its limits for the kit, or --patience, or lower --jobs'
        : 'the target is not available (503)',
    )
    this.request = request
    this.isDown = status === 503 && attempts >= unavailableAfter
  }
}

/** The run has sent or received as much as it may. */
export class RequestLimitError extends Error {}
