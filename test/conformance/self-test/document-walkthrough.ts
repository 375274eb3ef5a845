/** Calls every operation as a client that knows only the document, and collects what the document does not allow. */
import { setTimeout as wait } from 'node:timers/promises'
import { documented } from '@monitoring-service/contract/documented'
import { startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { listResponses } from '../../../contract/openapi/locate.ts'
import { type RawResponse, transmit } from '../../support/raw-http.ts'
import { createSchemaValidator } from '../../support/schema-validator.ts'

const schemaOf = ({ pointer }: { pointer: string[] }) => [...pointer, 'content', 'application/json', 'schema']
const declaredResponses = listResponses(documented).filter(({ node }) => node.content)
const validate = await createSchemaValidator(documented, declaredResponses.map(schemaOf))

type TestResponse = RawResponse & { status: number }
interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
}
/** What the hook returns: an account, or a record with an id. */
type HookRecord = { [field in 'id' | 'email' | 'password' | 'accessToken' | 'teamId']: string }

const thirtyDays = 30 * 86_400_000
const days = ['2024-12-31', '2025-01-01', '2025-01-02']
const ada = { email: 'ada@new.example', password: 'Uncommon-password-1!' }

/**
 * The body with date-times and URLs in the spelling that JSON Schema formats require. The document allows others, such
 * as a space between date and time, and letters beyond ASCII in a URL.
 */
function normalizeFormats({ text, body }: TestResponse): unknown {
  const databaseTime = /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:[\d.]+[+-]\d\d):?(\d\d)?"/g
  const normalized = text
    .replace(databaseTime, (_, day, time, minutes = '00') => `"${day}T${time}:${minutes}"`)
    .replace(/"(https:[^"]*[^\x20-\x7e][^"]*)"/g, (_, url) => JSON.stringify(new URL(url).href))
  return normalized === text ? body : JSON.parse(normalized)
}

/** Repeats a request for 3 s: the document does not say how soon a change is visible. */
async function eventually<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = Date.now() + 3000
  let result = await attempt()
  while (result === undefined && Date.now() < deadline) result = await wait(100).then(attempt)
  return result
}

