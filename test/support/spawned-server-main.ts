/** The reference server as a process of its own, whose parent sets its clock and looks into it; it ends with its parent. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { demo, type ErrorCode } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { closeOnSignal } from '@monitoring-service/http/node'
import { Tinypool } from 'tinypool'
import { purge } from '../../server/jobs/purge.ts'
import { startServer } from '../../server/start.ts'
import { openStore } from '../../server/store/open.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { setClock } from './clock.ts'

/** What a method of the store does to the server instead of its work. */
export type Instead = { answers: unknown } | { refuses: ErrorCode; upgradeUrl?: string } | { breaks: string }

/** What the parent asks. */
export interface Asked {
  id: number
  method: keyof Methods
  input: unknown[]
}

/** The answer to what was asked with the same id; the address of the server comes with the id 0. */
export interface Told {
  id: number
  output?: unknown
  problem?: string
}

export type Methods = typeof methods

const [storeUrl = 'memory:', logLevel = 'error'] = process.argv.slice(2)
let store: Store
let instead: { method: keyof Store | 'any'; does: Instead } | undefined
let worked = { hash: 0, compare: 0 }
let lines: string[] = []
let stands = false

/** The time zone at the start. */
const zone = process.env.TZ

/** The store as the server sees it. */
const seen = new Proxy({} as Store, {
  get(_, method: keyof Store) {
    const call = store[method] as undefined | ((...input: unknown[]) => unknown)
    // Whoever waits for the store itself asks whether it is a promise.
    if (!call) return undefined
    if (instead && (instead.method === method || instead.method === 'any')) return () => act(instead?.does as Instead)
    // By a clock that stands still, the job comes when the parent says so.
    if (method === 'completeDeletions' && stands) return async () => 0
    return call.bind(store)
  },
})

async function act(does: Instead): Promise<unknown> {
  if ('answers' in does) return does.answers
  if ('breaks' in does) throw new TypeError(does.breaks)
  throw new ApiError(does.refuses, does.upgradeUrl === undefined ? {} : { upgradeUrl: does.upgradeUrl })
}

const methods = {
  load: (data: Data) => store.load(data),
  dump: () => store.dump(),
  /** Deletes the users who are due; returns their number. */
  purge: (now: Date) => purge(store, now),
  /** Puts other records in the place of all that are there, in memory, and everything else as it was at the start. */
  async reset(data: Data, now: Date) {
    const fresh = await openStore('memory:')
    await fresh.load(data)
    store = fresh
    methods.setClock(now)
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    instead = undefined
    worked = { hash: 0, compare: 0 }
    lines = []
  },
  setClock(now: Date) {
    stands = true
    setClock(now)
  },
  setZone(zone: string) {
    process.env.TZ = zone
  },
  replace(method: keyof Store | 'any', does: Instead) {
    instead = { method, does }
  },
  /** How often a password or a code was hashed and compared since somebody last asked. */
  worked() {
    const told = worked
    worked = { hash: 0, compare: 0 }
    return told
  },
  /** What was logged since somebody last asked. */
  logged(): Record<string, unknown>[] {
    return lines.splice(0).map((line) => JSON.parse(line))
  },
  /** What is left behind: bytes in use, and what somebody has added to every object. */
  left() {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    return { heapUsed: process.memoryUsage().heapUsed, onObjects: Object.keys(Object.prototype) }
  },
}

// To hash and to compare is work for a thread; how much of it there is can be seen here only.
const { run } = Tinypool.prototype
Tinypool.prototype.run = function (this: Tinypool, task, options) {
  worked[options?.name as keyof typeof worked] += 1
  return run.call(this, task, options)
}

process.once('disconnect', () => process.exit())
const settings = { ...demo, dataFile: undefined, port: 0, host: '127.0.0.1', storeUrl, logLevel }
const logTo = {
  write(line: string) {
    lines.push(line)
    process.stderr.write(line)
  },
}
const server = await startServer(settings, logTo, async (url) => {
  store = await openStore(url)
  return seen
})
closeOnSignal(server)
process.on('message', async ({ id, method, input }: Asked) => {
  const call = async () => (methods[method] as (...input: unknown[]) => unknown)(...input)
  const told: Told = await call().then(
    (output) => ({ id, output }),
    (error: Error) => ({ id, problem: error.message }),
  )
  process.send?.(told)
})
process.send?.({ id: 0, output: server.url } satisfies Told)
