/**
 * Specmatic, from PyPI and with Java, calls the mock. It has one token for each scheme, while scenarios have several
 * callers: each scenario is an external example with the credential of its caller. The mock keeps nothing, so that examples
 * disturb no other one. From them it generates further requests, valid and invalid.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Scenario, scenarios } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { hasPreconditions, toRequest } from '@monitoring-service/contract/requests'
import { createMock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { inFolder } from '../folder.ts'
import { MissingError, run } from '../programs.ts'
import type { Finding, Judge } from './finding.ts'
import { installPrograms } from './python.ts'

/** It reads no example whose request breaks the contract, such as the page Infinity, or has the header Prefer. */
const isReadable = (scenario: Scenario) =>
  scenario.status !== 400 && !hasPreconditions(scenario) && Object.keys(scenario.send).length === 0

async function toExample(scenario: Scenario): Promise<object> {
  const { name, status, response } = scenario
  const { method, target, headers, body } = toRequest(scenario, contract, await credentialsOf(scenario, new Date()))
  const { pathname: path, searchParams } = new URL(target, 'http://localhost')
  return {
    name,
    'http-request': {
      method,
      path,
      headers,
      query: Object.fromEntries(searchParams),
      ...(body !== undefined && { body: JSON.parse(body) }),
    },
    'http-response': {
      status,
      ...(response !== undefined && { headers: { 'Content-Type': 'application/json' }, body: response }),
    },
  }
}

/** The failures of JUnit's report. Their rule is the operation, and how the request or the status differs from the example. */
function findingsOf(report: string): Finding[] {
  const cases = report.matchAll(/<testcase [^>]* name="([^"]*)"[^>]*>\s*<failure message="([^"]*)"/g)
  return [...cases].map(([, name = '', message = '']) => {
    const [, operation = name] = /Scenario: (\w+ \S+)/.exec(name) ?? []
    const [text] =
      /the key \w+ is set to (?:the longest possible string|a value matching an invalid regex)/.exec(name) ?? []
    const [status = 'error'] = /expected status \d+ but response contained status \d+/.exec(message) ?? []
    return { rule: `${operation}: ${text ?? status}`, message }
  })
}

export const specmatic: Judge = async () => {
  const environment = join(await installPrograms(), '..')
  await run('java', ['-version'])
  const find =
    "import specmatic.core, os; print(os.path.join(os.path.dirname(specmatic.core.__file__), 'specmatic.jar'))"
  const jar = await run(join(environment, 'bin/python'), ['-c', find])
  if (!existsSync(jar)) throw new MissingError('the package specmatic has no jar')
  return inFolder(async (folder) => {
    mkdirSync(join(folder, 'examples'))
    const read = scenarios.filter(isReadable)
    for (const scenario of read) {
      const file = join(folder, 'examples', `${scenario.operationId}.${scenario.name}.json`)
      writeFileSync(file, JSON.stringify(await toExample(scenario)))
    }
    const mock = await createMock()
    const options = ['--examples', 'examples', '--testBaseURL', mock.url, '--junitReportDir', '.']
    const settings = ['-DSPECMATIC_GENERATIVE_TESTS=true', '-DIGNORE_INLINE_EXAMPLES=true']
    await run('java', [...settings, '-jar', jar, 'test', contractFile, ...options], {
      cwd: folder,
      mayFind: true,
    }).finally(() => mock.close(0))
    const report = readFileSync(join(folder, 'TEST-junit-jupiter.xml'), 'utf8')
    const tests = Number(/ tests="(\d+)"/.exec(report)?.[1])
    const findings = findingsOf(report)
    if (tests < read.length) findings.push({ rule: 'tests', message: `${tests} tests of ${read.length} examples` })
    return { findings, examined: `${tests} tests of ${read.length} scenarios` }
  })
}
