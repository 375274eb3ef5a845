/** The real server in a process of its own, on each kind of store there is, for tests that look at what is stored. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Data, emptyData } from '../../server/store/records.ts'
import { makeDatabase } from '../postgres/database.ts'
import { makeFolder } from '../store/folder.ts'
import type { Asked } from './serve.ts'

export interface Subject {
  url: string
  /** Adds records. */
  load(records: Partial<Data>): Promise<void>
  /** All that is stored. */
  dump(): Promise<Data>
  /** Deletes the users who are due. */
  purge(now: Date): Promise<void>
  /** What it logged. */
  log(): string
  signal(name: NodeJS.Signals): void
  /** The exit code, or null after a signal, once the process is gone. */
  ended: Promise<number | null>
}

const program = fileURLToPath(new URL('serve.ts', import.meta.url))

export async function startSubject(storeUrl: string, env: NodeJS.ProcessEnv = {}): Promise<Subject> {
  const child = fork(program, [storeUrl], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => code)
  const answer = async () => {
    const gone = ended.then((code) => ({ problem: `the server ended with ${code}: ${log}` }))
    const [{ output, problem }] = await Promise.race([once(child, 'message'), gone.then((told) => [told as never])])
    if (problem) throw new Error(problem)
    return output
  }
  // One thing at a time: an answer does not say what it is one to.
  let last: Promise<unknown> = answer()
  const ask = async (method: Asked['method'], ...input: unknown[]) => {
    last = last.then(() => {
      child.send({ method, input } satisfies Asked)
      return answer()
    })
    return last
  }
  return {
    url: (await last) as string,
    async load(records) {
      await ask('load', { ...emptyData(), ...records })
    },
    dump: async () => (await ask('dump')) as Data,
    async purge(now) {
      while (((await ask('completeDeletions', now.toISOString(), 100)) as number) > 0);
    },
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
