/** Goes through all operations as somebody who knows the document alone, and tells what goes against it. */
import { setTimeout as wait } from 'node:timers/promises'
import { readContract } from '@monitoring-service/contract/files'
import { startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { listResponses } from '../../../contract/lint/locate.ts'
import { createSchemaValidator } from '../../../contract/lint/schema-validator.ts'
import { documentedSubset } from '../../../contract/openapi/documented-subset.ts'
import { createWire, type Reply, type Sent } from './test-client.ts'

const document = documentedSubset(readContract())
const places = listResponses(document)
const schemaOf = ({ pointer }: { pointer: string[] }) => [...pointer, 'content', 'application/json', 'schema']
const withBody = places.filter(({ node }) => node.content)
const judge = await createSchemaValidator(document, withBody.map(schemaOf))

const thirtyDays = 30 * 86_400_000
const days = ['2024-12-31', '2025-01-01', '2025-01-02']

/**
 * The body, with moments and addresses as JSON Schema wants them: the document says date-time and URL, which others write
 * with a space, or with letters beyond ASCII.
 */
function inOneSpelling({ text, body }: Reply): unknown {
  const odd = /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:[\d.]+[+-]\d\d):?(\d\d)?"/g
  const plain = text
    .replace(odd, (_, day, time, minutes = '00') => `"${day}T${time}:${minutes}"`)
    .replace(/"(https:[^"]*[^\x20-\x7e][^"]*)"/g, (_, url) => JSON.stringify(new URL(url).href))
  return plain === text ? body : JSON.parse(plain)
}

