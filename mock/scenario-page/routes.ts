/** Serves the list of all scenarios at `/_mock/scenarios`: a page for browsers, JSON for programs. */
import type { IncomingMessage } from 'node:http'
import type { Contract } from '@monitoring-service/contract'
import { type Credentials, hasPreconditions, queryOf, toCurl, toRequest } from '@monitoring-service/contract/requests'
import { prefersHtml } from '@monitoring-service/http/node'
import { credentialsOf } from '../credentials.ts'
import { type Routes, sendJson } from '../routes.ts'
import { createScenarioIndex, isRecognizable, type Scenario } from '../scenario-index.ts'
import { type ScenarioEntry, sendPage, toPage } from './page.ts'

export const scenariosPath = '/_mock/scenarios'

export function scenarioRoutes(contract: Contract): Routes {
  return {
    [scenariosPath]: {
      async GET(request, response) {
        response.appendHeader('Vary', 'Accept')
        const entries = await listEntries(contract, addressOf(request))
        if (!prefersHtml(request)) return sendJson(response, entries)
        sendPage(response, toPage(entries, contract))
      },
    },
  }
}

async function listEntries(contract: Contract, base: string): Promise<ScenarioEntry[]> {
  const { scenarios } = contract
  const index = createScenarioIndex(scenarios)
  const now = new Date()
  const issued = new Map<string, Promise<Credentials>>()
  const issueOnce = (scenario: Scenario): Promise<Credentials> => {
    const key = `${scenario.credential} ${scenario.caller}`
    const credentials = issued.get(key) ?? credentialsOf(scenario, now)
    issued.set(key, credentials)
    return credentials
  }
  /** Whether an earlier scenario has the same request. */
  const isAmbiguous = (scenario: Scenario) =>
    isRecognizable(scenario) && index.exact({ ...scenario, query: queryOf(scenario) }, scenario.caller) !== scenario
  return Promise.all(
    scenarios.map(async (scenario) => {
      const isNamed = hasPreconditions(scenario) || isAmbiguous(scenario)
      const { method, ...request } = toRequest(scenario, contract, await issueOnce(scenario), isNamed)
      const options = ['-i', ...(method === 'GET' && request.body === undefined ? [] : ['-X', method])]
      return { ...scenario, curl: toCurl({ options, base, ...request }) }
    }),
  )
}

/** The mock's address as the client knows it. */
export function addressOf({ headers: { host }, socket }: IncomingMessage): string {
  const isValid = host !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)
  if (isValid) return `http://${host}`
  const { localAddress = '127.0.0.1', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
