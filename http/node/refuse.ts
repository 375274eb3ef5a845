/** Writes a refusal into a response. */
import type { ServerResponse } from 'node:http'
import { type Contract, contract as ours } from '@monitoring-service/contract'
import { type ApiError, toErrorResponse } from '../api-error.ts'

const refusals = new WeakMap<ServerResponse, ApiError>()

/** Puts a refusal's status and headers on a response and returns the body to send with them. */
export function sendError(response: ServerResponse, error: ApiError, contract: Contract = ours): unknown {
  const { status, headers, body } = toErrorResponse(error, contract)
  refusals.set(response, error)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  return body
}

/** The refusal that a response carries, if it carries one. */
export function sentError(response: ServerResponse): ApiError | undefined {
  return refusals.get(response)
}