/** What an implementation does that the document does not allow, in words. */
export async function tour(options: Parameters<typeof startImplementation>[0]): Promise<string[]> {
  const implementation = await startImplementation(options)
  const wire = createWire(implementation)
  const problems: string[] = []
  const { token, admin } = implementation.transport
  const bearing = (value: string | undefined) => ({ [token.header]: token.value.replace('{token}', value ?? '') })
  const operator = { [admin.header]: admin.value.replace('{key}', implementation.adminKey) }
  const expecting = (wanted: number) => async (operationId: string, method: string, path: string, sent: Sent) => {
    const reply = await wire.send(method, path, sent)
    const name = `${method} ${path}: ${reply.status} ${reply.text}`
    const family = Math.floor(reply.status / 100)
    if (family !== wanted) problems.push(name)
    const place = withBody.find((one) => one.operationId === operationId && one.status.startsWith(String(family)))
    if (place) problems.push(...judge(schemaOf(place), inOneSpelling(reply)).map((problem) => `${name}: ${problem}`))
    else if (reply.text !== '') problems.push(`${name}: a body`)
    if (family === 4 && (reply.body.error as { status?: number }).status !== reply.status)
      problems.push(`${name}: status`)
    return reply.body as Record<string, never>
  }
  const [accepted, refused] = [expecting(2), expecting(4)]
  const hold = (what: string, holds: boolean) => holds || problems.push(what)
  const { state } = wire
  /** What is seen in the end: the document does not say how soon a change shows. */
  const eventually = async <T>(look: () => Promise<T | undefined>) => {
    const patience = Date.now() + 3000
    let found = await look()
    while (found === undefined && Date.now() < patience) found = await wait(100).then(look)
    return found
  }
  const answers = (family: number, method: string, path: string, sent: Sent) =>
    eventually(async () => Math.floor((await wire.send(method, path, sent)).status / 100) === family || undefined)

  const ada = { email: 'ada@new.example', password: 'Uncommon-password-1!' }
  await accepted('signup', 'POST', '/auth/signup', { body: ada })
  await refused('signup', 'POST', '/auth/signup', { body: ada })
  await answers(2, 'POST', '/auth/login', { body: ada })
  await accepted('login', 'POST', '/auth/login', { body: ada })
  await refused('login', 'POST', '/auth/login', { body: { ...ada, password: 'wrong' } })

  const { teamId, accessToken, password } = await state('writer')
  const reader = await state('reader', { teamId })
  const writing = { headers: bearing(accessToken) }
  const of = async (kind: string, params: object) => {
    const { id } = await state(kind, { teamId, ...params })
    return { id, path: `/api/v1/${kind}s/${encodeURIComponent(id)}` }
  }
  const manual = await of('incident', {})
  const resolve = `${manual.path}/resolve`
  await refused('resolveIncident', 'PUT', resolve, {})
  await refused('resolveIncident', 'PUT', resolve, { headers: bearing(reader.accessToken) })
  const { incident } = await accepted('resolveIncident', 'PUT', resolve, { ...writing, body: { cause: 'A digger' } })
  const { status, cause, resolvedAt } = (incident ?? {}) as Record<string, string>
  hold('it is resolved', status === 'resolved' && cause === 'A digger' && resolvedAt !== null)
  await refused('resolveIncident', 'PUT', resolve, writing)
  const auto = await of('incident', { type: 'auto' })
  await refused('deleteIncident', 'DELETE', auto.path, writing)
  await accepted('resolveIncident', 'PUT', `${auto.path}/resolve`, writing)
  const another = await of('incident', {})
  await accepted('deleteIncident', 'DELETE', another.path, writing)
  await answers(4, 'DELETE', another.path, writing)
  await refused('deleteIncident', 'DELETE', another.path, writing)

  const monitor = await of('monitor', { days })
  const service = await of('service', { monitors: [monitor.id, (await of('monitor', { days })).id] })
  const some = await accepted('resetMonitorStats', 'DELETE', `${monitor.path}/stats?before=2025-01-01`, writing)
  const rest = await accepted('resetServiceStats', 'DELETE', `${service.path}/stats`, writing)
  hold('the rows are counted', some.deletedCount === 1 && rest.deletedCount === 5)
  const free = await state('freeCaller')
  const { id } = await state('monitor', { teamId: free.teamId, days })
  const limit = await refused('resetMonitorStats', 'DELETE', `/api/v1/monitors/${encodeURIComponent(id)}/stats`, {
    headers: bearing(free.accessToken),
  })
  hold('it says where to upgrade', URL.canParse((limit.error as { upgradeUrl?: string } | undefined)?.upgradeUrl ?? ''))

  const leaver = await state('writer')
  const leave = (proof: string) => ({ headers: bearing(leaver.accessToken), body: { password: proof } })
  await refused('scheduleAccountDeletion', 'POST', '/dashboard/account/delete', leave(`not ${password}`))
  // The document does not say whether a session outlives a wrong proof.
  const again = { body: { email: leaver.email, password: leaver.password } }
  leaver.accessToken = (await accepted('login', 'POST', '/auth/login', again)).accessToken ?? ''
  const dates = await accepted('scheduleAccountDeletion', 'POST', '/dashboard/account/delete', leave(leaver.password))
  const period = Date.parse(dates.deletionScheduledAt ?? '') - Date.parse(dates.deletionRequestedAt ?? '')
  hold('the grace period is 30 days', Math.abs(period - thirtyDays) < 1000)
  await refused('scheduleAccountDeletion', 'POST', '/dashboard/account/delete', leave(leaver.password))
  await refused('listDeletionRequests', 'GET', '/admin/deletion-requests', {})
  const listed = async () => {
    for (const page of [1, 2, 3, 4, 0]) {
      const path = `/admin/deletion-requests?page=${page}`
      const { body } = await wire.send('GET', path, { headers: operator })
      if ([body.data ?? []].flat().some((one) => one.teamId === leaver.teamId)) return path
    }
    return undefined
  }
  const found = await eventually(listed)
  hold('who leaves is listed', found !== undefined)
  await accepted('listDeletionRequests', 'GET', found ?? '/admin/deletion-requests', { headers: operator })
  hold(
    'the others are not',
    !JSON.stringify(await wire.send('GET', found ?? '', { headers: operator })).includes(teamId),
  )

  wire.close()
  await implementation.close()
  return problems
}