export async function findDeviations(options: Parameters<typeof startImplementation>[0]): Promise<string[]> {
  const implementation = await startImplementation(options)
  const { url, hookUrl } = implementation
  async function send(method: string, path: string, { headers = {}, body }: RequestOptions): Promise<TestResponse> {
    const response = await transmit(url, method, path, headers, body)
    return { ...response, status: Number(response.statusLine.split(' ')[0]) }
  }
  async function makeRecord(kind: string, fields: object): Promise<HookRecord> {
    return (
      await fetch(hookUrl, { method: 'POST', body: JSON.stringify({ kind, fields }) })
    ).json() as Promise<HookRecord>
  }
  /** In a new team with this plan, unless the fields name a team. */
  const makeAccount = async (fields: { [field: string]: unknown }, plan = 'paid') =>
    makeRecord('account', { teamId: fields.teamId ?? (await makeRecord('team', { plan })).id, ...fields })
  const deviations: string[] = []
  const assert = (requirement: string, holds: boolean) => holds || deviations.push(requirement)
  const expecting =
    (expected: number) => async (operationId: string, method: string, path: string, request: RequestOptions) => {
      const response = await send(method, path, request)
      const name = `${method} ${path}: ${response.status} ${response.text}`
      const family = Math.floor(response.status / 100)
      assert(name, family === expected)
      const declared = declaredResponses.find(
        (place) => place.operationId === operationId && place.status.startsWith(String(family)),
      )
      if (declared)
        for (const error of validate(schemaOf(declared), normalizeFormats(response)))
          deviations.push(`${name}: ${error}`)
      else assert(`${name}: has a body`, response.text === '')
      assert(`${name}: other status in the body`, family !== 4 || response.body.error?.status === response.status)
      return response.body
    }
  const [accepted, refused] = [expecting(2), expecting(4)]
  const { token, admin } = implementation.transport
  const bearing = (value = '') => ({ headers: { [token.header]: token.value.replace('{token}', value) } })
  const operator = { headers: { [admin.header]: admin.value.replace('{key}', implementation.adminKey) } }

  await accepted('signup', 'POST', '/auth/signup', { body: ada })
  await refused('signup', 'POST', '/auth/signup', { body: ada })
  await eventually(async () => (await send('POST', '/auth/login', { body: ada })).body.accessToken)
  await accepted('login', 'POST', '/auth/login', { body: ada })
  await refused('login', 'POST', '/auth/login', { body: { ...ada, password: 'wrong' } })

  const { teamId, accessToken, password } = await makeAccount({ scope: 'write' })
  const writer = bearing(accessToken)
  const make = async (kind: string, params: object = {}) => {
    const { id } = await makeRecord(kind, { teamId, ...params })
    return { id, path: `/api/v1/${kind}s/${encodeURIComponent(id)}` }
  }
  const resolve = `${(await make('incident')).path}/resolve`
  await refused('resolveIncident', 'PUT', resolve, {})
  await refused('resolveIncident', 'PUT', resolve, bearing((await makeAccount({ teamId, scope: 'read' })).accessToken))
  const { incident } = await accepted('resolveIncident', 'PUT', resolve, { ...writer, body: { cause: 'A digger' } })
  const isResolved = incident?.status === 'resolved' && incident.resolvedAt !== null
  assert('resolve sets status, cause and resolvedAt', isResolved && incident.cause === 'A digger')
  await refused('resolveIncident', 'PUT', resolve, writer)
  const auto = await make('incident', { type: 'auto' })
  await refused('deleteIncident', 'DELETE', auto.path, writer)
  await accepted('resolveIncident', 'PUT', `${auto.path}/resolve`, writer)
  const manual = await make('incident')
  await accepted('deleteIncident', 'DELETE', manual.path, writer)
  await eventually(async () => (await send('DELETE', manual.path, writer)).body.error)
  await refused('deleteIncident', 'DELETE', manual.path, writer)

  const monitor = await make('monitor', { days })
  const service = await make('service', { monitorIds: [monitor.id, (await make('monitor', { days })).id] })
  const first = await accepted('resetMonitorStats', 'DELETE', `${monitor.path}/stats?before=2025-01-01`, writer)
  const second = await accepted('resetServiceStats', 'DELETE', `${service.path}/stats`, writer)
  assert('deletedCount is the number of rows', first.deletedCount === 1 && second.deletedCount === 5)
  const free = await makeAccount({ owner: true }, 'free')
  const { path } = await make('monitor', { teamId: free.teamId, days })
  const { error } = await refused('resetMonitorStats', 'DELETE', `${path}/stats`, bearing(free.accessToken))
  assert('a plan limit has an upgradeUrl', URL.canParse(error?.upgradeUrl ?? ''))

  await deleteAccount()
  await implementation.close()
  return deviations

  async function deleteAccount(): Promise<void> {
    const leaver = await makeAccount({ scope: 'write' })
    const schedule = (token: string, proof: string) =>
      [
        'scheduleAccountDeletion',
        'POST',
        '/dashboard/account/delete',
        { ...bearing(token), body: { password: proof } },
      ] as const
    await refused(...schedule(leaver.accessToken, `not ${password}`))
    // The document does not say whether a session outlives a wrong proof.
    const login = { body: { email: leaver.email, password: leaver.password } }
    const { accessToken: current = '' } = await accepted('login', 'POST', '/auth/login', login)
    const dates = await accepted(...schedule(current, leaver.password))
    const period = Date.parse(dates.deletionScheduledAt ?? '') - Date.parse(dates.deletionRequestedAt ?? '')
    assert('the grace period is 30 days', Math.abs(period - thirtyDays) < 1000)
    await refused(...schedule(current, leaver.password))
    await refused('listDeletionRequests', 'GET', '/admin/deletion-requests', {})
    const includes = ({ data }: TestResponse['body'], id: string) =>
      [data ?? []].flat().some((record) => record.teamId === id)
    const findPage = async () => {
      for (const page of [1, 2, 3, 4, 0]) {
        const path = `/admin/deletion-requests?page=${page}`
        if (includes((await send('GET', path, operator)).body, leaver.teamId)) return path
      }
      return undefined
    }
    const page = await eventually(findPage)
    assert('the scheduled user is listed', page !== undefined)
    const listing = await accepted('listDeletionRequests', 'GET', page ?? '/admin/deletion-requests', operator)
    assert('a user that is not scheduled is not listed', !includes(listing, teamId))
  }
}
