/** The reference server in this process, whose caller sets its clock and inspects it; one per process. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { demo, type ErrorCode } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { Tinypool } from 'tinypool'
import { purge } from '../../server/jobs/purge.ts'
import { type Server, startServer } from '../../server/start.ts'
import { openStore } from '../../server/store/open.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { setClock } from './clock.ts'

/** What a method of the store does in place of its work: returns, throws an ApiError, or throws a TypeError. */
export type Replacement = { answers: unknown } | { refuses: ErrorCode; upgradeUrl?: string } | { breaks: string }

export type Methods = typeof methods

const initialZone = process.env.TZ
let store: Store
let replaced: { method: keyof Store | 'any'; by: Replacement } | undefined
let work = { hash: 0, compare: 0 }
let logLines: string[] = []
let isClockSet = false

/** The store as the server sees it. */
const proxiedStore = new Proxy({} as Store, {
  get(_, method: keyof Store) {
    const call = store[method] as undefined | ((...input: unknown[]) => unknown)
    // `await store` probes for a `then` property.
    if (!call) return undefined
    const { method: replacedMethod, by } = replaced ?? {}
    if (by && (replacedMethod === method || (replacedMethod === 'any' && method !== 'close')))
      return () => runReplacement(by)
    // While the clock stands still, only the parent starts the job.
    if (method === 'completeDeletions' && isClockSet) return async () => 0
    return call.bind(store)
  },
})

export function resetZone(): void {
  if (initialZone === undefined) delete process.env.TZ
  else process.env.TZ = initialZone
}

async function runReplacement(replacement: Replacement): Promise<unknown> {
  if ('answers' in replacement) return replacement.answers
  if ('breaks' in replacement) throw new TypeError(replacement.breaks)
  const { refuses, upgradeUrl } = replacement
  throw new ApiError(refuses, upgradeUrl === undefined ? {} : { upgradeUrl })
}

const methods = {
  load: (data: Data) => store.load(data),
  dump: () => store.dump(),
  /** Deletes the users who are due; returns their number. */
  purge: (now: Date) => purge(store, now, { max: 1000 }),
  /** Replaces all records, in memory, and resets everything else. */
  async reset(data: Data, now: Date) {
    const fresh = await openStore('memory:')
    await fresh.load(data)
    store = fresh
    methods.setClock(now)
    resetZone()
    replaced = undefined
    work = { hash: 0, compare: 0 }
    logLines = []
  },
  setClock(now: Date) {
    isClockSet = true
    setClock(now)
  },
  setZone(zone: string) {
    process.env.TZ = zone
  },
  replace(method: keyof Store | 'any', by: Replacement) {
    replaced = { method, by }
  },
  /** Returns how many hashes and comparisons were made since the last call. */
  countWork() {
    const result = work
    work = { hash: 0, compare: 0 }
    return result
  },
  /** Returns the log since the last call. */
  readLog(): Record<string, unknown>[] {
    return logLines.splice(0).map((line) => JSON.parse(line))
  },
  /** Returns the bytes in use, and the properties that were added to all objects. */
  findLeaks() {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    return { heapUsed: process.memoryUsage().heapUsed, onObjects: Object.keys(Object.prototype) }
  },
}

// Hashes and comparisons run in worker threads and can be counted here only.
const { run } = Tinypool.prototype
Tinypool.prototype.run = function (this: Tinypool, task, options) {
  work[options?.name as keyof typeof work] += 1
  return run.call(this, task, options)
}

/** @param write receives each line of the log. */
export function startInspectedServer(
  storeUrl: string,
  logLevel: string,
  write: (line: string) => void,
): Promise<Server> {
  replaced = undefined
  const settings = {
    ...demo,
    dataFile: undefined,
    port: 0,
    host: '127.0.0.1',
    storeUrl,
    logLevel,
    isUnsafe: true,
    passwordCost: 4,
  }
  const logTo = {
    write(line: string) {
      logLines.push(line)
      write(line)
    },
  }
  return startServer(settings, logTo, async (url) => {
    store = await openStore(url)
    return proxiedStore
  })
}

/** Calls a method by its name. */
export async function callMethod(method: keyof Methods, input: unknown[]): Promise<unknown> {
  return (methods[method] as (...input: unknown[]) => unknown)(...input)
}
