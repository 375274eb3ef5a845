/** The real server in a process of its own, on each kind of store there is, for tests that look at what is stored. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Data, emptyData } from '../../server/store/records.ts'
import { makeFolder } from './folder.ts'
import { makeDatabase } from './postgres/database.ts'
import type { Asked, Methods, Told } from './spawned-server-main.ts'

type Ask = <Method extends keyof Methods>(
  method: Method,
  ...input: Parameters<Methods[Method]>
) => Promise<Awaited<ReturnType<Methods[Method]>>>

export interface Subject {
  url: string
  storeUrl: string
  /** Asks its process for what is not to be had by HTTP. */
  ask: Ask
  /** Adds records. */
  load(records: Partial<Data>): Promise<void>
  /** All that is stored. */
  dump(): Promise<Data>
  /** Deletes the users who are due; returns their number. */
  purge(now: Date): Promise<number>
  /** What it logged. */
  log(): string
  signal(name: NodeJS.Signals): void
  /** The exit code, or null after a signal, once the process is gone. */
  ended: Promise<number | null>
}

const program = fileURLToPath(new URL('spawned-server-main.ts', import.meta.url))

/** @param logLevel what it logs; by default, errors. */
export async function startSubject(
  storeUrl: string,
  env: NodeJS.ProcessEnv = {},
  logLevel = 'error',
): Promise<Subject> {
  const child = fork(program, [storeUrl, logLevel], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => code)
  const waiting = new Map<number, (told: Told) => void>()
  const hear = async (id: number) => {
    const { promise, resolve } = Promise.withResolvers<Told>()
    waiting.set(id, resolve)
    const { output, problem } = await promise
    if (problem !== undefined) throw new Error(problem)
    return output
  }
  child.on('message', (told: Told) => {
    waiting.get(told.id)?.(told)
    waiting.delete(told.id)
  })
  ended.then((code) => {
    for (const tell of waiting.values()) tell({ id: 0, problem: `the server ended with ${code}: ${log}` })
  })
  const url = (await hear(0)) as string
  let count = 0
  const ask = (async (method, ...input) => {
    count += 1
    const told = hear(count)
    child.send({ id: count, method, input } satisfies Asked)
    return told
  }) as Ask
  return {
    url,
    storeUrl,
    ask,
    load: (records) => ask('load', { ...emptyData(), ...records }),
    dump: () => ask('dump'),
    purge: (now) => ask('purge', now),
    log: () => log,
    signal: (name) => void child.kill(name),
    ended,
  }
}

/** How to make room for a new store of each kind. */
const places: Record<string, () => Promise<{ url: string; remove(): Promise<void> }>> = {
  memory: async () => ({ url: 'memory:', remove: async () => {} }),
  async file() {
    const { at, remove } = await makeFolder()
    return { url: `file:${at('store.json')}`, remove }
  },
  async sqlite() {
    const { at, remove } = await makeFolder()
    return { url: `sqlite:${at('store.db')}`, remove }
  },
  postgres: makeDatabase,
}

/** Registers tests for each kind of store, with one server for all of them, far from UTC. */
export function onEachStore(tests: (subject: () => Subject) => void): void {
  describe.each(Object.entries(places))('On a store of the kind %s', (_, make) => {
    let subject: Subject
    let remove: () => Promise<void>
    beforeAll(async () => {
      const place = await make()
      remove = place.remove
      subject = await startSubject(place.url, { TZ: 'Pacific/Kiritimati' })
    }, 60_000)
    afterAll(async () => {
      subject?.signal('SIGKILL')
      await subject?.ended
      await remove()
    })
    tests(() => subject)
  })
}
