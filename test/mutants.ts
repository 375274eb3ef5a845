/** `npm run test:mutants`: breaks the stores in many small ways, takes one defence out after the other, and shows which test notices. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { all } from './mutants/all.ts'
import { judge } from './mutants/judge.ts'
import { type BackEnd, type Guard, type Mutant, mutate } from './mutants/mutant.ts'
import { copyTrees, whileChanged } from './mutants/tree.ts'
import { startCluster } from './postgres/cluster.ts'

const help = `npm run test:mutants -- [--only TEXT] [--json]

Breaks a copy of server/store in many small ways, one at a time, and runs the tests of the back ends that can show it;
takes defences of server and gate out, and runs the test that must notice. Prints which test noticed. Takes some minutes
per processor. Ends with 1 if a mutant survives without a reason.

  --only TEXT  only mutants in whose place or name the text occurs: "defences", "stores: server/store/file", …
  --json       for programs`

interface Verdict {
  file: string
  mutant: string
  backEnd: BackEnd | 'defence'
  killedBy: string | undefined
  survives: string | undefined
}

function readFlags(): { only: string; json: boolean } | undefined {
  const options = { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  try {
    const { only = '', json = false, help = false } = parseArgs({ options }).values
    return help ? undefined : { only, json }
  } catch (error) {
    console.error(`${(error as Error).message.split('\n')[0]} (--help lists the flags)`)
    process.exit(2)
  }
}

async function hunt(chosen: Mutant[]): Promise<Verdict[]> {
  // Of a defence's tests each is asked once before, too: whether it finds nothing where nothing is wrong.
  const judges = [...new Map(chosen.flatMap(({ on }) => on).map((by) => [JSON.stringify(by), by])).values()]
  const needsPostgres = judges.some((by) => by === 'postgres' || typeof by === 'object')
  const cluster = needsPostgres ? await startCluster('-c', 'max_connections=300') : undefined
  const postgres = cluster?.url ?? ''
  const verdicts: Verdict[] = []
  const tasks = chosen.flatMap((mutant) => mutant.on.map((by) => ({ mutant, by })))
  const total = tasks.length
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('interrupted')))
  async function work(path: string): Promise<void> {
    const judged = (by: BackEnd | Guard) => judge(path, by, postgres, stop.signal)
    for (let by = judges.pop(); by; by = judges.pop()) {
      const failing = await judged(by)
      if (failing) throw new Error(`without any mutant, ${typeof by === 'object' ? by.file : by} fails: ${failing}`)
    }
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const { mutant, by } = task
      const killedBy = await whileChanged(
        join(path, mutant.file),
        (text) => mutate(text, mutant),
        () => judged(by),
      )
      const backEnd = typeof by === 'object' ? 'defence' : by
      verdicts.push({ file: mutant.file, mutant: mutant.name, backEnd, killedBy, survives: mutant.survives })
      if (process.stderr.isTTY) process.stderr.write(`\r${verdicts.length} of ${total}`)
    }
  }
  const { paths, remove } = await copyTrees(availableParallelism())
  const workers = paths.map((path) =>
    work(path).catch((error) => {
      stop.abort(error)
      throw stop.signal.reason
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  await remove()
  await cluster?.remove()
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const place = ({ file, mutant }: Verdict) => chosen.findIndex((one) => one.file === file && one.name === mutant)
  return verdicts.sort((a, b) => place(a) - place(b) || a.backEnd.localeCompare(b.backEnd))
}

function print(verdicts: Verdict[]): void {
  let file = ''
  for (const { file: of, mutant, backEnd, killedBy, survives } of verdicts) {
    if (of !== file) console.log(`\n${of}`)
    file = of
    const fate = killedBy ?? `SURVIVED${survives ? `: ${survives}` : ''}`
    console.log(`  ${mutant.padEnd(58)} ${backEnd.padEnd(9)} ${fate}`)
  }
  const killed = verdicts.filter(({ killedBy }) => killedBy).length
  console.log(`\n${killed} of ${verdicts.length} killed`)
}

const flags = readFlags()
if (flags) {
  const isDefence = ({ on }: Mutant) => on.some((by) => typeof by === 'object')
  const place = (mutant: Mutant) => `${isDefence(mutant) ? 'defences' : 'stores'}: ${mutant.file}: ${mutant.name}`
  const chosen = all.filter((mutant) => place(mutant).includes(flags.only))
  const verdicts = await hunt(chosen).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  if (flags.json) console.log(JSON.stringify(verdicts, null, 2))
  else print(verdicts)
  process.exitCode = verdicts.every(({ killedBy, survives }) => killedBy ?? survives) ? 0 : 1
} else console.log(help)
