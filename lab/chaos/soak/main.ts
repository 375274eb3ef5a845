/** `npm run test:soak`: sends requests on hundreds of connections, some of which break, and checks the final records. */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '@monitoring-service/http/node'
import { backends } from '../../../test/server/store/history/backends.ts'
import { readNumber } from '../../../test/support/read-number.ts'
import { readOptions } from '../../options.ts'
import { runSoak } from './run-soak.ts'

const help = `Changes the same records on hundreds of connections, breaks one request in twenty, and compares the responses with the
final records.

  npm run test:soak -- [--minutes N] [--connections N] [--store URL] [--seed S] [--json]

  --minutes N      duration                               3
  --connections N  number of connections                  300
  --store URL      URL of an empty store; or memory,      sqlite
                   file, sqlite or postgres for a new one
  --seed S         repeats an earlier run
  --json           print the result as JSON
  --help           print this text

  Exit code 1 if a write is lost or a response is impossible.
`

const options = {
  minutes: { type: 'string', default: '3' },
  connections: { type: 'string', default: '300' },
  store: { type: 'string', default: 'sqlite' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  json: { type: 'boolean', default: false },
} as const

/** Creates an empty store, unless a URL is given. */
async function makeStore(store: string): Promise<{ url: string; remove(): Promise<void> }> {
  if (store === 'memory') return { url: 'memory:', remove: async () => {} }
  if (!Object.hasOwn(backends, store)) return { url: store, remove: async () => {} }
  return backends[store as keyof typeof backends]()
}

await runCommand(async () => {
  const { values } = readOptions(help, options)
  const minutes = readNumber('--minutes', values.minutes)
  const connections = readNumber('--connections', values.connections)
  const seed = readNumber('--seed', values.seed, 0)
  const { url, remove } = await makeStore(values.store)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const waitUntilDone = async (operations: readonly unknown[]) => {
    const end = Date.now() + minutes * 60_000
    while (Date.now() < end && !interrupted.signal.aborted) {
      await wait(Math.min(1_000, end - Date.now()), undefined, { signal: interrupted.signal }).catch(() => {})
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${operations.length} requests`)
    }
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  }
  const { violations, counts, faults } = await runSoak({ storeUrl: url, connections, seed, waitUntilDone }).finally(
    remove,
  )
  if (counts.ok < counts.info) violations.push(`only ${counts.ok} requests were acknowledged`)
  if (violations.length > 0) process.exitCode = 1
  if (values.json) return console.log(JSON.stringify({ seed, connections, counts, faults, violations }, null, 2))
  const broken = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`)
  console.log(`${connections} connections to ${values.store.split(':', 1)[0]}, seed ${seed}`)
  console.log(
    `${counts.ok} acknowledged, ${counts.fail} rejected, ${counts.info} unknown; broken: ${broken.join(', ')}`,
  )
  for (const violation of violations) console.log(`  ${violation}`)
  console.log(violations.length === 0 ? 'no acknowledged write is lost' : `${violations.length} violations`)
})
