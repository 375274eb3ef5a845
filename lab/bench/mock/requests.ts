/** The workloads of `mock-peers`, made of the contract's scenarios. */
import { demo, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import type { Workload } from '../load.ts'

export const workloads: Workload[] = [
  toWorkload('login 200', 'login', 'login'),
  toWorkload('list 200', 'listDeletionRequests', 'firstPage'),
  toWorkload('resolve 200', 'resolveIncident', 'resolveWithCause'),
  // Valid, but not an example of the contract, like most requests of front ends.
  toWorkload('resolve 200, own words', 'resolveIncident', 'resolveWithCause', { cause: 'A disk was full' }),
  toWorkload('signup 4xx', 'signup', 'invalidEmail'),
]

function toWorkload(name: string, operationId: string, scenarioName: string, ownBody?: object): Workload {
  const found = scenarios.find((scenario) => scenario.operationId === operationId && scenario.name === scenarioName)
  if (!found) throw new Error(`the contract has no scenario ${scenarioName} of ${operationId}`)
  const { caller, path, query, body: content, status } = { ...found, ...(ownBody && { body: ownBody }) }
  const { method, path: template } = operations[found.operationId]
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  const request = {
    method,
    path: template.replace(/\{(\w+)\}/g, (_, key) => path[key] ?? '') + (search && `?${search}`),
    headers: { ...credentialOf(caller), ...(content !== undefined && { 'content-type': 'application/json' }) },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  }
  return { name, statuses: [status], requests: [request] }
}

function credentialOf(caller: Scenario['caller']): Record<string, string> {
  if (caller === 'anonymous') return {}
  if (caller === 'operator') return { 'x-admin-api-key': demo.adminApiKey }
  type Session = { user?: { email: string }; accessToken: string }
  const sessions = scenarios.map(({ response }) => response as Session | undefined)
  return { authorization: `Bearer ${sessions.find((session) => session?.user?.email === caller)?.accessToken}` }
}
