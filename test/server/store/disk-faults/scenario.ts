/** Runs every write call on a store in a file repeatedly, until each call to the disk has failed once. */
import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openStore } from '../../../../server/store/open.ts'
import type { Data } from '../../../../server/store/records.ts'
import type { Store } from '../../../../server/store/store.ts'
import { readCalls, writeCalls } from '../../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../../server/store/suite/sample-data.ts'
import { armFault, type DiskCall, type Fault, failedCalls, withoutFaults } from './inject-fault.ts'

export interface Report {
  runs: number
  /** The number of runs in which each call failed first. */
  failed: Partial<Record<DiskCall, number>>
  /** The calls that stopped the store. */
  fatal: DiskCall[]
  /** The number of rejected openings and write calls. */
  refused: number
  /** The number of temporary files left behind by a running store. */
  left: number
}

const [root = '', series = ''] = process.argv.slice(2)
const fault: Omit<Fault, 'nth'> = JSON.parse(series)
const report: Report = { runs: 0, failed: {}, fatal: [], refused: 0, left: 0 }
const steps = await plan()
const isTemporary = (name: string) => name.endsWith('.tmp')
let copies = 0

for (let nth = 1; ; nth++) {
  const file = join(root, String(nth), 'store.json')
  await mkdir(dirname(file))
  await withoutFaults(() => begin(file))
  armFault({ ...fault, nth })
  await runAll(file)
  const [first] = failedCalls()
  if (!first) break
  report.runs++
  report.failed[first] = (report.failed[first] ?? 0) + 1
}
// The process exits with all its stores open.
console.log(JSON.stringify(report))

/** Creates a file with the sample data, and a leftover of a killed process. */
async function begin(file: string): Promise<void> {
  const store = await openStore(`file:${file}`)
  await store.load(sampleData()).finally(store.close)
  await writeFile(`${file}.12.tmp`, '{"half')
}

/** Returns each write call with the records before and after it, from a store in memory. */
async function plan() {
  const store = await openStore('memory:')
  await store.load(sampleData())
  const steps = []
  for (const [name, call] of Object.entries(writeCalls)) {
    const before = await store.dump()
    await call(store)
    const after = await store.dump()
    assert.notDeepEqual(after, before, `${name} changes nothing`)
    steps.push({ name, call, before, after })
  }
  return steps
}

async function runAll(file: string): Promise<void> {
  let store = await open(file)
  assert.deepEqual((await readdir(dirname(file))).filter(isTemporary), [])
  for (const { name, call, before, after } of steps) {
    for (;;) {
      const count = failedCalls().length
      const error = await refusal(call(store))
      if (!error) break
      report.refused++
      assert(failedCalls().length > count, `${name} was rejected without a fault: ${error.cause}`)
      const hasStopped = (await refusal(store.count())) !== undefined
      assert.equal(error.code, hasStopped ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE')
      if ((await readdir(dirname(file))).some(isTemporary)) report.left++
      const restarted = await dumpCopy(file)
      if (!hasStopped) {
        assert.deepEqual(restarted, before, `${name} was rejected but is on the disk`)
        assert.deepEqual(await store.dump(), before, `${name} was rejected but is in memory`)
        continue
      }
      report.fatal.push(failedCalls()[count] as DiskCall)
      await assertStopped(store)
      await store.close()
      store = await withoutFaults(() => openStore(`file:${file}`))
      assert.deepEqual(await store.dump(), restarted)
      // The write may have been applied, but only as a whole.
      if (isDeepStrictEqual(restarted, after)) break
      assert.deepEqual(restarted, before)
    }
    assert.deepEqual(await store.dump(), after, `${name} was acknowledged, but is not in memory`)
  }
  assert.deepEqual(await dumpCopy(file), steps.at(-1)?.after, 'an acknowledged write is not on the disk')
}

/** Opens the store, again after each rejection, which must leave the file unchanged. */
async function open(file: string): Promise<Store> {
  const text = await readFile(file, 'utf8')
  const count = failedCalls().length
  try {
    return await openStore(`file:${file}`)
  } catch (error) {
    report.refused++
    assert(failedCalls().length > count, error as Error)
    assert.match((error as Error).message, /^[^\n]+$/)
    assert.equal(await readFile(file, 'utf8'), text)
    return open(file)
  }
}

async function refusal(step: Promise<unknown>): Promise<(Error & { code?: string }) | undefined> {
  return step.then(
    () => undefined,
    (error) => error,
  )
}

async function assertStopped(store: Store): Promise<void> {
  for (const call of [...Object.values(readCalls), ...Object.values(writeCalls)])
    assert.equal((await refusal(call(store)))?.code, 'UNAVAILABLE')
}

/** Dumps a store on a copy of the folder, as after a restart. Only the store's file and its lock may remain. */
function dumpCopy(file: string): Promise<Data> {
  return withoutFaults(async () => {
    const folder = await copyFolder(dirname(file))
    const store = await openStore(`file:${join(folder, basename(file))}`)
    const records = await store.dump().finally(store.close)
    assert.deepEqual((await readdir(folder)).sort(), ['store.json', 'store.json.lock'])
    return records
  })
}

async function copyFolder(folder: string): Promise<string> {
  const copy = join(root, `copy${++copies}`)
  await mkdir(copy)
  // Opening and closing the lock file in this process would end the lock.
  for (const name of await readdir(folder))
    if (!name.endsWith('.lock')) await copyFile(join(folder, name), join(copy, name))
  return copy
}
