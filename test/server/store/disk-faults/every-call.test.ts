/** The store in a file when any call to the disk fails: rejected writes leave no trace, acknowledged writes are kept. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import { writeCalls } from '../../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../../server/store/suite/sample-data.ts'
import { it } from '../../../support/folder-test.ts'
import { armFault, type DiskCall, type Fault, syncedFolders } from './inject-fault.ts'
import type { Report } from './scenario.ts'

// This test loses no power, so a disk in memory is enough.
if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm'
const script = fileURLToPath(new URL('scenario.ts', import.meta.url))

const opens: DiskCall[] = ['open the folder', 'open']
const changes: DiskCall[] = ['write', 'sync', 'close', 'rename']
const behindRename: DiskCall[] = ['sync the folder', 'close the folder']
const all: DiskCall[] = [...opens, ...changes, ...behindRename, 'remove']

const series: [string, Omit<Fault, 'nth'>][] = [
  [
    'the disk is full',
    { code: 'ENOSPC', calls: ['open', 'write', 'sync', 'rename', 'sync the folder'], followingFailures: 0 },
  ],
  ['the disk fails', { code: 'EIO', calls: all, followingFailures: 0 }],
  ['the disk fails for a while', { code: 'EIO', calls: all, followingFailures: 5 }],
  ['the process is out of file handles', { code: 'EMFILE', calls: opens, followingFailures: 0 }],
  ['access is denied', { code: 'EACCES', calls: [...opens, 'rename', 'remove'], followingFailures: 0 }],
]

/** The sample data after every write call. */
async function expected() {
  const store = await openStore('memory:')
  await store.load(sampleData())
  for (const call of Object.values(writeCalls)) await call(store)
  return store.dump()
}

it('the store syncs each folder that it creates, and the folder of its file', async ({ folder }) => {
  armFault({ code: 'none', calls: [], nth: 1, followingFailures: 0 })
  const store = await openStore(`file:${folder.at('a/b/c/store.json')}`)
  expect(syncedFolders()).toEqual([folder.at('a/b'), folder.at('a'), folder.path, folder.at('a/b/c')])
  await store.load(sampleData()).finally(store.close)
  expect(syncedFolders().slice(4)).toEqual([folder.at('a/b/c')])
})

describe.concurrent('When the n-th call to the disk fails, for every n', () => {
  it.for(series)('%s', { timeout: 60_000 }, async ([_, fault], { folder }) => {
    const child = spawn(process.execPath, [script, folder.path, JSON.stringify(fault)], { timeout: 50_000 })
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const report: Report = JSON.parse(stdout)
    // Each kind of disk call has failed at least once for each write call.
    const writes = Object.keys(writeCalls).length
    for (const call of fault.calls)
      expect(report.failed[call], call).toBeGreaterThanOrEqual(call === 'remove' ? 1 : writes)
    expect(new Set(report.fatal)).toEqual(new Set(fault.calls.filter((call) => behindRename.includes(call))))
    expect(report.left > 0).toBe(fault.followingFailures > 0)
    for (let nth = 1; nth <= report.runs; nth++) {
      const path = folder.at(String(nth))
      const store = await openStore(`file:${path}/store.json`)
      expect(await store.dump().finally(store.close)).toEqual(await expected())
      expect((await readdir(path)).sort()).toEqual(['store.json', 'store.json.lock'])
    }
  })
})
