/** `npm run bench`: measures the SDK, the stores, the mock, the server and the conformance kit beside peers. */
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { installPlace } from '../../build/place.ts'
import { type Benchmark, formatTable, type Result } from './report.ts'

const help = `Measures the SDK, the mock, the server and the conformance kit beside peers of the same contract, and the stores beside
their drivers.

  npm run bench -- [NAME...] [--full] [--plot] [--json]

  NAME          sdk-size, sdk-behaviour, sdk-time, sdk-types, store-growth, store-peers, scale-sqlite,
                scale-postgres, mock-peers, mock-wishes, server-peers, server-logins, server-start, server-memory
                or kit-peers, or the first word of several, such as scale; without a name, all of them
  --full        store-growth with up to a million records, scale with ten million, and server-memory with a million
                requests, takes some minutes more; kit-peers with all faults, more than an hour
  --plot        server-peers draws lab/bench/server-peers.svg
  --json        print JSON instead of tables
  --help        print this text
`

const benchmarks: Record<string, (flags: { full: boolean; plot: boolean }) => Promise<Benchmark>> = {
  'sdk-size': async () => (await import('./sdk/size.ts')).sdkSize,
  'sdk-behaviour': async () => (await import('./sdk/behaviour-table.ts')).sdkBehaviour,
  'sdk-time': async () => (await import('./sdk/time.ts')).sdkTime,
  'sdk-types': async () => (await import('./sdk/types.ts')).sdkTypes,
  'store-growth': async ({ full }) => (await import('./store/growth.ts')).storeGrowth(full),
  'store-peers': async () => (await import('./store/peers.ts')).storePeers,
  'scale-sqlite': async ({ full }) => (await import('./scale/scale.ts')).scale('sqlite', full),
  'scale-postgres': async ({ full }) => (await import('./scale/scale.ts')).scale('postgres', full),
  'mock-peers': async () => (await import('./mock/peers.ts')).mockPeers,
  'mock-wishes': async () => (await import('./mock/wishes.ts')).mockWishes,
  'server-peers': async ({ plot }) => (await import('./server/peers.ts')).serverPeers(plot),
  'server-logins': async () => (await import('./server/logins.ts')).serverLogins,
  'server-start': async () => (await import('./server/start.ts')).serverStart,
  'server-memory': async ({ full }) => (await import('./server/memory.ts')).serverMemory(full),
  'kit-peers': async ({ full }) => (await import('./kit/peers.ts')).kitPeers(full),
}

const isNamed = (benchmark: string, name: string) => benchmark === name || benchmark.startsWith(`${name}-`)

/** The arguments, or undefined after a message about the first wrong one. */
function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { full: flag, plot: flag, json: flag, help: flag }
    const { values, positionals: names } = parseArgs({ allowPositionals: true, options })
    const unknown = names.find((name) => !Object.keys(benchmarks).some((benchmark) => isNamed(benchmark, name)))
    if (unknown === undefined) return { ...values, names }
    console.error(`no benchmark is called ${JSON.stringify(unknown)}; there are ${Object.keys(benchmarks).join(', ')}`)
  } catch (error) {
    console.error(`${(error as Error).message.split(/\.\s/, 1)[0]}; see --help`)
  }
  process.exitCode = 2
}

await runCommand(async () => {
  const flags = readArguments()
  if (!flags) return
  if (flags.help) return void process.stdout.write(help)
  installPlace('lab/bench')
  const results: Record<string, Result> = {}
  for (const [name, load] of Object.entries(benchmarks)) {
    if (flags.names.length > 0 && !flags.names.some((given) => isNamed(name, given))) continue
    console.error(`${name} ...`)
    const { title, run } = await load(flags)
    const result = await run()
    results[name] = result
    if (!flags.json)
      console.log([`${name}: ${title}`, '', formatTable(result.rows), ...(result.notes ?? []), ''].join('\n'))
  }
  if (flags.json) console.log(JSON.stringify(results, null, 2))
})
