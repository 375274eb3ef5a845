/** The requests of `mock-peers`, and those who send them. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { demo, operations, type Scenario, scenarios } from '@monitoring-service/contract'

export interface Workload {
  name: string
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** What is an answer to it. Scalar refuses by 422 in place of the contract's 400. */
  statuses: number[]
}

/** What a server wrote, by method and path. */
export type Answers = Record<string, { status: number; headers: string[]; body: string }>

const resolve = find('resolveIncident', 'resolveWithCause')

export const first = toWorkload('list 200', find('listDeletionRequests', 'firstPage'))

export const workloads: Workload[] = [
  toWorkload('login 200', find('login', 'login')),
  first,
  toWorkload('resolve 200', resolve),
  // Valid, and yet no example of the contract, as most of what front ends send.
  toWorkload('resolve 200, own words', { ...resolve, body: { cause: 'A disk was full' } }),
  toWorkload('signup 4xx', find('signup', 'invalidEmail')),
]

function find(operationId: string, name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.operationId === operationId && scenario.name === name)
  if (!found) throw new Error(`the contract has no scenario ${name} of ${operationId}`)
  return found
}

function toWorkload(name: string, { operationId, caller, path, query, body, status }: Scenario): Workload {
  const { method, path: template } = operations[operationId]
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  const json = body === undefined ? undefined : JSON.stringify(body)
  return {
    name,
    method,
    path: template.replace(/\{(\w+)\}/g, (_, key) => path[key] ?? '') + (search && `?${search}`),
    headers: {
      ...credentialOf(caller),
      ...(json !== undefined && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(json)}` }),
    },
    body: json,
    statuses: status === 400 ? [400, 422] : [status],
  }
}

function credentialOf(caller: string): Record<string, string> {
  if (caller === 'anonymous') return {}
  if (caller === 'operator') return { 'x-admin-api-key': demo.adminApiKey }
  type Session = { user?: { email: string }; accessToken: string }
  const sessions = scenarios.flatMap(({ response }) => ((response as Session)?.user ? [response as Session] : []))
  return { authorization: `Bearer ${sessions.find(({ user }) => user?.email === caller)?.accessToken}` }
}

/** @throws Error if the answer has another status than the workload's. */
export async function send(base: string, { name, ...asked }: Workload, agent?: Agent): Promise<Answers[string]> {
  const { method, headers, path } = asked
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(base + path, { method, headers, ...(agent && { agent }) }, resolve)
      .once('error', reject)
      .end(asked.body),
  )
  const [status = 0, body] = [response.statusCode, await text(response)]
  if (!asked.statuses.includes(status)) throw new Error(`${name} of ${base} was answered by ${status}: ${body}`)
  return { status, headers: response.rawHeaders, body }
}

/** Sends so many requests on so many connections that are kept alive. */
export async function sendMany(base: string, workload: Workload, count: number, connections: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  const client = async () => {
    while (left-- > 0) await send(base, workload, agent)
  }
  try {
    await Promise.all(Array.from({ length: connections }, client))
  } finally {
    agent.destroy()
  }
}

/** What a server answers to the workloads, without what Node adds to each response by itself. */
export async function record(base: string): Promise<Answers> {
  const byNode = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  const answers: Answers = {}
  for (const workload of workloads) {
    const { status, headers, body } = await send(base, workload)
    const own = headers.filter((_, at) => !byNode.includes(headers[at - (at % 2)]?.toLowerCase() ?? ''))
    answers[`${workload.method} ${workload.path}`] = { status, headers: own, body }
  }
  return answers
}
