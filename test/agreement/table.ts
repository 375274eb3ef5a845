/** The agreement as a table with one line per operation, for the terminal and for contract/agreement.svg. */
import { styleText } from 'node:util'
import { type OperationId, operations, type Scenario } from '@monitoring-service/contract'
import type { ScenarioRun } from './run-scenario.ts'

export interface Row {
  scenario: Scenario
  legs: ScenarioRun[]
}

const columns = [
  ['server', 'sdk'],
  ['server', 'openapi-fetch'],
  ['mock', 'sdk'],
  ['mock', 'openapi-fetch'],
  ['prism', 'Prefer'],
] as const

/** The number of scenarios of each operation, and of those that agree. */
export type Summary = Record<string, { scenarios: number } & Record<ScenarioRun['target'], Record<string, number>>>

export function summarize(rows: Row[]): Summary {
  const ids = Object.keys(operations) as OperationId[]
  const line = (operationId: OperationId): [string, Summary[string]] => {
    const { method, path } = operations[operationId]
    const ours = rows.filter(({ scenario }) => scenario.operationId === operationId)
    const agreeing = (target: ScenarioRun['target']) =>
      Object.fromEntries(columns.filter(([of]) => of === target).map((way) => [way[1], count(ours, way)]))
    const targets = { server: agreeing('server'), mock: agreeing('mock'), prism: agreeing('prism') }
    return [`${method} ${path}`, { scenarios: ours.length, ...targets }]
  }
  return Object.fromEntries(ids.map(line))
}

export function printTable(rows: Row[]): void {
  const width = Math.max(...Object.values(operations).map(({ method, path }) => `${method} ${path}`.length))
  const line = (cells: string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(width) : cell.padStart(13))).join('  '))
  line(['', '', ...columns.map(([target]) => target)])
  line(['operation', 'scenarios', ...columns.map(([, client]) => client)])
  for (const [operation, { scenarios, ...targets }] of Object.entries(summarize(rows))) {
    line([operation, ...[scenarios, ...Object.values(targets).flatMap((counts) => Object.values(counts))].map(String)])
  }
  line(['all', ...[rows.length, ...columns.map((way) => count(rows, way))].map(String)])
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

/** The number of scenarios that agree for one target and client. */
function count(rows: Row[], [target, client]: (typeof columns)[number]): number {
  const agrees = (leg: ScenarioRun) => leg.target === target && leg.client === client && leg.problems.length === 0
  return rows.filter(({ legs }) => legs.some(agrees)).length
}
