/** Shows all scenarios of a contract at `/_mock/scenarios`: to people as a page, to programs as JSON. */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Contract } from '@monitoring-service/contract'
import { ApiError, toApiError } from '@monitoring-service/http'
import { applyCors, type Cors, isPreflight, sendError, setResponseHeaders } from '@monitoring-service/http/node'
import { type Credentials, credentialsOf } from '../credentials.ts'
import { createScenarioIndex, isRecognizable, queryOf, type Scenario } from '../scenario-index.ts'
import { toCurl } from './curl.ts'
import { pagePolicy, toPage } from './page.ts'
import { hasPreconditions, toRequest } from './request.ts'

export const scenariosPath = '/_mock/scenarios'

/** A scenario with the command line that plays it. */
export interface ScenarioEntry extends Scenario {
  curl: string
}

export function withScenarioPage(listener: RequestListener, contract: Contract, cors: Cors): RequestListener {
  return async (request, response) => {
    if (request.url?.split('?')[0] !== scenariosPath) return listener(request, response)
    setResponseHeaders(request, response)
    applyCors(request, response, cors, contract)
    response.appendHeader('Vary', 'Accept')
    try {
      if (isPreflight(request)) return void response.writeHead(204).end()
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
      const entries = await list(contract, addressOf(request))
      if (/\btext\/html\b/i.test(request.headers.accept ?? '')) {
        response.setHeader('Content-Security-Policy', pagePolicy)
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end(toPage(entries, contract))
      } else {
        response.setHeader('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(entries))
      }
    } catch (thrown) {
      response.end(JSON.stringify(sendError(response, toApiError(thrown), contract)))
    }
  }
}

async function list(contract: Contract, url: string): Promise<ScenarioEntry[]> {
  const { scenarios } = contract
  const book = createScenarioIndex(scenarios)
  const now = new Date()
  const issued = new Map<string, Promise<Credentials>>()
  const issue = (scenario: Scenario): Promise<Credentials> => {
    const key = `${scenario.credential} ${scenario.caller}`
    const credentials = issued.get(key) ?? credentialsOf(scenario, now)
    issued.set(key, credentials)
    return credentials
  }
  /** Whether its request plays another scenario, which comes first. */
  const isSecond = (scenario: Scenario) =>
    isRecognizable(scenario) && book.exact({ ...scenario, query: queryOf(scenario) }, scenario.caller) !== scenario
  return Promise.all(
    scenarios.map(async (scenario) => {
      const isNamed = hasPreconditions(scenario) || isSecond(scenario)
      return { ...scenario, curl: toCurl(url, toRequest(scenario, contract, await issue(scenario), isNamed)) }
    }),
  )
}

/** The mock's address as the caller knows it. */
function addressOf({ headers: { host }, socket }: IncomingMessage): string {
  const isPlain = host !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)
  if (isPlain) return `http://${host}`
  const { localAddress = '127.0.0.1', localPort } = socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
