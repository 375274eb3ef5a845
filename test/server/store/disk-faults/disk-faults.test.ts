/** The store in a file when any call to the disk fails: rejected writes leave no trace, acknowledged writes are kept. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { startServer } from '../../../../server/start.ts'
import { openStore } from '../../../../server/store/open.ts'
import type { Data } from '../../../../server/store/records.ts'
import type { Store } from '../../../../server/store/store.ts'
import { rejectionOf, resultOrCode } from '../../../../server/store/suite/concurrency.ts'
import { readCalls, writeCalls } from '../../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../../support/folder.ts'
import { it } from '../../../support/folder-test.ts'
import { transmit } from '../../../support/raw-http.ts'
import { demoSettings } from '../../../support/settings.ts'
import { armFault, type DiskCall, type Fault, failedCalls, syncedFolders, withoutFaults } from './inject-fault.ts'

const openings: DiskCall[] = ['open the folder', 'open']
const behindRename: DiskCall[] = ['sync the folder', 'close the folder']
const all: DiskCall[] = [...openings, 'write', 'sync', 'close', 'rename', ...behindRename]
const fullDisk: DiskCall[] = ['open', 'write', 'sync', 'rename', 'sync the folder']
const denied: DiskCall[] = [...openings, 'rename']

const series: [string, Omit<Fault, 'nth'>][] = [
  ['the disk is full', { code: 'ENOSPC', calls: fullDisk, followingFailures: 0 }],
  ['the disk fails', { code: 'EIO', calls: all, followingFailures: 0 }],
  ['the disk fails for a while', { code: 'EIO', calls: all, followingFailures: 2 }],
  ['the process is out of file handles', { code: 'EMFILE', calls: openings, followingFailures: 0 }],
  ['access is denied', { code: 'EACCES', calls: denied, followingFailures: 0 }],
]

const disarm = () => armFault({ code: 'none', calls: [], nth: 1, followingFailures: 0 })
const files = ['store.json', 'store.json.lock']

/** The records before and after each write call. */
let before: Data
const after = new Map<string, Data>()
beforeAll(async () => {
  for (const [name, call] of Object.entries(writeCalls)) {
    const store = await openStore('memory:')
    await store.load(sampleData())
    before = await store.dump()
    await call(store)
    after.set(name, await store.dump())
    expect(after.get(name), name).not.toEqual(before)
  }
})

/** Makes a folder with a store that has the sample data. */
async function makeStore({ at }: Folder, name: string): Promise<string> {
  const store = await openStore(`file:${at(`${name}/store.json`)}`)
  await store.load(sampleData()).finally(store.close)
  return at(name)
}

/** Dumps a store on a copy of the folder, as after a restart. */
async function restart(path: string): Promise<Data> {
  const copy = `${path}-copy${Math.random()}`
  await mkdir(copy)
  // Opening and closing the lock file in this process would end the lock.
  for (const name of await readdir(path))
    if (!name.endsWith('.lock')) await copyFile(`${path}/${name}`, `${copy}/${name}`)
  const store = await openStore(`file:${copy}/store.json`)
  const records = await store.dump().finally(store.close)
  expect((await readdir(copy)).sort()).toEqual(files)
  return records
}

