/** How long our server takes from the start of its process to its first answer, beside others. */
import { fileURLToPath } from 'node:url'
import { startChild } from './mock-children.ts'
import { type Benchmark, median } from './report.ts'
import { commandOf, peers } from './server-peers.ts'
import { takeTurns, tellLoad } from './store-rounds.ts'

const starts = 9
const most = 500

const ours = (port: number): [string, ...string[]] => [
  fileURLToPath(new URL('../server/main.ts', import.meta.url)),
  ...['--demo', '--store', 'memory:', '--port', `${port}`],
]

export const serverStart: Benchmark = {
  title: 'from the start of the process to the end of the first answer, on the memory store with the demo data',
  async run() {
    const { ours: _, ...others } = peers
    // Of the servers that are started from here.
    process.env.LOG_LEVEL = 'silent'
    const commands = {
      ours,
      ...Object.fromEntries(Object.entries(others).map(([name, file]) => [name, commandOf(file)])),
    }
    // What Node compiles is kept for the next start, so that the first one says nothing about the others.
    await startChild(ours).then(({ end }) => end())
    const taken = await takeTurns(
      starts,
      Object.values(commands).map((command) => async () => {
        const child = await startChild(command)
        const { cpu, rss } = await child.used().finally(child.end)
        return { ms: child.start, cpu: cpu / 1_000, rss: rss / 1e6 }
      }),
    )
    const rows = Object.keys(commands).map((server, at) => {
      const told = taken[at] ?? []
      return {
        server,
        'start ms': Math.round(median(told.map(({ ms }) => ms))),
        'start CPU ms': Math.round(median(told.map(({ cpu }) => cpu))),
        'RSS MB': Math.round(median(told.map(({ rss }) => rss))),
      }
    })
    const reached = rows[0]?.['start ms'] ?? NaN
    const notes = [
      `Medians of ${starts} interleaved starts. Ours keeps what Node compiled; all of the others' records are the same.`,
      `Goal: below ${most} ms. ${reached < most ? 'Met.' : 'NOT met.'}`,
      tellLoad(),
    ]
    return { rows, notes }
  },
}
