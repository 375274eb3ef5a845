/** The benchmark `server-start`: from the start of the server's process to its first response, beside others. */
import { fileURLToPath } from 'node:url'
import { type Command, measureStarts, withChild } from '../child-server.ts'
import type { Benchmark } from '../report.ts'
import { describeLoad, median } from '../rounds.ts'
import { peers } from './peers.ts'

const [starts, goal] = [9, 500]

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const ours: Command = (port) => [main, '--demo', '--store', 'memory:', '--port', `${port}`]

export const serverStart: Benchmark = {
  title: 'from the start of the process to the end of the first answer, on the memory store with the demo data',
  async run() {
    // For the servers started here.
    process.env.LOG_LEVEL = 'silent'
    // Node caches compiled code for the next start, so the first start is not representative.
    await withChild(ours, async () => {})
    const measured = await measureStarts(starts, Object.values({ ...peers, ours }))
    const rows = Object.keys(peers).map((server, at) => {
      const middle = (name: 'ms' | 'cpu' | 'rss') => Math.round(median((measured[at] ?? []).map((one) => one[name])))
      return { server, 'start ms': middle('ms'), 'start CPU ms': middle('cpu'), 'RSS MB': middle('rss') }
    })
    const met = (rows[0]?.['start ms'] ?? NaN) < goal ? 'Met' : 'NOT met'
    const notes = [
      `Medians of ${starts} interleaved starts. Ours caches compiled code; the others have the same records.`,
      `Goal: below ${goal} ms. ${met}.`,
      describeLoad(),
    ]
    return { rows, notes }
  },
}
