/** A server whose disk fails returns 503 as the contract says, recovers, and stops serving when it must. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { demo } from '@monitoring-service/contract'
import { expect, onTestFinished } from 'vitest'
import type { Data } from '../../../../server/store/records.ts'
import { it } from '../../../support/folder-test.ts'
import { launch } from '../../../support/launch.ts'
import { transmit } from '../../../support/raw-http.ts'
import type { DiskCall, Fault } from './inject-fault.ts'

const preload = fileURLToPath(new URL('preload.ts', import.meta.url))

/** Starts the real server with injectable disk faults. */
async function startServer(file: string) {
  const flags = ['--demo', '--port', '0', '--store', `file:${file}`]
  const server = launch('server/main.ts', flags, { ...process.env, LOG_LEVEL: 'silent' }, preload)
  onTestFinished(server.kill)
  const send = async (message: Fault | 'failed'): Promise<DiskCall[]> => {
    server.child.send(message)
    return (await once(server.child, 'message'))[0]
  }
  return {
    url: await server.listening(),
    arm: (calls: DiskCall[], nth: number) => send({ code: 'EIO', calls, nth, followingFailures: 0 }),
    failed: () => send('failed'),
    kill: server.kill,
  }
}

const unavailable = {
  statusLine: '503 UNAVAILABLE',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: {
    error: {
      code: 'UNAVAILABLE',
      message: 'The service is not available at the moment. Try again later.',
      status: 503,
    },
  },
}

const password = demo.password
const beforeRename: DiskCall[] = ['open the folder', 'open', 'write', 'sync', 'close', 'rename']

/** Reads the records of the file without the attempt counters, which are written before each operation. */
async function readRecords(file: string): Promise<Omit<Data, 'attempts'>> {
  const { attempts, ...records } = JSON.parse(await readFile(file, 'utf8'))
  return records
}

it('a request that fails on the disk leaves no trace and succeeds when repeated', {
  tags: ['P66'],
  timeout: 60_000,
}, async ({ folder }) => {
  const file = folder.at('store.json')
  const server = await startServer(file)
  const { teams, incidents, services } = await readRecords(file)
  const teamId = teams.find(({ name }) => name === 'Acme')?.id
  const [one, two] = incidents.filter((it) => it.teamId === teamId && it.status === 'open' && it.type === 'manual')
  const service = services.find((it) => it.teamId === teamId && it.monitorIds.length > 1)
  const account = { email: 'new@faults.example', password }

  let bearer = {}
  const operations: [string, string, object | undefined, string][] = [
    ['POST', '/auth/signup', account, '201'],
    ['POST', '/dashboard/account/delete', { password }, '200'],
    ['POST', '/auth/login', { email: 'owner@acme.example', password }, '200'],
    ['PUT', `/api/v1/incidents/${one?.id}/resolve`, { cause: 'a cause' }, '200'],
    ['DELETE', `/api/v1/incidents/${two?.id}`, undefined, '204'],
    ['DELETE', `/api/v1/monitors/${service?.monitorIds[0]}/stats`, undefined, '200'],
    ['DELETE', `/api/v1/services/${service?.id}/stats`, undefined, '200'],
  ]
  for (const [method, path, body, success] of operations) {
    const before = await readRecords(file)
    const refusals: DiskCall[] = []
    for (;;) {
      await server.arm(beforeRename, refusals.length + 1)
      const response = await transmit(server.url, method, path, bearer, body)
      const [call] = await server.failed()
      if (!call) {
        expect(response).toMatchObject({ statusLine: success })
        if (response.body.accessToken) bearer = { authorization: `Bearer ${response.body.accessToken}` }
        if (response.body.deletedCount !== undefined) expect(response.body.deletedCount).toBeGreaterThan(0)
        break
      }
      refusals.push(call)
      expect(response).toMatchObject(unavailable)
      expect(await readRecords(file)).toEqual(before)
    }
    expect(new Set(refusals)).toEqual(new Set(beforeRename))
    if (path !== '/auth/login') expect(await readRecords(file)).not.toEqual(before)
  }
})

it('after a failed folder sync every request returns 503 until a restart', { tags: ['P67'] }, async ({ folder }) => {
  const file = folder.at('store.json')
  const server = await startServer(file)
  const signUp = (url: string, email: string) => transmit(url, 'POST', '/auth/signup', {}, { email, password })
  const count = (url: string) =>
    transmit(url, 'GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': demo.adminApiKey })
  expect(await signUp(server.url, 'kept@faults.example')).toMatchObject({ statusLine: '201' })
  await server.arm(['sync the folder'], 2)
  expect(await signUp(server.url, 'unknown@faults.example')).toMatchObject({ statusLine: '503 OUTCOME_UNKNOWN' })
  expect(await server.failed()).toEqual(['sync the folder'])
  expect(await signUp(server.url, 'later@faults.example')).toMatchObject(unavailable)
  expect(await count(server.url)).toMatchObject(unavailable)
  await server.kill()

  const again = await startServer(file)
  expect((await signUp(again.url, 'kept@faults.example')).statusLine).toMatch(/^409 /)
  expect(await signUp(again.url, 'later@faults.example')).toMatchObject({ statusLine: '201' })
  expect(await count(again.url)).toMatchObject({ statusLine: '200' })
})