/** Makes one call until it succeeds, while the n-th call to the disk fails; returns the calls that failed and stopped it. */
async function callUnderFault(path: string, name: keyof typeof writeCalls, fault: Fault) {
  let store = await openStore(`file:${path}/store.json`)
  let stoppedBy: DiskCall | undefined
  armFault(fault)
  for (let seen = 0; ; seen = failedCalls().length) {
    const code = await writeCalls[name](store).then(
      () => undefined,
      (error) => error.code,
    )
    if (code === undefined) break
    expect(failedCalls().length, `${name} was rejected without a fault`).toBeGreaterThan(seen)
    const hasStopped = (await resultOrCode<unknown>(store.count())) === 'UNAVAILABLE'
    expect(code).toBe(hasStopped ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE')
    const restarted = await withoutFaults(() => restart(path))
    if (!hasStopped) {
      expect([restarted, await store.dump()]).toEqual([before, before])
      continue
    }
    stoppedBy = failedCalls()[seen]
    for (const call of Object.values({ ...readCalls, ...writeCalls }))
      expect(await resultOrCode<unknown>(call(store))).toBe('UNAVAILABLE')
    await store.close()
    store = await withoutFaults(() => openStore(`file:${path}/store.json`))
    expect(await store.dump()).toEqual(restarted)
    expect([before, after.get(name)]).toContainEqual(restarted)
    // The write may have been applied, but only as a whole.
    if (isDeepStrictEqual(restarted, after.get(name))) break
  }
  const [failed] = failedCalls()
  disarm()
  const records = await store.dump().finally(store.close)
  expect(await restart(path)).toEqual(records)
  return { failed, stoppedBy, records }
}

it('the store syncs each folder that it creates, and the folder of its file', async ({ folder }) => {
  disarm()
  const store = await openStore(`file:${folder.at('a/b/c/store.json')}`)
  expect(syncedFolders()).toEqual([folder.at('a/b'), folder.at('a'), folder.path, folder.at('a/b/c')])
  await store.load(sampleData()).finally(store.close)
  expect(syncedFolders().slice(4)).toEqual([folder.at('a/b/c')])
})

it.for(series)(
  '%s at the n-th call of a write, for every n and every write',
  {
    tags: ['P66', 'P67'],
    timeout: 60_000,
  },
  async ([_, fault], { folder }) => {
    const [failures, stops] = [new Map<DiskCall, Set<string>>(), new Set<DiskCall>()]
    for (const name of Object.keys(writeCalls) as (keyof typeof writeCalls)[]) {
      for (let nth = 1; ; nth++) {
        const path = await makeStore(folder, `${name}${nth}`)
        const { failed, stoppedBy, records } = await callUnderFault(path, name, { ...fault, nth })
        expect(records, `${name} was acknowledged`).toEqual(after.get(name))
        if (!failed) break
        failures.set(failed, (failures.get(failed) ?? new Set()).add(name))
        if (stoppedBy) stops.add(stoppedBy)
      }
    }
    const names = new Set(Object.keys(writeCalls))
    expect(failures).toEqual(new Map(fault.calls.map((call) => [call, names])))
    expect(stops).toEqual(new Set(fault.calls.filter((call) => behindRename.includes(call))))
  },
)

it.for(series)(
  '%s at the n-th call of an opening, for every n: the file stays, and opens afterwards',
  async ([_, fault], { folder }) => {
    const [path, failures] = [await makeStore(folder, 'data'), new Set<DiskCall>()]
    const text = await readFile(`${path}/store.json`, 'utf8')
    for (let nth = 1; ; nth++) {
      await writeFile(`${path}/store.json.12.tmp`, '{"half')
      armFault({ ...fault, calls: [...fault.calls, 'remove'], nth })
      let store: Store | undefined
      while (!store) {
        expect(await readFile(`${path}/store.json`, 'utf8')).toBe(text)
        store = await openStore(`file:${path}/store.json`).catch((error) => {
          expect(error.message).not.toContain('\n')
          return undefined
        })
      }
      const [failed] = failedCalls()
      if (failed) failures.add(failed)
      disarm()
      expect(await store.dump().finally(store.close)).toEqual(before)
      expect((await readdir(path)).sort()).toEqual(files)
      if (!failed) break
    }
    expect(failures).toContain('remove')
  },
)

it('a server whose disk fails answers 503 without trace, and nothing but 503 after a failed sync of the folder', {
  tags: ['P66', 'P67'],
}, async ({ folder }) => {
  disarm()
  const start = async () => {
    const server = await startServer({ ...demoSettings, storeUrl: `file:${folder.at('store.json')}` })
    onTestFinished(() => server.close(0))
    const signUp = async (name: string) => {
      const body = { email: `${name}@faults.example`, password: 'an-uncommon-password' }
      return transmit(server.url, 'POST', '/auth/signup', {}, body)
    }
    const headers = { 'X-Admin-Api-Key': demoSettings.adminApiKey }
    const list = () => transmit(server.url, 'GET', '/admin/deletion-requests', headers)
    return { server, signUp, list }
  }
  const { server, signUp, list } = await start()
  const arm = (call: DiskCall, nth: number) => armFault({ code: 'EIO', calls: [call], nth, followingFailures: 0 })
  const unavailable = { statusLine: '503 UNAVAILABLE', headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } }
  // The first write counts the attempt.
  for (const nth of [1, 2]) {
    arm('write', nth)
    expect(await signUp('ada')).toMatchObject(unavailable)
    expect(await readFile(folder.at('store.json'), 'utf8')).not.toContain('"email":"ada@')
  }
  expect(await signUp('ada')).toMatchObject({ statusLine: '201' })
  arm('sync the folder', 2)
  expect(await signUp('eve')).toMatchObject({ statusLine: '503 OUTCOME_UNKNOWN' })
  expect([await signUp('bob'), await list()]).toMatchObject([unavailable, unavailable])
  await server.close(0)
  disarm()
  const again = await start()
  expect(await again.signUp('ada')).toMatchObject({ statusLine: expect.stringMatching(/^409 /) })
  expect(await again.signUp('bob')).toMatchObject({ statusLine: '201' })
  expect(await again.list()).toMatchObject({ statusLine: '200' })
})

it('a call that changes nothing needs no disk, and a probe fails where a write would', async ({ folder }) => {
  const store = await openStore(`file:${await makeStore(folder, 'data')}/store.json`)
  armFault({ code: 'EIO', calls: all, nth: 1, followingFailures: 9 })
  expect(await store.completeDeletions('2020-01-01T00:00:00.000Z', 10)).toBe(0)
  await store.dropAttempts('2020-01-01T00:00:00.000Z')
  await store.forgetAttempts('unknown@example.com')
  expect(await store.changeTeam('unknown', (team) => team)).toBeUndefined()
  expect(await store.changeUser('unknown', (user) => user)).toBeUndefined()
  expect(await store.changeIncident('globex', 'acme-open', { set: {} })).toBeUndefined()
  expect(await store.removeIncident('globex', 'acme-open')).toBeUndefined()
  expect(await store.resetMonitorStats('globex', 'acme-cart', undefined)).toBeUndefined()
  expect(await store.resetServiceStats('globex', 'acme-shop', undefined)).toBeUndefined()
  expect(failedCalls()).toEqual([])
  expect(await rejectionOf(store.probe())).toMatchObject({ code: 'UNAVAILABLE' })
  disarm()
  await store.probe()
  await store.close()
})
