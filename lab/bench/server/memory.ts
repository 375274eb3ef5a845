/** The benchmark `server-memory`: live memory after garbage collection, over many requests. */
import { withChild } from '../child-server.ts'
import { load } from '../load.ts'
import type { Benchmark } from '../report.ts'
import { describeLoad } from '../rounds.ts'
import { commandOf } from './peers.ts'
import { createWorkloads } from './workloads.ts'

const [tenths, connections] = [10, 16]

/** Requests per set of connections: the server closes a connection after 1,000 requests, which autocannon does not expect. */
const batch = 12_500

/** The highest permitted ratio of the heap after the last tenth to that after the first. */
const limit = 1.05

const toMegabytes = (bytes: number) => Math.round(bytes / 1e5) / 10

export const serverMemory = (full: boolean): Benchmark => ({
  title: 'memory over many requests of four kinds, after forced garbage collection',
  run: () =>
    withChild(commandOf('ours'), ['--expose-gc'], async ({ url, usage }) => {
      const perTenth = (full ? 1_000_000 : 100_000) / tenths
      const rows = []
      for (let tenth = 1; tenth <= tenths; tenth++) {
        // Created anew each time, since a token is valid for a quarter of an hour.
        const workloads = await createWorkloads()
        for (const workload of workloads) {
          for (let left = perTenth / workloads.length; left > 0; left -= batch) {
            await load(url, workload, Math.min(left, batch), connections)
          }
        }
        const { heap, rss } = await usage()
        rows.push({ requests: perTenth * tenth, 'heap MB': toMegabytes(heap), 'RSS MB': toMegabytes(rss) })
      }
      const growth = (rows.at(-1)?.['heap MB'] ?? NaN) / (rows[0]?.['heap MB'] ?? NaN)
      const verdict = growth <= limit ? 'flat' : 'NOT flat'
      const note = `Last tenth to first: ${growth.toFixed(3)}x of the heap, at most ${limit}x: ${verdict}.`
      return { rows, notes: [note, describeLoad()] }
    }),
})
