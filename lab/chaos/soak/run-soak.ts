/** A soak test: many connections change the same records, and the final records must match the responses. */
import { purge } from '../../../server/jobs/purge.ts'
import type { Data } from '../../../server/store/records.ts'
import { findViolations } from '../../../test/server/store/history/checker.ts'
import { startClients } from '../../../test/server/store/history/clients.ts'
import { makeInitialData } from '../../../test/server/store/history/initial-data.ts'
import { createRecorder, type Operation } from '../../../test/server/store/history/recorder.ts'
import { withStore } from '../../../test/server/store/history/with-store.ts'
import { startServerProcess } from '../../../test/support/spawned-server.ts'
import { createBrokenSender } from './broken-requests.ts'

export interface SoakResult {
  seed: number
  counts: Record<Operation['outcome'], number>
  /** The number of broken requests of each kind. */
  faults: Record<string, number>
  /** Descriptions of contradictions and lost writes. */
  violations: string[]
}

export interface Options {
  /** The URL of an empty store. */
  storeUrl: string
  connections: number
  seed: number
  /** Resolves when the run is long enough. */
  waitUntilDone(operations: readonly Operation[]): Promise<unknown>
}

export async function runSoak({ storeUrl, connections, seed, waitUntilDone }: Options): Promise<SoakResult> {
  const failure = new AbortController()
  const start = await makeInitialData(new Date())
  const subject = await startServerProcess(storeUrl)
  const exited = subject.ended.then((code) => {
    failure.abort(new Error(`the server exited unexpectedly with ${code}: ${subject.log()}`))
    throw failure.signal.reason
  })
  exited.catch(() => {})
  try {
    await subject.load(start)
    // A long timeout: giving up on a slow server would only add load.
    const recorder = createRecorder(failure.signal, 60_000)
    const { send, counts: faults } = createBrokenSender(seed)
    const stop = startClients(() => [subject.url], seed, recorder, { count: connections, send })
    await Promise.race([waitUntilDone(recorder.operations), exited]).finally(stop)
    const now = new Date()
    await subject.purge(now)
    const seen = await subject.dump()
    subject.signal('SIGTERM')
    const code = await subject.ended
    const end = storeUrl === 'memory:' ? seen : await readAgain(storeUrl, now)
    const { operations } = recorder
    const count = (outcome: Operation['outcome']) => operations.filter((one) => one.outcome === outcome).length
    return {
      seed,
      counts: { ok: count('ok'), fail: count('fail'), info: count('info') },
      faults,
      violations: [
        ...(code === 0 ? [] : [`the server exited with ${code}: ${subject.log()}`]),
        ...findViolations({ operations, start, end, now: now.toISOString() }),
      ],
    }
  } finally {
    subject.signal('SIGKILL')
    await subject.ended
  }
}

/** Reads the records from the reopened store. */
function readAgain(storeUrl: string, now: Date): Promise<Data> {
  return withStore(storeUrl, async (store) => {
    await purge(store, now, { max: 1000 })
    return store.dump()
  })
}
