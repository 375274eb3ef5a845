/** Runs the contract's examples on the reference implementation, with records of its hook in place of the demo data. */
import { demo, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import { startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { createSchemaValidator } from '../../../contract/lint/schema-validator.ts'
import { listResponses } from '../../../contract/openapi/locate.ts'
import {
  createTestClient,
  type HookRecord,
  type RequestOptions,
  type TestClient,
  type TestResponse,
} from './test-client.ts'

/** All except those with a failing store, which the hook cannot produce. */
export const playableScenarios = scenarios.filter(({ given }) => given.store === undefined)

const declaredResponses = listResponses(readContract()).filter(({ node }) => node.content)
const schemaOf = ({ pointer }: { pointer: string[] }) => [...pointer, 'content', 'application/json', 'schema']
const validate = await createSchemaValidator(readContract(), declaredResponses.map(schemaOf))

/** Sends the request of a scenario, in its state, and returns how the response differs from the contract. */
export async function runScenario(scenario: Scenario): Promise<string[]> {
  let clock = 0
  const implementation = await startImplementation({
    variant: { override: () => ({ now: () => new Date(Date.now() + clock) }) },
  })
  const client = createTestClient(implementation)
  try {
    const caller = await createCaller(client, scenario)
    const path = await createPath(client, scenario, caller)
    const request = requestOf(scenario, caller)
    if (scenario.credential === 'expired') clock = 901_000
    const send = () => client.send(scenario.send.method ?? operations[scenario.operationId].method, path, request)
    for (let i = 0; i < (scenario.given.repeats ?? 0); i++) await send()
    return compare(scenario, await send())
  } finally {
    await implementation.close()
  }
}

const leaving = 'leaving@globex.example'

type Credentials = { [Key in keyof HookRecord | 'adminKey']?: string | undefined }

/** Creates a caller with the permissions and the state of the scenario's demo user. */
async function createCaller(
  { adminKey, send, make, makeAccount }: TestClient,
  { operationId, name, caller, credential, status, body }: Scenario,
): Promise<Credentials> {
  if (operationId === 'login' || operationId === 'signup') {
    const user = demoData.users.find(({ email }) => email === (body as { email?: string })?.email?.toLowerCase?.())
    const signup = { email: user?.email, password: demo.password, ...(user?.name && { name: user.name }) }
    if (user?.passwordHash) await send('POST', '/auth/signup', { body: signup })
  }
  const scheduled = operationId === 'listDeletionRequests' && status === 200 ? 45 : Number(caller === leaving)
  let leaver: Credentials = {}
  for (let i = 0; i < scheduled; i++) {
    leaver = await makeAccount({ owner: true })
    const { accessToken: token, password } = leaver
    await send('POST', '/dashboard/account/delete', { token, body: { password } })
  }
  if (caller === 'anonymous') return {}
  if (caller === 'operator') return { adminKey: credential === 'wrong' ? `${adminKey.slice(0, -1)}?` : adminKey }
  if (caller === leaving) return leaver
  const role = demoData.users.find(({ email }) => email === caller)?.role
  const isOauth = caller === 'oauth@acme.example'
  const fields = role === 'viewer' ? { scope: 'read' } : { owner: true, ...(isOauth && { password: null }) }
  const user = await makeAccount(fields, caller === 'owner@solo.example' ? 'free' : 'paid')
  if (name === 'ownerOfOthers') await make('account', { teamId: user.teamId, role: 'member' })
  if (credential === 'tampered') return { ...user, accessToken: `${user.accessToken.slice(0, -1)}~` }
  if (credential !== 'refresh') return user
  const { email, password } = user
  return { ...user, accessToken: (await send('POST', '/auth/login', { body: { email, password } })).body.refreshToken }
}

/** The path, with the id of a new record like the demo record. */
async function createPath(
  { make, makeAccount }: TestClient,
  { operationId, path, query, send }: Scenario,
  caller: Credentials,
): Promise<string> {
  if (send.path) return send.path
  const teamOf = async (demoTeam: string) =>
    demoTeam === demoData.teams[0]?.id && caller.teamId ? caller.teamId : (await makeAccount({ owner: true })).teamId
  const makeMonitor = async (demoId: string, teamId: string) => {
    const days = demoData.dailyStats.filter(({ monitorId }) => monitorId === demoId).map(({ date }) => date)
    return (await make('monitor', { teamId, days })).id
  }
  const incident = demoData.incidents.find(({ id }) => id === path.id)
  const monitor = demoData.monitors.find(({ id }) => id === path.id)
  const service = demoData.services.find(({ id }) => id === path.id)
  let id = path.id ?? ''
  if (incident) {
    const { type, status } = incident
    const teamId = await teamOf(incident.teamId)
    id = (await make('incident', { teamId, type, status })).id
  } else if (monitor) id = await makeMonitor(monitor.id, await teamOf(monitor.teamId))
  else if (service) {
    const teamId = await teamOf(service.teamId)
    const monitors = await Promise.all(service.monitorIds.map((demoId) => makeMonitor(demoId, teamId)))
    id = (await make('service', { teamId, monitorIds: monitors })).id
  }
  const search = send.query ?? new URLSearchParams(query as Record<string, string>).toString()
  return operations[operationId].path.replace('{id}', id) + (search && `?${search}`)
}

function requestOf({ body, send }: Scenario, caller: Credentials): RequestOptions {
  const { accessToken: token, adminKey, password = demo.password, verificationCode = '246810' } = caller
  const text = send.raw && typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
  const own = token ? text?.replace(demo.password, password).replace('246810', verificationCode) : text
  if (send.bytes) return { token, adminKey, text: JSON.stringify('x'.repeat(send.bytes - 2)) }
  if (send.contentType) return { token, adminKey, text: 'text', headers: { 'content-type': send.contentType } }
  return { token, adminKey, ...(own !== undefined && { text: own }) }
}

function compare(scenario: Scenario, { status, headers, body, text }: TestResponse): string[] {
  if (status !== scenario.status) return [`${status} instead of ${scenario.status}: ${text}`]
  const declared = declaredResponses.find(
    (place) => place.operationId === scenario.operationId && place.status === String(status),
  )
  const missing = Object.keys(declared?.node.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined)
  const expected = JSON.stringify(comparablePart(scenario.response, scenario))
  const actual = JSON.stringify(comparablePart(body, scenario))
  return [
    ...missing.map((name) => `no header ${name}`),
    ...(declared ? validate(schemaOf(declared), body) : text === '' ? [] : [`a body: ${text}`]),
    ...(expected === actual ? [] : [`${actual} instead of ${expected}`]),
  ]
}

type Fields = Record<string, unknown> & { length?: number }

/** The part that must equal the example: errors, counts, pagination, and fields without ids and times. */
function comparablePart(response: unknown, { body }: Scenario): unknown {
  const { error, deletedCount, pagination, data, user, incident, ...dates } = (response ?? {}) as Record<string, Fields>
  const { deletionRequestedAt: from, deletionScheduledAt: to } = dates as Record<string, unknown>
  const period = from === undefined ? undefined : Date.parse(String(to)) - Date.parse(String(from))
  const cause = (body as Fields)?.cause && incident?.cause
  const fields = [user?.email, user?.name, incident?.type, incident?.status, cause]
  return { error, deletedCount, pagination, records: data?.length, period, fields }
}
