/** Runs of the kit that only explore. */
import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { runKit } from './kit-harness.ts'

export interface CheckOutcome {
  id: string
  outcome: { sound: string; profile: string }
  asserted: { documented: number }
}

/** Starts an implementation of the self-test, and returns the flags for it. */
export async function startExplored(options: Parameters<typeof startImplementation>[0] = {}): Promise<string[]> {
  const implementation = await startImplementation(options)
  onTestFinished(implementation.close)
  return [implementation.url, '--hook', implementation.hookUrl, '--admin-key', implementation.adminKey]
}

/** Explores with a seed and returns what the report keeps. */
export async function explore(flags: string[], ...more: string[]) {
  const { path: folder, at } = await folderOfTest()
  const seeded = ['--seed', '2', '--explore', '5', '--max-requests', '500', '--patience', '2', '--report', folder]
  const { code, out, err } = await runKit(...flags, '--only', 'Exploring', ...seeded, ...more)
  if (code === 2 || code === 4) throw new Error(err)
  const file = at('exploration.json')
  const report = JSON.parse(await readFile(at('report.json'), 'utf8'))
  return { code, out, file, report, kept: JSON.parse(await readFile(file, 'utf8')) }
}
