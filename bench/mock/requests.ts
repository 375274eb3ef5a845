/** The workloads of `mock-peers`, made of the contract's scenarios. */
import { demo, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import { sendOne, type Workload } from '../load.ts'

/** Recorded responses by method and path without query. */
export type Recording = Record<string, { status: number; headers: Record<string, string>; body: string }>

const resolve = findScenario('resolveIncident', 'resolveWithCause')

export const workloads: Workload[] = [
  toWorkload('login 200', findScenario('login', 'login')),
  toWorkload('list 200', findScenario('listDeletionRequests', 'firstPage')),
  toWorkload('resolve 200', resolve),
  // Valid, but not an example of the contract, like most requests of front ends.
  toWorkload('resolve 200, own words', { ...resolve, body: { cause: 'A disk was full' } }),
  toWorkload('signup 4xx', findScenario('signup', 'invalidEmail')),
]

function findScenario(operationId: string, name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.operationId === operationId && scenario.name === name)
  if (!found) throw new Error(`the contract has no scenario ${name} of ${operationId}`)
  return found
}

function toWorkload(name: string, { operationId, caller, path, query, body, status }: Scenario): Workload {
  const { method, path: template } = operations[operationId]
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  const request = {
    method,
    path: template.replace(/\{(\w+)\}/g, (_, key) => path[key] ?? '') + (search && `?${search}`),
    headers: { ...credentialOf(caller), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  // Scalar rejects with 422 in place of the contract's 400.
  return { name, statuses: status === 400 ? [400, 422] : [status], requests: [request] }
}

function credentialOf(caller: string): Record<string, string> {
  if (caller === 'anonymous') return {}
  if (caller === 'operator') return { 'x-admin-api-key': demo.adminApiKey }
  type Session = { user?: { email: string }; accessToken: string }
  const sessions = scenarios.flatMap(({ response }) => ((response as Session)?.user ? [response as Session] : []))
  return { authorization: `Bearer ${sessions.find(({ user }) => user?.email === caller)?.accessToken}` }
}

/** A server's responses to the workloads, without the headers that Node adds to each response. */
export async function record(base: string): Promise<Recording> {
  const byNode = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  const recording: Recording = {}
  for (const workload of workloads) {
    const { status, headers, body } = await sendOne(base, workload)
    const own = Object.fromEntries([...headers].filter(([name]) => !byNode.includes(name)))
    const [request] = workload.requests
    recording[`${request?.method} ${request?.path?.split('?')[0]}`] = { status, headers: own, body }
  }
  return recording
}
