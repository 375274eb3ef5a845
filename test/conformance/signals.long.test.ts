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
  ['SIGINT', 130, 60],
  ['SIGTERM', 143, 60],
  ['SIGHUP', 129, 60],
  // Before the first check, whose target does not answer.
  ['SIGTERM', 143, 1],
] as const)('%s ends a run with exit code %i and a report until request %i', async (signal, code, last) => {
  const { url, reached } = await serveUntil(last)
  const report = join(kit.folder, `${signal} ${last}`)
  const { child, ended } = startKit([url, '--report', report])
  await reached
  child.kill(signal)
  expect(await ended).toMatchObject({ code })
  const { interrupted, checks } = readReport(report)
  expect(interrupted).toBe(true)
  if (last > 1) expect(new Set(checks.map(({ outcome }) => outcome.documented))).toContain('pass')
  expect(checks.filter(({ reason }) => reason === 'the run was interrupted').length).toBeGreaterThan(checks.length / 2)
})

test('a terminal that is closed gets no more output, but the reports are written', async () => {
  const { url, reached } = await serveUntil(60)
  const report = join(kit.folder, 'closed')
  const { child, ended } = startKit([url, '--report', report], 'process.stderr.isTTY=true')
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
