/** `npm run packages`: packs the packages, installs each from the registry in a project of its own, and uses it in each runtime. */
import { availableParallelism } from 'node:os'
import { runCommand } from '@monitoring-service/http/node'
import { installFromRegistry } from '../../test/support/packages/install.ts'
import { readOptions } from '../options.ts'
import { createResults } from '../results.ts'
import { collectTasks, type Task } from './collect.ts'
import { installEcosystem } from './ecosystem/place.ts'
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

const { record, summarize } = createResults()
const sizes: string[] = []

const titleOf = (name: string, runtime: string, use: string) =>
  `${name.padEnd(12)} ${runtime.padEnd(15)} ${use.padEnd(56)}`

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
  sizes.push(`${name}: ${megabytes.toFixed(1)} MB, ${packages} packages, installed in ${seconds.toFixed(1)} s`)
  const limit = limits[name] ?? 0
  await record(titleOf(name, 'npm', `at most ${limit} MB installed`), async () => {
    if (megabytes > limit) throw new Error(`${megabytes.toFixed(1)} MB`)
  })
  const target = await startTarget()
  const waiting = [...tasks]
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { run, runtime, use } = task
      await record(titleOf(name, runtime, use), () => run(project, target))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  await target.close()
  await project.remove()
}

await runCommand(async () => {
  const options = { only: { type: 'string', default: '' } } as const
  const { values, names } = readOptions(help, options, Object.keys(packageUses))
  for (const name of names.length > 0 ? names : Object.keys(packageUses)) {
    const isMeant = ({ runtime, use }: Task) => `${runtime} ${use}`.toLowerCase().includes(values.only.toLowerCase())
    const tasks = collectTasks(name).filter(isMeant)
    if (tasks.length > 0) await tryPackage(name, tasks)
  }
  console.log(['', ...sizes].join('\n'))
  summarize()
})
