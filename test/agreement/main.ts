/** `npm run agreement`: contract, server, mock, SDK and openapi-fetch, compared scenario by scenario. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { operations, scenarios } from '@monitoring-service/contract'
import { runCommand } from '@monitoring-service/gate/node'
import { isKnownRequest, toHar } from './har.ts'
import { printTable, type Row } from './table.ts'
import { startMockTarget, startServerTarget } from './targets.ts'
import { walk } from './walk.ts'

const help = `Walks every scenario of the contract through both clients to server and mock.

  npm run agreement -- [--json] [--har FILE]

  --json      print the result as JSON
  --har FILE  also write the traffic with the server as an HTTP Archive
  --help      print this text

  Exit code 1 if anything disagrees with the contract.
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      har: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const targets = await Promise.all([startServerTarget(), startMockTarget()])
  const rows: Row[] = []
  for (const scenario of scenarios) {
    if (process.stderr.isTTY) process.stderr.write(`\r${rows.length + 1} of ${scenarios.length} scenarios`)
    rows.push({ scenario, legs: await walk(scenario, targets) })
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  for (const target of targets) await target.close()

  if (values.har !== undefined) {
    const known = rows.filter(({ scenario }) => isKnownRequest(scenario)).flatMap(({ legs }) => legs)
    const exchanges = known.filter(({ target }) => target === 'server').flatMap(({ exchanges }) => exchanges)
    writeFileSync(values.har, JSON.stringify(toHar(exchanges), null, 2))
  }
  if (values.json) console.log(JSON.stringify(rows.map(summarize), null, 2))
  else printTable(rows)
  if (rows.some(({ legs }) => legs.some(({ problems }) => problems.length > 0))) process.exitCode = 1
})

function summarize({ scenario, legs }: Row): object {
  const { operationId, name, status, code } = scenario
  const { method, path } = operations[operationId]
  const agreement = legs.map(({ target, client, problems }) => ({ target, client, problems }))
  return { operationId, method, path, name, status, ...(code && { code }), agreement }
}
