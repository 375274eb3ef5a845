/** `npm run test:crash`: kills the server and its database many times and reports lost writes. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { type BackendName, backends } from '../../test/server/store/crash/backends.ts'
import { runCrashes } from '../../test/server/store/crash/run-crashes.ts'
import { runHistory } from '../../test/server/store/history/run-history.ts'

const help = `Kills the server, or its PostgreSQL, while clients write, and compares the acknowledged writes with the stored records.

  npm run test:crash -- [--kills N] [--store NAME]... [--seed S] [--json]
  npm run test:crash -- --history [--seconds N] [--seed S] [--json]

  --kills N     number of kills per store               100
  --store NAME  file, sqlite or postgres                all
  --history     runs three instances on one PostgreSQL, kills and pauses them, disconnects and kills the
                database, and also checks the order of all responses
  --seconds N   duration of the history                 60
  --seed S      repeats an earlier run
  --json        print the result as JSON
  --help        print this text

  Exit code 1 if a write is lost or a response is impossible.
`

interface Options {
  kills: number
  stores: BackendName[]
  isHistory: boolean
  seconds: number
  seed: number
  json: boolean
}

/** Parses the arguments; prints an error and returns undefined if they are invalid. */
function readArguments(): Options | 'help' | undefined {
  try {
    const { values } = parseArgs({
      options: {
        kills: { type: 'string' },
        store: { type: 'string', multiple: true },
        history: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return 'help'
    const { kills, store = Object.keys(backends), history: isHistory, seconds, seed, json } = values
    const unknown = store.find((name) => !Object.hasOwn(backends, name))
    if (unknown !== undefined) throw new Error(`--store is file, sqlite or postgres, not ${JSON.stringify(unknown)}`)
    if (isHistory && (kills ?? values.store) !== undefined)
      throw new Error('--history goes with neither --kills nor --store')
    if (!isHistory && seconds !== undefined) throw new Error('--seconds goes with --history only')
    return {
      kills: readNumber('--kills', kills ?? '100', 1),
      stores: store as BackendName[],
      isHistory,
      seconds: readNumber('--seconds', seconds ?? '60', 1),
      seed: seed === undefined ? randomInt(2 ** 31) : readNumber('--seed', seed, 0),
      json,
    }
  } catch (error) {
    console.error(`${(error as Error).message.split(/\.\s/, 1)[0]}; see --help`)
    process.exitCode = 2
  }
}

function readNumber(flag: string, text: string, least: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`${flag} must be a whole number from ${least} on, not ${JSON.stringify(text)}`)
}

/** Ctrl-C completes the current round, which removes its processes and files. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error('interrupted')))
}

function show(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`)
}

async function crashAll({ stores, kills, seed, json }: Options): Promise<void> {
  const reports: object[] = []
  for (const store of stores) {
    const backend = await backends[store]()
    const onProgress = (done: number) => show(`${store}: ${done} of ${kills} kills`)
    const report = await runCrashes(backend, { kills, seed, signal: interrupted.signal, onProgress }).finally(
      backend.remove,
    )
    show('')
    const { lost, half, unasked, unopened, wrong } = report
    const problems = [...lost, ...half, ...unasked, ...unopened, ...wrong]
    if (problems.length > 0) process.exitCode = 1
    reports.push({ store, ...report })
    if (json) continue
    const parts = [
      `${store}: ${report.kills} kills (${report.databaseKills} of the database, ${report.jobsCutOff} during the purge job)`,
      `${report.acknowledged} changes acknowledged`,
      `${lost.length} lost`,
      `${half.length} applied partially`,
      `${unasked.length} without a request`,
      `${wrong.length} wrong responses`,
      `${unopened.length} stores that fail to open`,
      `seed ${seed}`,
    ]
    console.log(parts.join(', '))
    printProblems(problems)
  }
  if (json) console.log(JSON.stringify(reports, null, 2))
}

async function runOneHistory({ seconds, seed, json }: Options): Promise<void> {
  let end: number | undefined
  const shouldContinue = () => {
    end ??= Date.now() + seconds * 1000
    return Date.now() < end
  }
  const onProgress = (events: number) => show(`history: ${events} events`)
  const report = await runHistory({ seed, shouldContinue, signal: interrupted.signal, onProgress })
  show('')
  const { counts, events, deleted, violations } = report
  if (violations.length > 0) process.exitCode = 1
  if (json) return console.log(JSON.stringify(report, null, 2))
  const faults = Object.entries(events).map(([fault, count]) => `${count} ${fault}`)
  console.log(
    `history: ${counts.ok} ok, ${counts.fail} fail, ${counts.info} info; ${faults.join(', ')}; ` +
      `${deleted} accounts deleted; ${violations.length} violations; seed ${seed}`,
  )
  printProblems(violations)
}

/** Prints the first problems. */
function printProblems(problems: string[]): void {
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (problems.length > 20) console.log(`  and ${problems.length - 20} more; --json has them all`)
}

await runCommand(async () => {
  const options = readArguments()
  if (!options) return
  if (options === 'help') return void process.stdout.write(help)
  await (options.isHistory ? runOneHistory(options) : crashAll(options))
})
