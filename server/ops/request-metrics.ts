/** Metrics of requests: their number, duration and errors, and the attempts that are limited. */
import { errors as errorTable, operations } from '@monitoring-service/contract'
import type { RequestReport } from '@monitoring-service/http/node'
import { Counter, Histogram, type Registry } from 'prom-client'
import { SignUpClosedError } from '../domain/sign-up-switch.ts'

/** Returns a function that counts a request. */
export function createRequestMetrics(registers: Registry[]): (request: RequestReport) => void {
  const requests = new Counter({
    name: 'monitoring_http_requests_total',
    help: 'Requests by operation and status; aborted if the caller left before the response.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'monitoring_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const errors = new Counter({
    name: 'monitoring_refusals_total',
    help: 'Error responses by error code of the contract.',
    labelNames: ['code'],
    registers,
  })
  // A counter that begins with its first event has not increased for Prometheus.
  for (const operation of [...Object.keys(operations), 'none']) {
    for (const status of serverErrors) requests.inc({ operation, status }, 0)
  }
  for (const code of Object.keys(errorTable)) errors.inc({ code }, 0)
  const countAttempt = createAttemptMetrics(registers)
  return (request) => {
    const { operationId: operation = 'none', status, ms, error } = request
    requests.inc({ operation, status: status === 0 ? 'aborted' : String(status) })
    durations.observe({ operation }, ms / 1000)
    if (error) errors.inc({ code: error.code })
    countAttempt(operation, request)
  }
}

function createAttemptMetrics(registers: Registry[]) {
  const attempts = new Counter({
    name: 'monitoring_attempts_total',
    help: 'Attempts whose number is limited: log-ins, sign-ups and proofs of identity, by operation and result; closed while sign-up is.',
    labelNames: ['operation', 'result'],
    registers,
  })
  for (const operation of limitedOperations) {
    for (const result of Object.values(attemptResults)) attempts.inc({ operation, result }, 0)
  }
  attempts.inc({ operation: 'signup', result: 'closed' }, 0)
  return (operation: string, { status, error }: RequestReport) => {
    // Only as often as the 503 that the alert leaves out: callers that left before it would hide other errors.
    const isClosed = error instanceof SignUpClosedError && status === error.status
    const result = isClosed ? 'closed' : attemptResults[error?.code ?? '']
    if (result && limitedOperations.has(operation)) attempts.inc({ operation, result })
  }
}

/** The statuses of the server's own failures. */
const serverErrors = new Set(Object.values(errorTable).flatMap(({ status }) => (status < 500 ? [] : [String(status)])))

/** The operations whose attempts are limited. */
const limitedOperations = new Set(
  Object.entries(operations).flatMap(([id, { responses }]) => ('429' in responses ? [id] : [])),
)

/** The result of an attempt, by the error code of its response. */
const attemptResults: Record<string, string> = {
  '': 'accepted',
  INVALID_CREDENTIALS: 'wrong',
  WRONG_PASSWORD: 'wrong',
  WRONG_VERIFICATION_CODE: 'wrong',
  EMAIL_ALREADY_REGISTERED: 'wrong',
  RATE_LIMITED: 'limited',
}
