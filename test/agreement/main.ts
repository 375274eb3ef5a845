/** `npm run agreement`: contract, server, mock, SDK, openapi-fetch and stock Prism, compared for each scenario. */
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { operations, scenarios } from '@monitoring-service/contract'
import { runCommand } from '@monitoring-service/http/node'
import { startClients } from '../fuzz/clients.ts'
import { printReport } from '../fuzz/print.ts'
import { fuzz } from '../fuzz/run.ts'
import { runSequences } from '../fuzz/sequences.ts'
import { isKnownRequest, toHar } from './har.ts'
import { drawTable } from './picture.ts'
import { startPrism } from './prism.ts'
import { runScenario } from './run-scenario.ts'
import { printTable, type Row, summarize } from './table.ts'
import { startMockTarget, startServerTarget } from './targets.ts'

const help = `Sends every scenario of the contract to server and mock, with both clients, and asks stock Prism for each by Prefer.

  npm run agreement -- [--json] [--har FILE] [--save]
  npm run agreement -- --fuzz N [--seed S] [--json]
  npm run agreement -- --sequences N [--seed S]

  --json      print the result as JSON
  --har FILE  also write the traffic with the server as an HTTP Archive
  --save      also write the table to contract/agreement.json and .svg, for the server's page and the README
  --fuzz N    instead, send N requests that are generated from the contract: valid, nearly valid and hostile;
              report the smallest ones with responses that differ or violate the contract
  --sequences N
              instead, send N sequences of requests to the server and to a mock with memory; print the smallest one in
              which a response differs
  --seed S    repeat the requests of an earlier run
  --help      print this text

  Exits with 1 if there is any difference.
`

const fileOf = (kind: string) => fileURLToPath(new URL(`../../contract/agreement.${kind}`, import.meta.url))

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      har: { type: 'string' },
      save: { type: 'boolean', default: false },
      fuzz: { type: 'string' },
      sequences: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  if (values.sequences !== undefined) return compareSequences(values.sequences, values.seed)
  if (values.fuzz === undefined && values.seed !== undefined) throw new Error('--seed goes with --fuzz or --sequences')
  if (values.fuzz !== undefined && values.har !== undefined) throw new Error('--har does not go with --fuzz')
  if (values.fuzz !== undefined && values.save) throw new Error('--save does not go with --fuzz')
  if (values.fuzz !== undefined) return fuzzBoth(values.fuzz, values.seed, values.json)
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
  if (values.save) {
    const summary = summarize(rows)
    writeFileSync(fileOf('json'), `${JSON.stringify(summary, null, 2)}\n`)
    writeFileSync(fileOf('svg'), drawTable(summary))
  }
  if (values.json) console.log(JSON.stringify(rows.map(tell), null, 2))
  else printTable(rows)
  if (rows.some(({ legs }) => legs.some(({ problems }) => problems.length > 0))) process.exitCode = 1
})

async function fuzzBoth(count: string, seed: string | undefined, json: boolean): Promise<void> {
  const settings = {
    requests: readNumber('--fuzz', count),
    seed: seed === undefined ? randomInt(2 ** 31) : readNumber('--seed', seed),
    progress(done: number, differences: number) {
      if (process.stderr.isTTY && done % 10 === 0)
        process.stderr.write(`\r${done} of ${count} requests, ${differences} differences`)
    },
  }
  const parties = await startClients()
  const report = await fuzz(parties, settings).finally(() => Promise.all(parties.map((party) => party.close())))
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  if (json) console.log(JSON.stringify(report, null, 2))
  else printReport(report)
  if (report.differences.length > 0) process.exitCode = 1
}

async function compareSequences(count: string, seed: string | undefined): Promise<void> {
  const settings = {
    count: readNumber('--sequences', count),
    seed: seed === undefined ? randomInt(2 ** 31) : readNumber('--seed', seed),
    progress(done: number) {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${count} sequences`)
    },
  }
  const difference = await runSequences(settings)
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  if (difference) {
    console.log(JSON.stringify(difference, null, 2))
    process.exitCode = 1
  } else console.log(`${count} sequences, seed ${settings.seed}: no difference`)
}

/** @throws Error in one line unless it is a whole number. */
function readNumber(flag: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${flag} must be a whole number, not ${JSON.stringify(text)}`)
}

function tell({ scenario, legs }: Row): object {
  const { operationId, name, status, code } = scenario
  const { method, path } = operations[operationId]
  const agreement = legs.map(({ target, client, problems }) => ({ target, client, problems }))
  return { operationId, method, path, name, status, ...(code && { code }), agreement }
}
