import { readFileSync, writeFileSync } from 'node:fs'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock, type MockOptions } from '@monitoring-service/mock'
import { describe, expect } from 'vitest'
import { readSettings } from '../../mock/flags.ts'
import { faults } from '../../mock/rules.ts'
import { it } from '../support/folder-test.ts'
import { usePort } from '../support/ports.ts'
import { commandAt } from '../support/process.ts'

const { run } = commandAt('mock/main.ts')

const text = readFileSync(contractFile, 'utf8')
const readme = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8')

describe('A flag with an invalid value is rejected in one line:', () => {
  it.each<[string, string[], RegExp]>([
    ['a superfluous word', ['4010'], /4010/],
    ['a misspelt flag', ['--statefull'], /^there is no --statefull; did you mean --stateful\?/],
    ['an unknown flag', ['--bogus'], /^Unknown option '--bogus'/],
    ['a flag without its value', ['--port'], /--port/],
    ['a port that is not a number', ['--port', 'http'], /port must be a number from 0 to 65535, not "http"/],
    ['a port that is too large', ['--port', '65536'], /port.*"65536"/],
    ['an empty host', ['--host', ''], /--host must be a name or an address/],
    ['a delay that is not a number', ['--delay', 'soon'], /--delay must be milliseconds.*"soon"/],
    ['a delay range from more to less', ['--delay', '800-200'], /--delay.*"800-200"/],
    ['a negative delay', ['--delay=-5'], /--delay.*"-5"/],
    ['a delay that createMock rejects, too', ['--delay', '2147483648'], /--delay.* up to 2147483647 /],
    ['a fail rate in per cent', ['--fail-rate', '5%'], /--fail-rate must be a share from 0 to 1.*"5%"/],
    ['a fail rate above 1', ['--fail-rate', '5'], /--fail-rate.*"5"/],
    ['a seed that is not an integer', ['--seed', '1.5'], /--seed must be a whole number.*"1\.5"/],
    ['a seed that is too large', ['--seed', '4294967296'], /--seed.*"4294967296"/],
  ])('%s', (_, args, reason) => {
    expect(() => readSettings(args)).toThrow(reason)
    expect(() => readSettings(args)).toThrow(/^[^\n]+$/)
  })
})

describe('A mock that cannot start prints one line and exits with 1:', () => {
  const broken = text.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup')
  const dangling = /^\S+contract\.yaml:\d+:\d+: there is nothing at #\/components\/schemas\/Signup$/
  const reasons: [string, string[], RegExp][] = [
    ['an unknown flag', ['--bogus'], /--bogus/],
    ['a host that is not local', ['--host', '203.0.113.1'], /203\.0\.113\.1/],
  ]
  it.concurrent.each(reasons)('%s', async (_, args, reason) => {
    const { code, stdout, stderr } = await run(['--port', '0', ...args])
    expect(stderr).toMatch(reason)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toMatch(/Error:| at .*:\d+:\d+/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  it.for<[string, MockOptions, RegExp]>([
    ['a contract with an error', {}, dangling],
    ['a contract that does not exist', { contract: 'no/such.yaml' }, /^no\/such\.yaml cannot be read: there is no/],
    ['a contract that is a folder', { contract: 'mock' }, /^mock cannot be read: it is a folder/],
    ['an empty contract name', { contract: '' }, /cannot be read/],
    ['another kind of file', { contract: 'package.json' }, /^package\.json:1:1: the document must have required/],
    ['a configuration that is not JSON', { config: 'README.md' }, /^README\.md is not JSON: /],
    ['another configuration', { config: 'package.json' }, /^package\.json has no name; it can have delay,/],
  ])('%s', async ([_, options, reason], { folder }) => {
    const file = folder.at('contract.yaml')
    writeFileSync(file, broken)
    const error = await createMock({ contract: file, ...options }).catch(({ message }) => message)
    expect(error).toMatch(reason)
    expect(error).toMatch(/^[^\n]+$/)
    expect(error).not.toMatch(/Error:| at .*:\d+:\d+/)
  })

  it('a port in use', async () => {
    const { port, release } = await usePort()
    const { code, stderr } = await run(['--port', String(port)])
    await release()
    const message = `port ${port} is in use; choose another with --port, or --port 0 for a free one\n`
    expect({ code, stderr }).toEqual({ code: 1, stderr: message })
  })
})

it('--help exits with 0; help and README name every flag and every preference', async () => {
  const { code, stdout, stderr } = await run(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const names = 'port host contract delay fail-rate seed verbose config stateful explain json'
  const flags = names.split(' ').map((name) => `--${name}`)
  const preferences = ['example=', 'code=', 'dynamic=true', 'delay=']
  for (const word of [...flags, '/_mock/scenarios', ...preferences]) {
    expect(stdout).toContain(word)
    expect(readme).toContain(word)
  }
  expect(stdout).toContain(`fault=${faults.join('|')}`)
  for (const fault of faults) expect(readme).toContain(`fault=${fault}`)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
})
