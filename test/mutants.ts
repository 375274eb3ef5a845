/** `npm run test:mutants`: breaks the stores in many small ways and shows which test notices. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { all } from './mutants/all.ts'
import { judge } from './mutants/judge.ts'
import type { BackEnd, Mutant } from './mutants/mutant.ts'
import { copyTree, type Tree } from './mutants/tree.ts'
import { startCluster } from './postgres/cluster.ts'

const help = `npm run test:mutants -- [--only TEXT] [--json]

Breaks a copy of server/store in many small ways, one at a time, runs the tests of the back ends that can show it, and
prints which test noticed. Takes some minutes per processor. Ends with 1 if a mutant survives without a reason.

  --only TEXT  only mutants in whose file or name the text occurs
  --json       for programs`

interface Verdict {
  file: string
  mutant: string
  backEnd: BackEnd
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
  const backEnds = [...new Set(chosen.flatMap(({ on }) => on))]
  const cluster = backEnds.includes('postgres') ? await startCluster('-c', 'max_connections=300') : undefined
  const postgres = cluster?.url ?? ''
  const verdicts: Verdict[] = []
  const tasks = chosen.flatMap((mutant) => mutant.on.map((backEnd) => ({ mutant, backEnd })))
  const total = tasks.length
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('interrupted')))
  async function work(tree: Tree): Promise<void> {
    const judged = (backEnd: BackEnd) => judge(tree.path, backEnd, postgres, stop.signal)
    for (let backEnd = backEnds.pop(); backEnd; backEnd = backEnds.pop()) {
      const failing = await judged(backEnd)
      if (failing) throw new Error(`without any mutant, ${backEnd} fails: ${failing}`)
    }
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const { mutant, backEnd } = task
      const killedBy = await tree.broken(mutant, () => judged(backEnd))
      verdicts.push({ file: mutant.file, mutant: mutant.name, backEnd, killedBy, survives: mutant.survives })
      if (process.stderr.isTTY) process.stderr.write(`\r${verdicts.length} of ${total}`)
    }
  }
  const workers = Array.from({ length: availableParallelism() }, async () => {
    const tree = await copyTree()
    await work(tree)
      .catch((error) => {
        stop.abort(error)
        throw stop.signal.reason
      })
      .finally(tree.remove)
  })
  const outcomes = await Promise.allSettled(workers)
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
  const chosen = all.filter(({ file, name }) => `${file}: ${name}`.includes(flags.only))
  const verdicts = await hunt(chosen).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  if (flags.json) console.log(JSON.stringify(verdicts, null, 2))
  else print(verdicts)
  process.exitCode = verdicts.every(({ killedBy, survives }) => killedBy ?? survives) ? 0 : 1
} else console.log(help)
