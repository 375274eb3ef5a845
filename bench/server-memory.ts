/** Whether the server's memory stays what it is over many requests: what is alive after the garbage is collected. */
import { startChild } from './mock-children.ts'
import type { Benchmark } from './report.ts'
import { load, makeWorkloads } from './server-load.ts'
import { commandOf } from './server-peers.ts'
import { tellLoad } from './store-rounds.ts'

const [all, some] = [1_000_000, 100_000]
const [tenths, connections] = [10, 16]

/** On connections of their own: the server closes one after 1,000 requests, and autocannon does not see it coming. */
const atOnce = 12_500

/** How much more of the heap may be alive after the last tenth than after the first one. */
const most = 1.05

export const serverMemory = (full: boolean): Benchmark => ({
  title: 'memory over many requests of four kinds, after forced garbage collection',
  async run() {
    const requests = full ? all : some
    const child = await startChild(commandOf('ours'), ['--expose-gc'])
    try {
      const rows = []
      for (let tenth = 1; tenth <= tenths; tenth++) {
        // Anew each time: a token is good for a quarter of an hour.
        const workloads = await makeWorkloads()
        for (const workload of workloads) {
          for (let left = requests / tenths / workloads.length; left > 0; left -= atOnce) {
            await load(child.url, workload, Math.min(left, atOnce), connections)
          }
        }
        const { heap, rss } = await child.used()
        rows.push({ requests: (requests / tenths) * tenth, 'heap MB': round(heap), 'RSS MB': round(rss) })
      }
      const growth = (rows.at(-1)?.['heap MB'] ?? NaN) / (rows[0]?.['heap MB'] ?? NaN)
      const verdict = growth <= most ? 'flat' : 'NOT flat'
      const notes = [
        `Last tenth to first: ${growth.toFixed(3)}x of the heap, at most ${most}x: ${verdict}.`,
        tellLoad(),
      ]
      return { rows, notes }
    } finally {
      await child.end()
    }
  },
})

function round(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}
