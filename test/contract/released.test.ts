/** `npm run check:diff` requires a new version for a change of the contract since its last release. */
import { exec } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const released = readFileSync(join(root, 'contract/released.json'), 'utf8')

interface Contract {
  info: { version: string; description: string }
  components: { schemas: { StatsReset: { properties: Record<string, object>; required: string[] } } }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-diff-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command of package.json with a changed copy of the released contract. */
async function check(change: (contract: Contract) => void) {
  const contract = JSON.parse(released) as Contract
  change(contract)
  const file = join(folder, 'changed.json')
  writeFileSync(file, JSON.stringify(contract))
  const command = manifest.scripts['check:diff'].replace(' openapi.yaml ', ` ${file} `)
  expect(command).toContain(file)
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH: path, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise<{ passed: boolean; output: string }>((resolve) => {
    exec(command, { cwd: root, env }, (error, stdout, stderr) => resolve({ passed: !error, output: stdout + stderr }))
  })
}

/** The version after the released one. */
function next(part: 'major' | 'minor' | 'patch'): string {
  const [major = 0, minor = 0, patch = 0] = (JSON.parse(released) as Contract).info.version.split('.').map(Number)
  return { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }[part]
}

function removeField({ components: { schemas } }: Contract) {
  delete schemas.StatsReset.properties.deletedCount
  schemas.StatsReset.required = ['ok']
}

function addField({ components: { schemas } }: Contract) {
  schemas.StatsReset.properties.skippedCount = { type: 'integer' }
}

function rewordDescription({ info }: Contract) {
  info.description = 'Another text.'
}

test('an unchanged contract needs no new version', async () => {
  expect(await check(() => {})).toMatchObject({ passed: true })
})

test.each([
  { what: 'a removed field of a response', change: removeField, bump: 'major' },
  { what: 'an added optional field of a response', change: addField, bump: 'minor' },
  { what: 'a changed description', change: rewordDescription, bump: 'patch' },
] as const)('$what requires a $bump version and passes with one', async ({ change, bump }) => {
  const { passed, output } = await check(change)
  expect(passed).toBe(false)
  expect(output).toContain(`require a ${bump} bump (${next(bump)})`)
  const bumped = (contract: Contract) => {
    change(contract)
    contract.info.version = next(bump)
  }
  expect(await check(bumped)).toMatchObject({ passed: true })
})

test('a minor version is not enough for a breaking change', async () => {
  const { passed, output } = await check((contract) => {
    removeField(contract)
    contract.info.version = next('minor')
  })
  expect(passed).toBe(false)
  expect(output).toContain('major bump')
})
