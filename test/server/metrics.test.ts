/** The metrics say what an operator asks, and the alert rules of deploy/ use metrics that exist. */
import { readFileSync } from 'node:fs'
import { demo } from '@monitoring-service/contract'
import { startServer } from '@monitoring-service/server'
import { load } from 'js-yaml'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SignUpClosedError, setSignUp } from '../../server/domain/sign-up-switch.ts'
import { createMetrics } from '../../server/ops/metrics.ts'
import manifest from '../../server/package.json' with { type: 'json' }
import { openStore } from '../../server/store/open.ts'
import { makeDatabase } from '../support/postgres/database.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}

const file = new URL('../../deploy/alerts.yml', import.meta.url)
const { groups } = load(readFileSync(file, 'utf8')) as Rules

async function startOnPostgres() {
  const database = await makeDatabase()
  onTestFinished(database.remove)
  const server = await startServer({ ...demoSettings, storeUrl: database.url, opsPort: 0 })
  onTestFinished(() => server.close(0))
  await transmit(server.url, 'POST', '/auth/login', {}, { email: 'owner@acme.example', password: 'wrong' })
  return { ...server, read: async () => (await fetch(`${server.opsUrl}/metrics`)).text() }
}

it('Every metric of every alert rule is exported', async () => {
  const { read } = await startOnPostgres()
  const exported = await read()
  const missing = groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr }) => {
      const names = expr.match(/\b(?:monitoring|nodejs|process)_\w+/g) ?? []
      return names
        .filter((name) => !new RegExp(`^(?:# TYPE )?${name}[ {]`, 'm').test(exported))
        .map((name) => `${alert}: ${name}`)
    }),
  )
  expect(missing).toEqual([])
})

it('Every counter of an alert is exported before its first event, so that the alert sees it', async () => {
  const server = await startServer({ ...demoSettings, opsPort: 0 })
  onTestFinished(() => server.close(0))
  const exported = await (await fetch(`${server.opsUrl}/metrics`)).text()
  const counted = groups.flatMap(({ rules }) =>
    rules.flatMap(({ expr }) => [...expr.matchAll(/(?:rate|increase)\((\w+_total)(?:\{(\w+)=~?"([^"]+)"\})?\[/g)]),
  )
  const missing = counted.flatMap(([selector, name, label, value]) => {
    const series = label ? `${name}\\{.*\\b${label}="${value}".*\\}` : `${name}(?:\\{.*\\})?`
    return new RegExp(`^${series} 0$`, 'm').test(exported) ? [] : [selector]
  })
  expect(counted.length).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

it('The store’s calls, its connections, the purge and the build are measured', async () => {
  const { read } = await startOnPostgres()
  await vi.waitFor(async () => expect(await read()).toMatch(/^monitoring_purge_overdue_seconds 0$/m))
  const exported = await read()
  expect(exported).toMatch(/^monitoring_store_duration_seconds_count\{method="countAttempt"\} 1$/m)
  expect(exported).toMatch(/^monitoring_store_connections\{state="max"\} 10$/m)
  expect(exported).toMatch(/^monitoring_purge_failures_total 0$/m)
  const [, seconds] = /^monitoring_purge_last_success_timestamp_seconds (\S+)$/m.exec(exported) ?? []
  expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60)
  expect(exported).toContain(`monitoring_build_info{version="${manifest.version}",node="${process.version}"} 1`)
})

it('Attempts to log in, to sign up and to prove an identity are counted by their result', async () => {
  const server = await startServer({ ...demoSettings, opsPort: 0 })
  onTestFinished(() => server.close(0))
  const post = (path: string, body: object) => transmit(server.url, 'POST', path, {}, body)
  for (let attempt = 0; attempt < 11; attempt++)
    await post('/auth/signup', { email: 'owner@acme.example', password: 'an-uncommon-password' })
  await post('/auth/login', { email: 'owner@acme.example' })
  await post('/auth/login', { email: 'owner@acme.example', password: 'wrong' })
  await post('/auth/login', { email: 'owner@acme.example', password: demo.password })
  const exported = await (await fetch(`${server.opsUrl}/metrics`)).text()
  expect(exported.match(/^monitoring_attempts_total\{.* [1-9]\d*$/gm)?.sort()).toEqual([
    'monitoring_attempts_total{operation="login",result="accepted"} 1',
    'monitoring_attempts_total{operation="login",result="wrong"} 1',
    'monitoring_attempts_total{operation="signup",result="limited"} 1',
    'monitoring_attempts_total{operation="signup",result="wrong"} 10',
  ])
})

it('A refused sign-up while sign-up is closed is counted apart from the errors, and logged as no error', async () => {
  const lines: { level: number; code?: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const store = await openStore('memory:')
  await setSignUp(store, false, new Date())
  const settings = { ...demoSettings, logLevel: 'info', opsPort: 0 }
  const server = await startServer(settings, log, async () => store)
  onTestFinished(() => server.close(0))
  const account = { email: 'new@acme.example', password: 'an-uncommon-password' }
  expect((await transmit(server.url, 'POST', '/auth/signup', {}, account)).statusLine).toBe('503 UNAVAILABLE')
  const exported = await (await fetch(`${server.opsUrl}/metrics`)).text()
  expect(exported).toContain('monitoring_http_requests_total{operation="signup",status="503"} 1\n')
  expect(exported).toContain('monitoring_attempts_total{operation="signup",result="closed"} 1\n')
  await vi.waitFor(() => expect(lines.find(({ code }) => code === 'UNAVAILABLE')).toMatchObject({ level: 30 }))
})

it('Callers who leave before their sign-up is refused hide no error from the alert', async () => {
  const metrics = createMetrics(() => 0)
  const request = { requestId: 'r', operationId: 'signup' as const, ms: 1, error: new SignUpClosedError() }
  metrics.countRequest({ ...request, status: 0 })
  metrics.countRequest({ ...request, status: 503 })
  expect(await metrics.read()).toContain('monitoring_attempts_total{operation="signup",result="closed"} 1\n')
})
