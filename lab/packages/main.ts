/** `npm run packages`: packs the packages, installs each from the registry in a project of its own, and uses it in each runtime. */
import { availableParallelism } from 'node:os'
import { runCommand } from '@monitoring-service/http/node'
import { installFromRegistry } from '../../test/support/packages/install.ts'
import { readOptions } from '../options.ts'
import { MissingError } from '../programs.ts'
import { collectTasks, type Task } from './collect.ts'
import { installEcosystem } from './ecosystem/place.ts'
import { timeStart } from './first-response.ts'
import { formatRow, formatSummary, type Row, type Size } from './report.ts'
import { startTarget } from './target.ts'
import { packageUses } from './uses/index.ts'

const help = `Packs the packages, installs each from the registry in a project of its own, uses it in each runtime, and prints the results.

  npm run packages -- [--only TEXT] [PACKAGE]...

  PACKAGE       ${Object.keys(packageUses).join(', ')}; without one, all of them
  --only TEXT   only what has this text in its runtime or title, such as Firefox or types
  --help        print this text

Exit code: 0 if all went well, 1 if something failed. A runtime that is not installed, as Firefox may be,
is listed as not run.
`

/** The most that may be installed, in MB; the SDK has no dependencies. */
const limits: Record<string, number> = { sdk: 2, conformance: 8, mock: 45, server: 45 }
/** Seconds from the start of `npx` to the first response; on a busy machine, so many times those of an empty command. */
const startLimit = { seconds: 3, timesControl: 4 }
/** The commands that answer requests, with their flags. */
const servers: Record<string, string[]> = {
  mock: ['monitoring-mock', '--port', '0'],
  server: ['monitoring-server', '--demo', '--store', 'memory:', '--port', '0'],
}

const [rows, sizes]: [Row[], Size[]] = [[], []]

async function record(task: Pick<Task, 'package' | 'runtime' | 'use'>, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const failure = await run().then(
    () => undefined,
    (error: Error) => error,
  )
  const outcome = failure instanceof MissingError ? 'not run' : failure ? 'failed' : 'ok'
  const { package: name, runtime, use } = task
  const row: Row = { package: name, runtime, use, outcome, seconds: (performance.now() - began) / 1000 }
  if (failure) row.reason = failure.message
  rows.push(row)
  console.log(formatRow(row))
}

function expectAtMost(limit: number, value: number, unit: string): void {
  if (value > limit) throw new Error(`${value.toFixed(1)} ${unit}`)
}

const options = { only: { type: 'string', default: '' } } as const
const { values, positionals } = readOptions(help, options, true)

async function tryPackage(name: string, tasks: Task[]): Promise<void> {
  // Before any server runs, which the installation would block.
  if (tasks.some(({ isElsewhere }) => isElsewhere)) installEcosystem()
  const uses = packageUses[name]
  const { project, megabytes, packages, seconds } = await installFromRegistry(
    name,
    // The newer one needs a newer Node.
    uses?.peers.map((peer) => (peer === 'msw' ? 'msw@2.15.0' : peer)),
  )
  await uses?.prepare?.(project.folder)
  const start = servers[name] && (await timeStart(project.on(process.execPath), servers[name]))
  sizes.push({ package: name, megabytes, packages, seconds, ...start })
  const limit = limits[name] ?? 0
  await record({ package: name, runtime: 'npm', use: `at most ${limit} MB installed` }, async () =>
    expectAtMost(limit, megabytes, 'MB'),
  )
  if (start) {
    const most = Math.max(startLimit.seconds, startLimit.timesControl * start.control)
    const use = `npx: the first response within ${startLimit.seconds} s, or ${startLimit.timesControl} empty commands`
    await record({ package: name, runtime: 'Node 24', use }, async () => expectAtMost(most, start.firstResponse, 's'))
  }
  const target = await startTarget()
  const waiting = [...tasks]
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { run } = task
      await record(task, () => run(project, target))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  await target.close()
  await project.remove()
}

await runCommand(async () => {
  for (const name of positionals.length > 0 ? positionals : Object.keys(packageUses)) {
    const isMeant = ({ runtime, use }: Task) => `${runtime} ${use}`.toLowerCase().includes(values.only.toLowerCase())
    const tasks = collectTasks(name).filter(isMeant)
    if (tasks.length > 0) await tryPackage(name, tasks)
  }
  console.log(`\n${formatSummary(rows, sizes)}`)
  if (rows.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
})
