/** `npm run generators`: clients that generators make of the contract, compiled and tried against the server; and its parsers. */
import { readPublished } from '@monitoring-service/contract/files'
import { runCommand } from '@monitoring-service/http/node'
import { installPlace } from '../../build/place.ts'
import { inFolder } from '../folder.ts'
import { readOptions } from '../options.ts'
import { has } from '../programs.ts'
import { languageTools, tryLanguage } from './languages.ts'
import { tryParsers } from './parsers.ts'
import { steps } from './steps.ts'
import { tools } from './tools.ts'
import type { Trial } from './trial.ts'
import { tryClient } from './try-client.ts'

const help = `Generates a client of the contract with each generator, compiles it with TypeScript's strict options, and lets it
make ${steps.length} calls of the reference server: of each operation one that succeeds and one that is refused. Then each parser
reads the contract.

  npm run generators -- [--all] [TOOL...]

  TOOL      ${tools.map(({ name }) => name).join(', ')};
            without one, all of them, and the parsers; in other languages
            ${languageTools.map(({ name }) => name).join(', ')}
  --all     those in other languages, too, whose generators come from other registries; what is missing is named
  --help    print this text

Exits with 1 if a client does not generate, compile, call or narrow, or a parser complains, unless a reason is listed.
`

/** The shortfall of a tool with this contract, through a fault of its own. */
const shortfalls: Record<string, string> = {
  'openapi-typescript-codegen': 'makes string of const',
  fets: 'infers string from const',
  'swagger-codegen-python': 'sends {} with each DELETE, and its models refuse null',
  'swagger-typescript-api': 'does not read the error of an operation whose success has no body',
}

await runCommand(async () => {
  const options = { all: { type: 'boolean' } } as const
  const every = [...tools, ...languageTools]
  const { values, names } = readOptions(
    help,
    options,
    every.map(({ name }) => name),
  )
  const chosen = every.filter(({ name }) => names.includes(name))
  const trials: Trial[] = []
  for (const tool of chosen.length > 0 ? chosen : values.all ? every : tools) {
    const missing = 'needs' in tool ? tool.needs.filter((name) => !has(name)) : []
    if (missing.length > 0) {
      console.log(`${tool.name.padEnd(30)} not run: ${missing.join(', ')} not found`)
      continue
    }
    const trial = await ('needs' in tool ? inFolder((folder) => tryLanguage(tool, folder)) : tryClient(tool))
    trials.push(trial)
    console.log(format(trial))
  }
  const parsers =
    names.length > 0
      ? {}
      : await tryParsers(installPlace('lab/generators/more'), JSON.parse(await readPublished('openapi.json')))
  for (const [name, complaint] of Object.entries(parsers)) console.log(`${name.padEnd(38)} ${complaint ?? 'valid'}`)
  const isGood = (trial: Trial) => isComplete(trial) || shortfalls[trial.tool] !== undefined
  if (!trials.every(isGood) || Object.values(parsers).some(Boolean)) process.exitCode = 1
})

function isComplete({ generates, typeErrors, successes, refusals, narrows }: Trial): boolean {
  return generates && typeErrors === 0 && successes + refusals === steps.length && narrows !== false
}

function format(trial: Trial): string {
  const half = steps.length / 2
  const cells = [
    trial.generates ? 'generates' : 'does not generate',
    trial.typeErrors === 0 ? 'compiles' : `${trial.typeErrors} type errors`,
    `successes ${trial.successes}/${half}`,
    `refusals ${trial.refusals}/${half}`,
    ...(trial.narrows === undefined ? [] : [trial.narrows ? 'narrows' : 'does not narrow']),
  ]
  const reason = shortfalls[trial.tool]
  return [
    `${trial.tool.padEnd(30)} ${cells.join(', ')}${reason ? ` (${reason})` : ''}`,
    ...trial.problems.map((line) => `    ${line}`),
  ].join('\n')
}
