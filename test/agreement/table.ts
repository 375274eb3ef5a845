/** Prints the agreement as a table, one line for each operation, and below it whatever disagrees. */
import { styleText } from 'node:util'
import { type OperationId, operations, type Scenario } from '@monitoring-service/contract'
import type { Leg } from './walk.ts'

export interface Row {
  scenario: Scenario
  legs: Leg[]
}

const columns = [
  ['server', 'sdk'],
  ['server', 'openapi-fetch'],
  ['mock', 'sdk'],
  ['mock', 'openapi-fetch'],
] as const

export function printTable(rows: Row[]): void {
  const width = Math.max(...Object.values(operations).map(({ method, path }) => `${method} ${path}`.length))
  const line = (cells: string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(width) : cell.padStart(13))).join('  '))
  line(['', '', 'server', 'server', 'mock', 'mock'])
  line(['operation', 'scenarios', 'sdk', 'openapi-fetch', 'sdk', 'openapi-fetch'])
  for (const operationId of Object.keys(operations) as OperationId[]) {
    const { method, path } = operations[operationId]
    line([`${method} ${path}`, ...count(rows.filter(({ scenario }) => scenario.operationId === operationId))])
  }
  line(['all', ...count(rows)])
  const legs = rows.flatMap(({ scenario, legs }) => legs.map((leg) => ({ ...leg, scenario })))
  const disagreeing = legs.filter(({ problems }) => problems.length > 0)
  for (const { scenario, target, client, problems } of disagreeing) {
    console.log(`\n${scenario.operationId} ${scenario.name}, ${client} to ${target}`)
    for (const problem of problems) console.log(`  ${problem}`)
  }
  const share = ((100 * (legs.length - disagreeing.length)) / legs.length).toFixed(1).replace('.0', '')
  const colour = disagreeing.length === 0 ? 'green' : 'red'
  console.log(styleText(colour, `\n${rows.length} scenarios, ${share} % agreement`, { stream: process.stdout }))
}

/** The number of scenarios, and of those that agree on each way. */
function count(rows: Row[]): string[] {
  const agreeing = columns.map(
    ([target, client]) =>
      rows.filter(({ legs }) =>
        legs.some((leg) => leg.target === target && leg.client === client && leg.problems.length === 0),
      ).length,
  )
  return [rows.length, ...agreeing].map(String)
}
