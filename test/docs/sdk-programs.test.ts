/** The SDK program that the reference shows for each scenario type-checks, and prints the scenario's outcome. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { contract, demo, type OperationEntry, type Scenario, scenarios } from '@monitoring-service/contract'
import { toSdkProgram } from '@monitoring-service/contract/requests'
import { createMock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sdk = `'${root}sdk/index.ts'`
const mock = await createMock()

interface Program {
  scenario: Scenario
  code: string
}

const programs = await Promise.all(
  scenarios.map(async (scenario): Promise<Program[]> => {
    const operation = contract.operations[scenario.operationId] as OperationEntry
    const program = toSdkProgram(scenario, operation, { baseUrl: mock.url, adminKey: demo.adminApiKey })
    // An OAuth user cannot log in, so the program has a placeholder.
    const { token = '' } = await credentialsOf(scenario, new Date())
    const code = program?.replace("'@monitoring-service/sdk'", sdk).replace(/'the access token of [^']*'/, `'${token}'`)
    return code === undefined ? [] : [{ scenario, code }]
  }),
)
const all = programs.flat()
const nameOf = ({ operationId, name }: Scenario) => `${operationId}.${name}`

it('exists for every scenario with a well-formed request', () => {
  const without = scenarios.filter((scenario) => !all.some((program) => program.scenario === scenario))
  expect(without.filter(({ status, send }) => status < 400 && !send.query)).toEqual([])
  expect(all.length).toBeGreaterThan(100)
})

it('type-checks', { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  // One file: each program in a function of its own.
  const bodies = all.map(({ code }) => `async () => {${code.slice(code.indexOf('\n'))}\n}`)
  const source = `import { ApiError, createMonitoring } from ${sdk}\nexport default [${bodies.join(',\n')}]\n`
  const file = `${root}test/programs.ts`
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version)
  const program = ts.createProgram([file], options, host)
  const problems = ts.getPreEmitDiagnostics(program, program.getSourceFile(file))
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])
})

it('prints what the scenario returns', { timeout: 60_000 }, async () => {
  onTestFinished(() => mock.close(0))
  // One process for all programs: starting one for each takes longer than its request.
  const bodies = all.map(({ code }) => `async () => {${code.slice(code.indexOf('\n'))}\n}`)
  const source = `import { ApiError, createMonitoring } from ${sdk}
    let printed
    console.log = (...values) => { printed = values }
    const outcomes = []
    for (const run of [${bodies.join(',\n')}]) {
      printed = undefined
      await run().then(() => outcomes.push(printed), (error) => outcomes.push(String(error)))
    }
    process.stdout.write(JSON.stringify(outcomes))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-'], { cwd: root })
  child.stdin.end(source)
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  const outcomes: (unknown[] | string | null)[] = JSON.parse(stdout)
  const failed = all.flatMap(({ scenario }, index) => {
    const outcome = outcomes[index]
    const [first] = Array.isArray(outcome) ? outcome : []
    const isRight = scenario.code
      ? first === scenario.status
      : scenario.response === undefined
        ? outcome === null
        : typeof first === 'object'
    return isRight ? [] : [[nameOf(scenario), outcome]]
  })
  expect(failed).toEqual([])
})
