/** The benchmark `mock-wishes`: what front-end teams ask of a mock, tried with ours and with other mocks of the same contract. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Scenario, scenarios } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { runScenario } from '../../../test/agreement/run-scenario.ts'
import { inFolder } from '../../folder.ts'
import { type Command, withChild } from '../child-server.ts'
import type { Benchmark, Row } from '../report.ts'
import { ours, pathOf, prism } from './peers.ts'

const mocks: Record<string, (file: string) => Command> = {
  ours: (file) => (port) => [...ours(port), '--contract', file],
  'ours --stateful': (file) => (port) => [...ours(port), '--stateful', '--contract', file],
  Prism: (file) => (port) => [prism, 'mock', file, '-p', `${port}`, '-v', 'silent'],
  'openapi-backend': (file) => (port) => [pathOf('./openapi-backend.ts'), `${port}`, file],
  'MSW and @msw/source': () => (port) => [pathOf('./msw-source.ts'), `${port}`],
}

/** Milliseconds after which a request is called unanswered, and a change of the contract unnoticed. */
const patience = 5_000

interface Answer {
  status: number
  /** The error's code, if the body has the service's own error shape. */
  code?: string | undefined
}

async function send(scenario: Scenario, url: string): Promise<Answer | undefined> {
  const target = { name: 'mock', url, now: () => new Date(), prepare: async () => {}, close: async () => {} } as const
  const run = runScenario(scenario, [target], ['openapi-fetch'])
  const result = await Promise.race([run, setTimeout(patience, undefined, { ref: false })])
  const response = result?.[0]?.exchanges.at(-1)?.response
  if (!response) return undefined
  return { status: response.status, code: parse(response.body)?.error?.code }
}

function parse(text: string): { error?: { code?: string } } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Scenarios whose requests say everything: none depends on earlier requests. */
const selfContained = scenarios.filter(({ given }) => Object.keys(given).length === 0)
const isError = ({ status }: Scenario) => status >= 400

async function tryScenarios(command: Command): Promise<Row> {
  const waiting = [...selfContained]
  const answers: { scenario: Scenario; answer: Answer | undefined }[] = []
  while (waiting.length > 0) {
    await withChild(command, async ({ url }) => {
      for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
        const answer = await send(scenario, url)
        answers.push({ scenario, answer })
        // It hangs or has ended: the others get a new process.
        if (!answer) return
      }
    })
  }
  const count = (among: (scenario: Scenario) => boolean, isRight: (answer: Answer, scenario: Scenario) => boolean) => {
    const chosen = answers.filter(({ scenario }) => among(scenario))
    const right = chosen.filter(({ scenario, answer }) => answer && isRight(answer, scenario))
    return `${right.length} of ${chosen.length}`
  }
  return {
    'right status': count(
      () => true,
      ({ status }, scenario) => status === scenario.status,
    ),
    'errors with their code': count(isError, ({ code }, scenario) => code === scenario.code),
    unanswered: answers.filter(({ answer }) => answer === undefined).length,
  }
}

async function resolveTwice(url: string): Promise<string> {
  const resolve = scenarios.find(({ name }) => name === 'resolveWithCause') as Scenario
  const [first, second] = [await send(resolve, url), await send(resolve, url)]
  return `${first?.status}, ${second?.status}`
}

/** Saves a contract with an error, then one with another answer. */
const edit = (command: (file: string) => Command): Promise<string> =>
  inFolder((folder) => {
    const file = join(folder, 'openapi.yaml')
    copyFileSync(contractFile, file)
    const text = readFileSync(file, 'utf8')
    const login = scenarios.find(({ name }) => name === 'login') as Scenario
    return withChild(command(file), async ({ url }) => {
      writeFileSync(file, `${text}\n  broken: [\n`)
      await setTimeout(patience)
      if (!(await send(login, url))) return 'ends at an error'
      writeFileSync(file, text.replaceAll('/auth/login:', '/auth/log-in:'))
      for (const end = Date.now() + patience; Date.now() < end; await setTimeout(100)) {
        if ((await send(login, url))?.status !== login.status) return 'served, errors survived'
      }
      return 'not noticed'
    })
  })

export const mockWishes: Benchmark = {
  title: 'what front-end teams ask of a mock, tried',
  async run() {
    const rows: Row[] = []
    for (const [mock, command] of Object.entries(mocks)) {
      const row = await tryScenarios(command(contractFile))
      const twice = await withChild(command(contractFile), ({ url }) => resolveTwice(url))
      rows.push({ mock, ...row, 'resolve twice': twice, 'contract edited': await edit(command) })
    }
    const notes = [
      'Of the scenarios whose requests say everything, without a Prefer header: those answered with the status, and the error code.',
      'With memory, two of the answers depend on those before. "Unanswered" is a hang, or the end of the process.',
    ]
    return { rows, notes }
  },
}
