/** Runs the tests of a back end, or one that guards a defence, in a copy of the tree, and says which one fails first. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BackEnd, Guard } from './mutant.ts'

/** The shared suite comes first: it is quick. */
const tests: Record<BackEnd, { suite: string; others: string[]; names?: string }> = {
  memory: { suite: 'memory', others: ['queue'] },
  file: { suite: 'file', others: ['queue', 'foreign-file', 'faults', 'lock'] },
  sqlite: {
    suite: 'sqlite',
    others: ['calls', 'group', 'migrations', 'plans', 'sql-completion', 'sqlite-failures', 'sqlite-file'],
    names: '^(?!PostgreSQL)',
  },
  postgres: {
    suite: 'postgres',
    others: [
      'calls',
      'migrations',
      'plans',
      'sql-completion',
      'postgres-failures',
      'postgres-locks',
      'postgres-outage',
    ],
    names: '^(?!SQLite)',
  },
}

/** In milliseconds; a mutant may run in circles. */
const patience = 180_000

/** @returns the first test that fails, if any. */
export async function judge(
  path: string,
  by: BackEnd | Guard,
  postgres: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const run = (files: string[], pattern?: string) => runTests({ path, files, pattern, postgres, signal })
  if (typeof by === 'object') return run([by.file], `^${by.test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)
  const { suite, others, names } = tests[by]
  return (
    (await run([`store/${suite}`])) ??
    (await run(
      others.map((name) => `store/${name}`),
      names,
    ))
  )
}

interface Report {
  numPassedTests: number
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[]
}

interface Run {
  path: string
  files: string[]
  pattern: string | undefined
  postgres: string
  signal: AbortSignal
}

async function runTests({ path, files, pattern, postgres, signal }: Run): Promise<string | undefined> {
  const output = join(path, 'mutants-report.json')
  await rm(output, { force: true })
  const options = [
    '--config',
    'test/mutants/vitest.config.ts',
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    output,
  ]
  const args = [
    join(path, '../node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    path,
    ...options,
    ...files.map((name) => `test/${name}.test.ts`),
  ]
  if (pattern) args.push('--testNamePattern', pattern)
  const child = spawn(process.execPath, args, {
    cwd: path,
    env: { ...process.env, MUTANTS_POSTGRES: postgres },
    stdio: 'ignore',
    signal,
    detached: true,
  })
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), patience)
  const [code] = await once(child, 'exit').finally(() => clearTimeout(timer))
  const report = await readFile(output, 'utf8').then(
    (text): Report => JSON.parse(text),
    () => undefined,
  )
  if (!report) return 'the tests do not end'
  if (report.numPassedTests === 0 && code === 0) return 'there is no such test'
  if (code === 0) return undefined
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return failed.fullName
    if (message) return `${relative(path, name)}: ${message.split('\n')[0]}`
  }
  return 'an error outside of the tests'
}
