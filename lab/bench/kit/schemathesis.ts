/** Runs Schemathesis against the implementation of the self-test, with all checks and phases. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractFile } from '@monitoring-service/contract/files'
import { startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { inFolder } from '../../judges/finding.ts'
import { installPrograms } from '../../judges/python.ts'
import { run } from '../../programs.ts'

interface Report {
  failures: { code: string; operations: string[] }[]
  errors: { type: string; operations?: string[] }[]
}

/**
 * @returns what it found: a rule and an operation each.
 * @throws MissingError if Python or the package cannot be had.
 */
export async function runSchemathesis(target: Parameters<typeof startImplementation>[0], seconds: number) {
  const program = join(await installPrograms(), 'schemathesis')
  const { url, hookUrl, adminKey, close } = await startImplementation(target)
  return inFolder(async (folder) => {
    const make = async (kind: string, fields: object) => {
      const response = await fetch(hookUrl, { method: 'POST', body: JSON.stringify({ kind, fields }) })
      return (await response.json()) as Record<string, string>
    }
    const { id: TEAM_ID = '' } = await make('team', { plan: 'paid' })
    const { accessToken: TOKEN = '' } = await make('account', { teamId: TEAM_ID, owner: true })
    const HOOKS = join(import.meta.dirname, 'fixtures.py')
    const file = join(folder, 'report.json')
    const settings = ['--checks', 'all', '--max-time', String(seconds), '--url', url]
    const reporting = ['--report', 'json', '--report-json-path', file, '--no-color']
    const args = ['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', contractFile]
    const env = { HOOKS, TOKEN, TEAM_ID, ADMIN_KEY: adminKey, HOOK_URL: hookUrl }
    await run(program, [...args, ...settings, ...reporting], { cwd: folder, env, mayFind: true })
    const { failures, errors }: Report = JSON.parse(readFileSync(file, 'utf8'))
    const found = [...failures.map(({ code, operations }) => ({ type: code, operations })), ...errors]
    return found.flatMap(({ type, operations = [''] }) => operations.map((operation) => `${type} ${operation}`))
  }).finally(close)
}
