/** Judges from PyPI: Schemathesis on the running server and mock, and openapi-core on recorded traffic. */
import { randomInt } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock } from '@monitoring-service/mock'
import { installPlace } from '../../build/place.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { startServer } from '../../server/index.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { inFolder } from '../folder.ts'
import { MissingError, run } from '../programs.ts'
import { type Judge, judgeTraffic } from './finding.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const place = join(root, 'lab/judges')
const config = join(root, 'examples/schemathesis/schemathesis.toml')

/**
 * @param list the file with the versions; each has an environment of its own.
 * @param program one of those that are installed.
 * @returns the folder of the programs, which are installed when first needed and when their versions change.
 */
export async function installPrograms(list = 'requirements.txt', program = 'schemathesis'): Promise<string> {
  // npm empties node_modules when it installs: before the environment is made, not after.
  const [wanted, environment] = [join(place, list), join(installPlace('lab/judges'), `node_modules/.venv-${program}`)]
  const stamp = join(environment, list)
  const programs = join(environment, 'bin')
  if (existsSync(stamp) && readFileSync(stamp).equals(readFileSync(wanted))) return programs
  console.error('installing the Python packages of lab/judges/ ...')
  try {
    await run('python3', ['-m', 'venv', environment])
    await run(join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', '--requirement', wanted])
    copyFileSync(wanted, stamp)
  } catch (error) {
    throw new MissingError((error as Error).message)
  }
  return programs
}

const schemathesis =
  (start: () => Promise<{ url: string; close(): Promise<void> }>): Judge =>
  async ({ seconds }) => {
    const program = join(await installPrograms(), 'schemathesis')
    const target = await start()
    return inFolder(async (folder) => {
      const report = join(folder, 'report.json')
      const reporting = ['--report', 'json', '--report-json-path', report, '--no-color']
      const seed = randomInt(2 ** 31)
      const settings = ['--checks', 'all', '--max-time', String(seconds), '--seed', String(seed), '--url', target.url]
      await run(program, ['--config-file', config, 'run', contractFile, ...settings, ...reporting], {
        cwd: folder,
        mayFind: true,
      })
      const { failures, errors, test_cases, operations } = JSON.parse(readFileSync(report, 'utf8'))
      if (operations.tested < operations.total) errors.push({ type: 'operations that were not tested', operations })
      const findings = [...failures, ...errors].map((failure) => ({
        rule: String(failure.code ?? failure.check ?? failure.type ?? 'error'),
        message: JSON.stringify(failure).slice(0, 2000),
      }))
      return { findings, examined: `${test_cases.generated} requests, seed ${seed}` }
    }).finally(() => target.close())
  }

const openapiCore: Judge = async () => {
  const program = join(await installPrograms(), 'python')
  const contract = join(writePublished(), 'openapi/openapi.json')
  return judgeTraffic(program, (archive) => [join(place, 'traffic.py'), contract, archive])
}

export const pythonJudges = {
  'openapi-core': openapiCore,
  'schemathesis-server': schemathesis(() => startServer({ ...demoSettings, hasNoLimits: true })),
  'schemathesis-mock': schemathesis(() => createMock()),
}
