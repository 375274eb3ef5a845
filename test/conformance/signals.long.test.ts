/** A run of the kit that a signal ends early: Ctrl-C, a CI job that is stopped, a terminal that is closed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { launch } from '../support/launch.ts'
import { createHarness } from './kit-harness.ts'

const kit = createHarness()

/** @param script runs before the kit. */
const startKit = (args: string[], script = '') =>
  launch('conformance/cli/main.ts', args, script ? { NODE_OPTIONS: `--import=data:text/javascript,${script}` } : {})

/** A target that counts its requests; from the last one on, it answers none. */
async function serveUntil(last: number): Promise<{ url: string; reached: Promise<void> }> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let requests = 0
  const url = await kit.proxy(() => {
    requests += 1
    if (requests >= last) resolve()
    return requests >= last
  })
  return { url, reached }
}

const readReport = (folder: string): Result => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a run with exit code %i and a report of the checks until then', async (signal, code) => {
  const { url, reached } = await serveUntil(60)
  const report = join(kit.folder, signal)
  const { child, ended } = startKit([url, '--report', report])
  await reached
  child.kill(signal)
  expect(await ended).toMatchObject({ code })
  const { interrupted, checks } = readReport(report)
  expect(interrupted).toBe(true)
  expect(new Set(checks.map(({ outcome }) => outcome.documented))).toContain('pass')
  expect(checks.filter(({ reason }) => reason === 'the run was interrupted').length).toBeGreaterThan(checks.length / 2)
})

test('before the first check, a signal ends a run whose target does not answer, with a report', async () => {
  const { url, reached } = await serveUntil(1)
  const report = join(kit.folder, 'preflight')
  const { child, ended } = startKit([url, '--report', report])
  await reached
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 143 })
  expect(readReport(report).interrupted).toBe(true)
})

test('a terminal that is closed gets no more output, but the reports are written', async () => {
  const { url, reached } = await serveUntil(60)
  const report = join(kit.folder, 'closed')
  const isTerminal = 'process.stderr.isTTY=true'
  const { child, ended } = startKit([url, '--report', report], isTerminal)
  await reached
  child.kill('SIGHUP')
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await ended).toMatchObject({ code: 129 })
  expect(readReport(report).interrupted).toBe(true)
})

test('signals at once, as npm or a service manager sends them, are one; a later one ends a run that goes on', async () => {
  const { url, reached } = await serveUntil(1)
  const report = join(kit.folder, 'second')
  const withoutAbort = 'AbortController.prototype.abort=()=>{}'
  const { child, ended } = startKit([url, '--report', report, '--timeout', '600'], withoutAbort)
  await reached
  child.kill('SIGINT')
  child.kill('SIGTERM')
  // Half a second later, it is another signal.
  await setTimeout(700)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130 })
  expect(existsSync(join(report, 'report.json'))).toBe(false)
})
