/** `npm run bench`: figures of the SDK, the stores, the mock and the server, beside those of others. */
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { type Benchmark, formatTable, type Row } from './report.ts'

const help = `Measures the SDK, the mock and the server beside others of the same contract, and the stores beside what they stand on.

  npm run bench -- [NAME...] [--full] [--plot] [--json]

  NAME          sdk-size, sdk-behaviour, sdk-time, sdk-types, store-growth, store-peers, mock-peers, server-peers,
                server-logins, server-start or server-memory; all of them
  --full        let store-growth go up to a million records, and server-memory to a million requests, which takes some
                minutes more
  --plot        let server-peers draw bench/server-peers.svg
  --json        print JSON in place of tables
  --help        print this text
`

interface Asked {
  full: boolean
  plot: boolean
}

const benchmarks: Record<string, (asked: Asked) => Promise<Benchmark>> = {
  'sdk-size': async () => (await import('./sdk-size.ts')).sdkSize,
  'sdk-behaviour': async () => (await import('./sdk-behaviour.ts')).sdkBehaviour,
  'sdk-time': async () => (await import('./sdk-time.ts')).sdkTime,
  'sdk-types': async () => (await import('./sdk-types.ts')).sdkTypes,
  'store-growth': async ({ full }) => (await import('./store-growth.ts')).storeGrowth(full),
  'store-peers': async () => (await import('./store-peers.ts')).storePeers,
  'mock-peers': async () => (await import('./mock-peers.ts')).mockPeers,
  'server-peers': async ({ plot }) => (await import('./server-peers.ts')).serverPeers(plot),
  'server-logins': async () => (await import('./server-logins.ts')).serverLogins,
  'server-start': async () => (await import('./server-start.ts')).serverStart,
  'server-memory': async ({ full }) => (await import('./server-memory.ts')).serverMemory(full),
}

/** What was asked for, or undefined after a line that says what is wrong with it. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        full: { type: 'boolean', default: false },
        plot: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const unknown = positionals.find((name) => !Object.hasOwn(benchmarks, name))
    if (unknown === undefined) return { ...values, names: positionals }
    console.error(`no benchmark is called ${JSON.stringify(unknown)}; there are ${Object.keys(benchmarks).join(', ')}`)
  } catch (error) {
    console.error(`${(error as Error).message.split(/\.\s/, 1)[0]}; see --help`)
  }
  process.exitCode = 2
}

await runCommand(async () => {
  const asked = readArguments()
  if (!asked) return
  if (asked.help) return void process.stdout.write(help)
  const results: Record<string, { rows: Row[]; notes?: string[] }> = {}
  for (const [name, load] of Object.entries(benchmarks)) {
    if (asked.names.length > 0 && !asked.names.includes(name)) continue
    console.error(`${name} ...`)
    const { title, run } = await load(asked)
    const result = await run()
    results[name] = result
    if (!asked.json)
      console.log([`${name}: ${title}`, '', formatTable(result.rows), ...(result.notes ?? []), ''].join('\n'))
  }
  if (asked.json) console.log(JSON.stringify(results, null, 2))
})
