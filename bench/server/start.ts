/** The benchmark `server-start`: from the start of the server's process to its first response, beside others. */
import { fileURLToPath } from 'node:url'
import { type Command, measureStarts, startChild } from '../child-server.ts'
import type { Benchmark } from '../report.ts'
import { describeLoad, median } from '../rounds.ts'
import { commandOf, peers } from './peers.ts'

const starts = 9
const goal = 500

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const ours: Command = (port) => [main, '--demo', '--store', 'memory:', '--port', `${port}`]

export const serverStart: Benchmark = {
  title: 'from the start of the process to the end of the first answer, on the memory store with the demo data',
  async run() {
    // For the servers started here.
    process.env.LOG_LEVEL = 'silent'
    const commands = Object.entries(peers).map(([name, file]) => (name === 'ours' ? ours : commandOf(file)))
    // Node caches compiled code for the next start, so the first start is not representative.
    await startChild(ours).then(({ end }) => end())
    const measured = await measureStarts(starts, commands)
    const rows = Object.keys(peers).map((server, at) => {
      const results = measured[at] ?? []
      return {
        server,
        'start ms': Math.round(median(results.map(({ ms }) => ms))),
        'start CPU ms': Math.round(median(results.map(({ cpu }) => cpu))),
        'RSS MB': Math.round(median(results.map(({ rss }) => rss))),
      }
    })
    const reached = rows[0]?.['start ms'] ?? NaN
    const notes = [
      `Medians of ${starts} interleaved starts. Ours caches compiled code; the others have the same records.`,
      `Goal: below ${goal} ms. ${reached < goal ? 'Met.' : 'NOT met.'}`,
      describeLoad(),
    ]
    return { rows, notes }
  },
}
