/** A run of the kit that a signal ends early: Ctrl-C, a CI job that is stopped, a terminal that is closed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { createHarness } from './kit-harness.ts'

const kit = createHarness()
const main = fileURLToPath(new URL('../../conformance/cli/main.ts', import.meta.url))

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** @param options of Node. */
function startKit(args: string[], options: string[] = []): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...options, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  for (const stream of [child.stdout, child.stderr]) stream?.resume()
  return { child, ended }
}

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
  expect(await ended).toEqual({ code, signal: null })
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
  expect(await ended).toEqual({ code: 143, signal: null })
  expect(readReport(report).interrupted).toBe(true)
})

test('a terminal that is closed gets no more output, but the reports are written', async () => {
  const { url, reached } = await serveUntil(60)
  const report = join(kit.folder, 'closed')
  const isTerminal = ['--import', 'data:text/javascript,process.stderr.isTTY=true']
  const { child, ended } = startKit([url, '--report', report], isTerminal)
  await reached
  child.kill('SIGHUP')
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await ended).toEqual({ code: 129, signal: null })
  expect(readReport(report).interrupted).toBe(true)
})

test('signals at once, as npm or a service manager sends them, are one; a later one ends a run that goes on', async () => {
  const { url, reached } = await serveUntil(1)
  const report = join(kit.folder, 'second')
  const withoutAbort = ['--import', 'data:text/javascript,AbortController.prototype.abort=()=>{}']
  const { child, ended } = startKit([url, '--report', report, '--timeout', '600'], withoutAbort)
  await reached
  child.kill('SIGINT')
  child.kill('SIGTERM')
  // Half a second later, it is another signal.
  await setTimeout(700)
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 130, signal: null })
  expect(existsSync(join(report, 'report.json'))).toBe(false)
})
