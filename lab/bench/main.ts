/** `npm run bench`: measures the SDK, the stores, the mock and the server beside peers. */
import { runCommand } from '@monitoring-service/http/node'
import { installPlace } from '../../build/place.ts'
import { readOptions } from '../options.ts'
import { type Benchmark, formatTable } from './report.ts'

const help = `Measures the SDK, the mock and the server beside peers of the same contract, and the stores beside their drivers.

  npm run bench -- [NAME...] [--full]

  NAME     sdk-size, sdk-behaviour, store-peers, scale-sqlite, scale-postgres, mock-peers, mock-wishes or server-peers, or the
           first word of several, such as scale; without a name, all
  --full   scale with ten million records, some minutes more
  --help   print this text
`

const benchmarks: Record<string, (full: boolean) => Promise<Benchmark>> = {
  'sdk-size': async () => (await import('./sdk/size.ts')).sdkSize,
  'sdk-behaviour': async () => (await import('./sdk/behaviour.ts')).sdkBehaviour,
  'store-peers': async () => (await import('./store/peers.ts')).storePeers,
  'scale-sqlite': async (full) => (await import('./scale/scale.ts')).scale('sqlite', full),
  'scale-postgres': async (full) => (await import('./scale/scale.ts')).scale('postgres', full),
  'mock-peers': async () => (await import('./mock/peers.ts')).mockPeers,
  'mock-wishes': async () => (await import('./mock/wishes.ts')).mockWishes,
  'server-peers': async () => (await import('./server/peers.ts')).serverPeers,
}

const firstWord = (benchmark: string) => benchmark.split('-', 1)[0] as string

await runCommand(async () => {
  const options = { full: { type: 'boolean', default: false } } as const
  const all = Object.keys(benchmarks)
  const { values, names } = readOptions(help, options, [...all, ...all.map(firstWord)])
  installPlace('lab/bench')
  for (const [name, load] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name) && !names.includes(firstWord(name))) continue
    console.error(`${name} ...`)
    const { title, run } = await load(values.full)
    const { rows, notes = [] } = await run()
    console.log([`${name}: ${title}`, '', formatTable(rows), ...notes, ''].join('\n'))
  }
})
