/** Asks a mock as a front end would: the usual request of an operation, by the one who usually sends it. */
import type { OutgoingHttpHeaders } from 'node:http'
import { type OperationId, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { type RawResponse, transmit } from '../support/raw-http.ts'

export const operationIds = Object.keys(operations) as OperationId[]

export const ofOperation = (operationId: OperationId) =>
  scenarios.filter((scenario) => scenario.operationId === operationId)

/** The scenario that an operation's contract begins with, whose request is valid. */
export function usualOf(operationId: OperationId): Scenario {
  const [usual] = ofOperation(operationId)
  if (!usual) throw new Error(`${operationId} has no scenario`)
  return usual
}

/** Sends the usual request of an operation; what the headers say comes beside it. */
export async function ask(
  url: string,
  operationId: OperationId,
  headers: OutgoingHttpHeaders = {},
): Promise<RawResponse> {
  const { path, query, body, caller } = usualOf(operationId)
  const target = operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '')
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const asked = search ? `${target}?${search}` : target
  return transmit(url, operations[operationId].method, asked, { ...(await headersOf(caller)), ...headers }, body)
}

/** The credentials of somebody, `operator` or `anonymous`, as headers: issued by nobody but the demo's own secret. */
export async function headersOf(caller: string): Promise<OutgoingHttpHeaders> {
  const { token, adminKey } = await credentialsOf({ caller, credential: 'valid' }, new Date())
  return { ...(token && { authorization: `Bearer ${token}` }), ...(adminKey && { 'x-admin-api-key': adminKey }) }
}
