/** Contract, server, mock, SDK, openapi-fetch and stock Prism agree on every scenario. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scenarios } from '@monitoring-service/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from './exchange.ts'
import { isKnownRequest, toHar } from './har.ts'
import { drawTable } from './picture.ts'
import { type Prism, startPrism } from './prism.ts'
import { runScenario } from './run-scenario.ts'
import { type Row, summarize } from './table.ts'
import { startMockTarget, startServerTarget, type Target } from './targets.ts'

let targets: Target[]
let prism: Prism
const exchanges: Exchange[] = []
const rows: Row[] = []

beforeAll(async () => {
  ;[prism, ...targets] = await Promise.all([startPrism(), startServerTarget(), startMockTarget()])
})

afterAll(() => Promise.all([prism, ...targets].map((target) => target.close())))

describe.each([...new Set(scenarios.map(({ operationId }) => operationId))])('%s', (operationId) => {
  const ours = scenarios.filter((scenario) => scenario.operationId === operationId)
  const named = ours.map((scenario) => [scenario.name, scenario.code ?? scenario.status, scenario] as const)
  it.each(named)(
    '%s: server and mock return %s, and both clients pass it on',
    { tags: ['P32'] },
    async (_, __, scenario) => {
      const legs = await runScenario(scenario, targets)
      rows.push({ scenario, legs })
      const known = isKnownRequest(scenario) ? legs.filter(({ target }) => target === 'server') : []
      exchanges.push(...known.flatMap((leg) => leg.exchanges))
      expect(legs.filter(({ problems }) => problems.length > 0)).toEqual([])
      expect(legs).toHaveLength(4)
    },
  )
})

it('stock Prism returns each scenario from openapi.yaml, asked for its status and name', async () => {
  for (const { scenario, legs } of rows) legs.push(await prism.run(scenario))
  const runs = rows.flatMap(({ legs }) => legs).filter(({ target }) => target === 'prism')
  expect(runs.filter(({ problems }) => problems.length > 0)).toEqual([])
  expect(runs).toHaveLength(scenarios.length)
})

it('contract/agreement.svg is up to date; if not, run npm run agreement -- --save', () => {
  const picture = readFileSync(new URL('../../contract/agreement.svg', import.meta.url), 'utf8')
  expect(picture).toBe(drawTable(summarize(rows)))
})

it('redocly finds no drift between the recorded traffic and the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agreement-'))
  try {
    const file = join(folder, 'traffic.har')
    writeFileSync(file, JSON.stringify(toHar(exchanges)))
    const args = ['drift', file, '--api', 'openapi.yaml', '--ignore-headers', 'x-admin-api-key', '--format', 'json']
    const report = JSON.parse(execFileSync('redocly', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    expect(report.run.documentedExchanges).toBe(exchanges.length)
    expect(report.problems).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
