/** `npm run conformance:mutants`: breaks the reference server by rote, and shows which faults the kit does not notice. */
import { parseArgs } from 'node:util'
import { readMutants, sample } from './mutants/all.ts'
import { hunt } from './mutants/hunt.ts'
import { print, summarize } from './mutants/report.ts'

const help = `npm run conformance:mutants -- [--sample N] [--seed S] [--only TEXT] [--json]

Breaks a copy of the reference server in every small way that its syntax offers, one at a time, runs the conformance kit
against it, and prints what the kit did not notice. Takes some seconds for each. Ends with 1 if a mutant survives
without a reason.

  --sample N   so many, drawn at random; all
  --seed S     of the drawing; 1
  --only TEXT  only mutants in whose file:line, text or change the text occurs
  --json       for programs`

const options = {
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function readFlags() {
  try {
    const { sample: size, ...flags } = parseArgs({ options }).values
    if (size === undefined || /^[1-9]\d*$/.test(size)) return { ...flags, size: Number(size ?? Infinity) }
    throw new Error(`--sample takes a number above 0, not ${JSON.stringify(size)}`)
  } catch (error) {
    console.error(`${(error as Error).message.split('\n')[0]} (--help lists the flags)`)
    process.exit(2)
  }
}

const { size, seed, only, json, help: isLost } = readFlags()
if (isLost) console.log(help)
else {
  const all = await readMutants()
  const meant = all.filter(({ file, line, text, change }) =>
    [`${file}:${line}`, text, change].join('\n').includes(only),
  )
  const verdicts = await hunt(sample(meant, size, seed)).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  const summary = summarize(verdicts, all.length)
  if (json) console.log(JSON.stringify({ ...summary, verdicts }, null, 2))
  else print(verdicts, summary)
  process.exitCode = summary.survivors.unexplained === 0 ? 0 : 1
}
