/** Plays the contract's named examples on the implementation: demo ids and accounts become records of its own hook. */
import { demo, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import { startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { listResponses } from '../../../contract/lint/locate.ts'
import { createSchemaValidator } from '../../../contract/lint/schema-validator.ts'
import { type Caller, createWire, type Reply, type Sent, type Wire } from './test-client.ts'

/** All but those that break the store, which the hook cannot do. */
export const playable = scenarios.filter(({ given }) => given.store === undefined)

const responses = listResponses(readContract()).filter(({ node }) => node.content)
const schemaOf = ({ pointer }: { pointer: string[] }) => [...pointer, 'content', 'application/json', 'schema']
const judge = await createSchemaValidator(readContract(), responses.map(schemaOf))

/** Sends a scenario's request, in its state. What disagrees with the contract comes back in words. */
export async function play(scenario: Scenario): Promise<string[]> {
  let clock = 0
  const implementation = await startImplementation({
    variant: { override: () => ({ now: () => new Date(Date.now() + clock) }) },
  })
  const wire = createWire(implementation)
  try {
    const caller = await callerOf(wire, scenario)
    const target = await pathOf(wire, scenario, caller)
    const sent = sentOf(scenario, caller)
    if (scenario.credential === 'expired') clock = 901_000
    const again = () => wire.send(scenario.send.method ?? operations[scenario.operationId].method, target, sent)
    for (let i = 0; i < (scenario.given.repeats ?? 0); i++) await again()
    return compare(scenario, await again())
  } finally {
    wire.close()
    await implementation.close()
  }
}

const leaving = 'leaving@globex.example'

/** What a caller holds. */
type Holder = { [Key in keyof Caller | 'adminKey']?: string | undefined }

/** Somebody who may do what the demo user of the scenario may. */
async function callerOf(
  { adminKey, send, state }: Wire,
  { operationId, name, caller, credential, status, body }: Scenario,
): Promise<Holder> {
  if (operationId === 'login' || operationId === 'signup') {
    const user = demoData.users.find(({ email }) => email === (body as { email?: string })?.email?.toLowerCase?.())
    const signup = { email: user?.email, password: demo.password, ...(user?.name && { name: user.name }) }
    if (user?.passwordHash) await send('POST', '/auth/signup', { body: signup })
  }
  const scheduled = operationId === 'listDeletionRequests' && status === 200 ? 45 : Number(caller === leaving)
  let made: Holder = {}
  for (let i = 0; i < scheduled; i++) {
    const { accessToken: token, password, ...others } = await state('writer')
    await send('POST', '/dashboard/account/delete', { token, body: { password } })
    made = { ...others, accessToken: token, password }
  }
  if (caller === 'anonymous') return {}
  if (caller === 'operator') return { adminKey: credential === 'wrong' ? `${adminKey.slice(0, -1)}?` : adminKey }
  if (caller === leaving) return made
  const role = demoData.users.find(({ email }) => email === caller)?.role
  const special = { 'oauth@acme.example': 'oauthUser', 'owner@solo.example': 'freeCaller' }[caller]
  const kind = special ?? (role === 'viewer' ? 'reader' : name === 'ownerOfOthers' ? 'ownerWithMember' : 'writer')
  const user = await state(kind, { teamId: role === 'viewer' ? (await state('writer')).teamId : undefined })
  if (credential === 'tampered') return { ...user, accessToken: `${user.accessToken.slice(0, -1)}~` }
  if (credential !== 'refresh') return user
  const { email, password } = user
  return { ...user, accessToken: (await send('POST', '/auth/login', { body: { email, password } })).body.refreshToken }
}

/** The path, with the id of a fresh record that is like the demo's. */
async function pathOf({ state }: Wire, { operationId, path, query, send }: Scenario, caller: Holder) {
  if (send.path) return send.path
  const own = demoData.teams[0]?.id
  const teamOf = async (demoTeam: string) =>
    demoTeam === own && caller.teamId ? caller.teamId : (await state('stranger')).teamId
  const monitorLike = async (monitorId: string, teamId: string) => {
    const days = demoData.dailyStats.filter((row) => row.monitorId === monitorId).map(({ date }) => date)
    return (await state('monitor', { teamId, days })).id
  }
  const [incident, monitor, service] = [demoData.incidents, demoData.monitors, demoData.services].map((records) =>
    (records as { id: string; teamId: string }[]).find(({ id }) => id === path.id),
  )
  let id = path.id ?? ''
  if (incident) {
    const { type, status } = incident as unknown as { type: string; status: string }
    const teamId = await teamOf(incident.teamId)
    id = (await state('incident', { teamId, type, resolved: status === 'resolved' })).id
  } else if (monitor) id = await monitorLike(monitor.id, await teamOf(monitor.teamId))
  else if (service) {
    const teamId = await teamOf(service.teamId)
    const monitors = (service as unknown as { monitorIds: string[] }).monitorIds
    id = (
      await state('service', { teamId, monitors: await Promise.all(monitors.map((one) => monitorLike(one, teamId))) })
    ).id
  }
  const asked = send.query ?? new URLSearchParams(query as Record<string, string>).toString()
  return operations[operationId].path.replace('{id}', id) + (asked && `?${asked}`)
}

function sentOf({ body, send }: Scenario, caller: Holder): Sent {
  const { accessToken: token, adminKey, password = demo.password, verificationCode = '246810' } = caller
  const text = send.raw && typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
  const own = token ? text?.replace(demo.password, password).replace('246810', verificationCode) : text
  if (send.bytes) return { token, adminKey, text: JSON.stringify('x'.repeat(send.bytes - 2)) }
  if (send.contentType) return { token, adminKey, text: 'text', headers: { 'content-type': send.contentType } }
  return { token, adminKey, ...(own !== undefined && { text: own }) }
}

function compare(scenario: Scenario, { status, headers, body, text }: Reply): string[] {
  if (status !== scenario.status) return [`${status} instead of ${scenario.status}: ${text}`]
  const declared = responses.find(
    (place) => place.operationId === scenario.operationId && place.status === String(status),
  )
  const missing = Object.keys(declared?.node.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined)
  const expected = JSON.stringify(steadyPart(scenario.response, scenario))
  const found = JSON.stringify(steadyPart(body, scenario))
  return [
    ...missing.map((name) => `no header ${name}`),
    ...(declared ? judge(schemaOf(declared), body) : text === '' ? [] : [`a body: ${text}`]),
    ...(expected === found ? [] : [`${found} instead of ${expected}`]),
  ]
}

/** What must be as in the example: all of a refusal or a reset, where a page stands, and whatever no id or time is in. */
function steadyPart(answer: unknown, { body }: Scenario): unknown {
  const { error, deletedCount, pagination, data, user, incident, ...dates } = (answer ?? {}) as Record<string, Answered>
  const { deletionRequestedAt: from, deletionScheduledAt: to } = dates as Record<string, unknown>
  const period = from === undefined ? undefined : Date.parse(String(to)) - Date.parse(String(from))
  const cause = (body as Answered)?.cause && incident?.cause
  const told = [user?.email, user?.name, incident?.type, incident?.status, cause]
  return { error, deletedCount, pagination, records: data?.length, period, told }
}

type Answered = Record<string, unknown> & { length?: number }
