/** A request to the mock with its response, as the log, the live view and tests see it. */
import { credentialHeaders } from '@monitoring-service/contract'

export interface Exchange {
  /** Counts the exchanges of a mock. */
  number: number
  /** When the request arrived (RFC 3339). */
  at: string
  session: string
  method: string
  /** Path and query. */
  target: string
  /** Of requests that match an operation. */
  operationId?: string
  /** The request's credentials, preferences and content type. */
  headers: Record<string, string>
  /** The request's JSON body. */
  body?: unknown
  /** Absent if no response was sent. */
  status?: number
  scenario?: string
  fault?: string
  /** Why the mock answered so. */
  reason?: string
  /** Milliseconds until the end; absent while the request is in progress. */
  duration?: number
}

/** A line without headers and bodies, because they may contain secrets. */
export function formatExchange(exchange: Exchange, hasReason = false): string {
  const { method, target, status = 'no answer', scenario, fault, duration, reason, session } = exchange
  const parts = [method, target, status, scenario, fault && `fault=${fault}`, `${duration} ms`]
  if (hasReason) parts.push(session && `session ${session}`, reason && `(${reason})`)
  return parts.filter(Boolean).join(' ')
}

/** The same as JSON. */
export function toJson({ body: _, headers: __, ...exchange }: Exchange): string {
  return JSON.stringify(exchange)
}

/** Exchanges that a list keeps. */
const maximum = 1_000

export function addExchange(exchanges: Exchange[], exchange: Exchange): void {
  if (exchanges.push(exchange) > maximum) exchanges.shift()
}

/** The headers that an exchange has, of all headers with their names in lower case. */
export function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept = [...Object.values(credentialHeaders), 'content-type', 'prefer']
  return Object.fromEntries(kept.flatMap((name) => (name in headers ? [[name, String(headers[name])]] : [])))
}
