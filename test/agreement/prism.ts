/** Stock Prism on openapi.yaml as it is: asked by `Prefer` for a status and an example, it must return a scenario's response. */
import { isDeepStrictEqual } from 'node:util'
import { contract, type Scenario, scenarios } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { toRequest } from '@monitoring-service/contract/requests'
import { launch } from '../support/launch.ts'
import type { ScenarioRun } from './run-scenario.ts'

export interface Prism {
  run(scenario: Scenario): Promise<ScenarioRun>
  close(): Promise<void>
}

export async function startPrism(): Promise<Prism> {
  const program = 'node_modules/@stoplight/prism-cli/dist/index.js'
  const { listening, kill } = launch(program, ['mock', contractFile, '--port', '0'], process.env)
  const url = await listening()
  return {
    async run(scenario) {
      const problems = await send(url, scenario).catch((error) => [String(error.cause ?? error)])
      return { target: 'prism', client: 'Prefer', problems, exchanges: [] }
    },
    close: kill,
  }
}

/** Sends the valid request of the scenario's operation, because Prism chooses an error of its own for another. */
async function send(url: string, { operationId, name, status, response: expected }: Scenario): Promise<string[]> {
  const valid = scenarios.find((scenario) => scenario.operationId === operationId) as Scenario
  const { method, target, headers, body } = toRequest(valid, contract, { token: 'any', adminKey: 'any' })
  const prefer = `code=${status}, example=${name}`
  const response = await fetch(`${url}${target}`, { method, headers: { ...headers, prefer }, body: body ?? null })
  const text = await response.text()
  const received = text === '' ? undefined : JSON.parse(text)
  if (response.status !== status) return [`status ${response.status} instead of ${status}`]
  return isDeepStrictEqual(received, expected) ? [] : [`body ${text} instead of ${JSON.stringify(expected)}`]
}
