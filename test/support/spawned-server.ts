/** Starts the reference server as a child process, on each kind of store. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Data, emptyData } from '../../server/store/records.ts'
import { makeFolder } from './folder.ts'
import { makeDatabase } from './postgres/database.ts'
import type { CallMessage, Methods, ResultMessage } from './spawned-server-main.ts'

type Call = <Method extends keyof Methods>(
  method: Method,
  ...input: Parameters<Methods[Method]>
) => Promise<Awaited<ReturnType<Methods[Method]>>>

export interface ServerProcess {
  url: string
  storeUrl: string
  /** Calls a method of the child process, for what HTTP does not offer. */
  call: Call
  load(records: Partial<Data>): Promise<void>
  /** All records. */
  dump(): Promise<Data>
  /** Deletes the users who are due; returns their number. */
  purge(now: Date): Promise<number>
  log(): string
  signal(name: NodeJS.Signals): void
  /** Resolves on exit with the exit code, or null after a signal. */
  ended: Promise<number | null>
}

const program = fileURLToPath(new URL('spawned-server-main.ts', import.meta.url))

export async function startServerProcess(
  storeUrl: string,
  env: NodeJS.ProcessEnv = {},
  logLevel = 'error',
): Promise<ServerProcess> {
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
  const pending = new Map<number, (result: ResultMessage) => void>()
  const receive = async (id: number) => {
    const { promise, resolve } = Promise.withResolvers<ResultMessage>()
    pending.set(id, resolve)
    const { output, error } = await promise
    if (error !== undefined) throw new Error(error)
    return output
  }
  child.on('message', (result: ResultMessage) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
  })
  ended.then((code) => {
    for (const resolve of pending.values()) resolve({ id: 0, error: `the server exited with ${code}: ${log}` })
  })
  const url = (await receive(0)) as string
  let count = 0
  const call = (async (method, ...input) => {
    count += 1
    const result = receive(count)
    child.send({ id: count, method, input } satisfies CallMessage)
    return result
  }) as Call
  return {
    url,
    storeUrl,
    call,
    load: (records) => call('load', { ...emptyData(), ...records }),
    dump: () => call('dump'),
    purge: (now) => call('purge', now),
    log: () => log,
    signal: (name) => void child.kill(name),
    ended,
  }
}

/** Creates a new store of each kind. */
const stores: Record<string, () => Promise<{ url: string; remove(): Promise<void> }>> = {
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

/** Registers tests for each kind of store, with one server for all of them, in a time zone far from UTC. */
export function onEachStore(tests: (subject: () => ServerProcess) => void): void {
  describe.each(Object.entries(stores))('On a store of the kind %s', (_, create) => {
    let server: ServerProcess
    let remove: () => Promise<void>
    beforeAll(async () => {
      const store = await create()
      remove = store.remove
      server = await startServerProcess(store.url, { TZ: 'Pacific/Kiritimati' })
    }, 60_000)
    afterAll(async () => {
      server?.signal('SIGKILL')
      await server?.ended
      await remove()
    })
    tests(() => server)
  })
}
