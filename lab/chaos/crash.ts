/** `npm run test:crash`: kills and pauses servers and their database many times and reports lost writes. */
import { randomInt } from 'node:crypto'
import { runCommand } from '@monitoring-service/http/node'
import { type BackendName, backends } from '../../test/server/store/history/backends.ts'
import { runHistory } from '../../test/server/store/history/run-history.ts'
import { readNumber } from '../../test/support/read-number.ts'
import { readOptions } from '../options.ts'

const help = `Kills and pauses the server while clients write, three servers and the database of PostgreSQL, and compares all responses
with each other and with the stored records.

  npm run test:crash -- [--faults N] [--store NAME]... [--seed S] [--json]

  --faults N    number of faults per store              100
  --store NAME  file, sqlite or postgres                all
  --seed S      repeats an earlier run
  --json        print the result as JSON
  --help        print this text

  Exit code 1 if a write is lost or a response is impossible.
`

/** A new store now and then keeps the run fast. */
const faultsPerStore = 20

const options = {
  faults: { type: 'string', default: '100' },
  store: { type: 'string', multiple: true, default: Object.keys(backends) },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  json: { type: 'boolean', default: false },
} as const

/** Ctrl-C completes the current round, which removes its processes and files. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error('interrupted')))
}

function show(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`)
}

async function crashAll(stores: BackendName[], faults: number, seed: number, json: boolean): Promise<void> {
  const reports: object[] = []
  for (const name of stores) {
    for (let earlier = 0; earlier < faults; earlier += faultsPerStore) {
      const backend = await backends[name]()
      const onProgress = (count: number) => show(`${name}: ${earlier + count} of ${faults} faults`)
      const shouldContinue = (count: number) => count < Math.min(faultsPerStore, faults - earlier)
      const run = { seed: seed + earlier, shouldContinue, signal: interrupted.signal, onProgress }
      const report = await runHistory(backend, run).finally(backend.remove)
      show('')
      const { counts, events, deleted, violations } = report
      if (violations.length > 0) process.exitCode = 1
      reports.push({ store: name, ...report })
      if (json) continue
      const injected = Object.entries(events).map(([fault, count]) => `${count} ${fault}`)
      console.log(
        `${name}: ${injected.join(', ')}; ${counts.ok} ok, ${counts.fail} fail, ${counts.info} info; ` +
          `${deleted} accounts deleted; ${violations.length} violations; seed ${report.seed}`,
      )
      printFirstViolations(violations)
    }
  }
  if (json) console.log(JSON.stringify(reports, null, 2))
}

/** Prints the first violations. */
function printFirstViolations(violations: string[]): void {
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`)
  if (violations.length > 20) console.log(`  and ${violations.length - 20} more; --json has them all`)
}

await runCommand(async () => {
  const { store, json, ...numbers } = readOptions(help, options).values
  const unknown = store.find((name) => !Object.hasOwn(backends, name))
  if (unknown !== undefined) throw new Error(`--store is file, sqlite or postgres, not ${JSON.stringify(unknown)}`)
  const [faults, seed] = [readNumber('--faults', numbers.faults), readNumber('--seed', numbers.seed, 0)]
  await crashAll(store as BackendName[], faults, seed, json)
})
