/** Sends the usual request of an operation to a mock, as its usual caller. */
import type { OutgoingHttpHeaders } from 'node:http'
import { type OperationId, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import { createMock, type MockOptions } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { onTestFinished } from 'vitest'
import { type RawResponse, transmit } from '../support/raw-http.ts'

/** Starts a mock for the rest of the test; returns its URL. */
export async function openMock(options: MockOptions = {}): Promise<string> {
  const mock = await createMock(options)
  onTestFinished(() => mock.close(0))
  return mock.url
}

export const operationIds = Object.keys(operations) as OperationId[]

export const ofOperation = (operationId: OperationId) =>
  scenarios.filter((scenario) => scenario.operationId === operationId)

/** The first scenario of an operation; its request is valid. */
function usualScenario(operationId: OperationId): Scenario {
  const [usual] = ofOperation(operationId)
  if (!usual) throw new Error(`${operationId} has no scenario`)
  return usual
}

/** Sends the usual request of an operation with additional headers. */
export async function sendUsual(
  url: string,
  operationId: OperationId,
  headers: OutgoingHttpHeaders = {},
): Promise<RawResponse> {
  const { path, query, body, caller } = usualScenario(operationId)
  const filled = operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '')
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const target = search ? `${filled}?${search}` : filled
  const credentials = await credentialHeaders(caller)
  return transmit(url, operations[operationId].method, target, { ...credentials, ...headers }, body)
}

/** The credentials of a demo user, of `operator` or of `anonymous` as headers. */
export async function credentialHeaders(caller: string): Promise<OutgoingHttpHeaders> {
  const { token, adminKey } = await credentialsOf({ caller, credential: 'valid' }, new Date())
  return { ...(token && { authorization: `Bearer ${token}` }), ...(adminKey && { 'x-admin-api-key': adminKey }) }
}
