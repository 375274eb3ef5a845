/** The samples in Python and Go that the reference shows for each scenario: whole programs, which print the scenario's outcome. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { contract, demo, type Scenario, scenarios } from '@monitoring-service/contract'
import { toGoProgram, toPythonProgram } from '@monitoring-service/contract/requests'
import { createMock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { afterAll, expect } from 'vitest'
import { it } from '../support/folder-test.ts'

const run = promisify(execFile)
const mock = await createMock()
afterAll(() => mock.close(0))

interface Program {
  scenario: Scenario
  code: string
}

/** The programs of one language; those of an OAuth user, who cannot log in, get a token for their placeholder. */
async function programsBy(toProgram: typeof toGoProgram): Promise<Program[]> {
  const programs = scenarios.map(async (scenario) => {
    const { token = '' } = await credentialsOf(scenario, new Date())
    const code = toProgram(scenario, contract, { baseUrl: mock.url, adminKey: demo.adminApiKey })
    return code === undefined ? [] : [{ scenario, code: code.replace(/the access token of [^"]*/, token) }]
  })
  return (await Promise.all(programs)).flat()
}

/** Compares what the programs print, one after the other, with status and body of their scenarios. */
function expectOutcomes(printed: string[], programs: Program[]): void {
  const outcomes = printed.map((text) => {
    const [, status, body = ''] = /^(\d{3}) ?([\s\S]*)$/.exec(text.trim()) ?? []
    return [Number(status), body === '' ? undefined : JSON.parse(body).error?.code]
  })
  expect(outcomes).toEqual(programs.map(({ scenario: { status, code } }) => [status, code]))
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const hasPython = succeeds('python3', '-c', 'import requests')
const hasGo = succeeds('go', 'version')

it('exist for every scenario whose address is well-formed', async () => {
  for (const toProgram of [toPythonProgram, toGoProgram]) {
    const programs = await programsBy(toProgram)
    const without = scenarios.filter((scenario) => !programs.some((program) => program.scenario === scenario))
    expect(new Set(without.map(({ name }) => name))).toEqual(new Set(['malformedPath']))
  }
})

it.skipIf(!hasPython)(
  'in Python print status and body, with the package requests',
  { timeout: 300_000 },
  async ({ folder }) => {
    const programs = await programsBy(toPythonProgram)
    const all = programs.map(({ code }) => `${code}\nprint(end="\\0")`).join('\n')
    writeFileSync(folder.at('all.py'), all)
    const { stdout } = await run('python3', ['all.py'], { cwd: folder.path })
    expectOutcomes(stdout.split('\0').slice(0, -1), programs)
  },
)

it.skipIf(!hasGo)(
  'in Go compile as gofmt writes them, and print status and body',
  { timeout: 600_000 },
  async ({ folder }) => {
    const programs = await programsBy(toGoProgram)
    writeFileSync(folder.at('go.mod'), 'module samples\n\ngo 1.22\n')
    const names = programs.map(({ code }, index) => {
      const name = `sample${index}`
      mkdirSync(folder.at(name))
      writeFileSync(folder.at(`${name}/main.go`), `${code}\n`)
      return name
    })
    expect((await run('gofmt', ['-l', '.'], { cwd: folder.path })).stdout).toBe('')
    // One program of all: linking each takes longer than its request.
    for (const [index, { code }] of programs.entries()) {
      const asPackage = code.replace('package main', `package ${names[index]}`).replace('func main()', 'func Run()')
      writeFileSync(folder.at(`${names[index]}/main.go`), `${asPackage}\n`)
    }
    const imports = names.map((name) => `import "samples/${name}"`).join('\n')
    const calls = names.map((name) => `${name}.Run()\nfmt.Print("\\x00")`).join('\n')
    writeFileSync(folder.at('main.go'), `package main\nimport "fmt"\n${imports}\nfunc main() {\n${calls}\n}\n`)
    const { stdout } = await run('go', ['run', '.'], { cwd: folder.path, maxBuffer: 2 ** 24 })
    expectOutcomes(stdout.split('\0').slice(0, -1), programs)
  },
)
