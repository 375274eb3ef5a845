/** `npm run agreement`: contract, server, mock, SDK, openapi-fetch and stock Prism, compared for each scenario. */
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, styleText } from 'node:util'
import { operations, scenarios } from '@monitoring-service/contract'
import { runCommand } from '@monitoring-service/http/node'
import { compareResponses } from '../fuzz/compare.ts'
import { readNumber } from '../support/read-number.ts'
import { isKnownRequest, toHar } from './har.ts'
import { drawTable } from './picture.ts'
import { startPrism } from './prism.ts'
import { runScenario } from './run-scenario.ts'
import { printTable, type Row, summarize } from './table.ts'
import { startMockTarget, startServerTarget } from './targets.ts'

const help = `Sends every scenario of the contract to server and mock, with both clients, and asks stock Prism for each by Prefer.

  npm run agreement -- [--json] [--har FILE] [--save]
  npm run agreement -- --fuzz N [--seed S]

  --json      print the result as JSON
  --har FILE  also write the traffic with the server as an HTTP Archive
  --save      also draw the table in contract/agreement.svg, for the README
  --fuzz N    instead, send N requests that are generated from the contract: valid ones, and such with one or two spoiled
              parts; print the smallest one whose responses differ, violate the contract or are not what it demands
  --seed S    repeat the requests of an earlier run
  --help      print this text

  Exits with 1 if there is any difference.
`

const picture = fileURLToPath(new URL('../../contract/agreement.svg', import.meta.url))

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      har: { type: 'string' },
      save: { type: 'boolean', default: false },
      fuzz: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  if (values.fuzz !== undefined) return fuzz(values.fuzz, values.seed)
  if (values.seed !== undefined) throw new Error('--seed goes with --fuzz')
  const [prism, ...targets] = await Promise.all([startPrism(), startServerTarget(), startMockTarget()])
  const rows: Row[] = []
  for (const scenario of scenarios) {
    if (process.stderr.isTTY) process.stderr.write(`\r${rows.length + 1} of ${scenarios.length} scenarios`)
    rows.push({ scenario, legs: [...(await runScenario(scenario, targets)), await prism.run(scenario)] })
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  for (const target of [prism, ...targets]) await target.close()

  if (values.har !== undefined) {
    const known = rows.filter(({ scenario }) => isKnownRequest(scenario)).flatMap(({ legs }) => legs)
    const exchanges = known.filter(({ target }) => target === 'server').flatMap(({ exchanges }) => exchanges)
    writeFileSync(values.har, JSON.stringify(toHar(exchanges), null, 2))
  }
  if (values.save) writeFileSync(picture, drawTable(summarize(rows)))
  if (values.json) console.log(JSON.stringify(rows.map(tell), null, 2))
  else printTable(rows)
  if (rows.some(({ legs }) => legs.some(({ problems }) => problems.length > 0))) process.exitCode = 1
})

async function fuzz(count: string, given: string | undefined): Promise<void> {
  const requests = readNumber('--fuzz', count)
  const seed = given === undefined ? randomInt(2 ** 31) : readNumber('--seed', given, 0)
  const progress = (done: number) => {
    if (process.stderr.isTTY && done % 10 === 0) process.stderr.write(`\r${done} of ${count} requests`)
  }
  const seen = await compareResponses({ requests, seed, progress }).catch((error: Error) => error)
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  if (seen instanceof Error) {
    console.log(seen.message)
    process.exitCode = 1
    return
  }
  for (const status of Object.keys(seen).sort()) console.log(`${String(seen[status]).padStart(8)}  ${status}`)
  console.log(styleText('green', `\n${count} requests, no difference, seed ${seed}`, { stream: process.stdout }))
}

function tell({ scenario, legs }: Row): object {
  const { operationId, name, status, code } = scenario
  const { method, path } = operations[operationId]
  const agreement = legs.map(({ target, client, problems }) => ({ target, client, problems }))
  return { operationId, method, path, name, status, ...(code && { code }), agreement }
}
