/** Sends a scenario with each client to each target, each time with fresh data. */
import { isDeepStrictEqual } from 'node:util'
import type { Scenario } from '@monitoring-service/contract'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { type Client, clients } from './clients.ts'
import { compare } from './compare.ts'
import { createWire, type Exchange } from './exchange.ts'
import type { Target } from './targets.ts'

export interface ScenarioRun {
  target: Target['name'] | 'prism'
  client: keyof typeof clients | 'Prefer'
  /** Differences from the contract. */
  problems: string[]
  exchanges: Exchange[]
}

const allClients = Object.keys(clients) as (keyof typeof clients)[]

/** Sends one scenario with each client to each target. */
export async function runScenario(scenario: Scenario, targets: Target[], names = allClients): Promise<ScenarioRun[]> {
  const legs: ScenarioRun[] = []
  for (const target of targets) {
    for (const client of names) {
      legs.push({ target: target.name, client, ...(await send(scenario, target, clients[client])) })
    }
  }
  return legs
}

async function send(
  scenario: Scenario,
  target: Target,
  call: Client,
): Promise<Pick<ScenarioRun, 'problems' | 'exchanges'>> {
  await target.prepare(scenario)
  const wire = createWire(scenario, headersOf(scenario, target))
  const credentials = await credentialsOf(scenario, target.now())
  const again = () => call({ scenario, baseUrl: target.url, credentials, fetch: wire.fetch })
  try {
    // The mock has no memory; a Prefer header replaces the repetitions.
    const repeats = target.name === 'mock' ? 0 : (scenario.given.repeats ?? 0)
    for (let i = 0; i < repeats; i++) await again()
    const value = await again()
    const last = wire.exchanges.at(-1)
    if (!last) return { problems: ['nothing was sent'], exchanges: [] }
    const onTheWire = last.response.body === '' ? undefined : JSON.parse(last.response.body)
    const handedOver = isDeepStrictEqual(value, onTheWire) ? [] : ['the client hands over something else']
    return { problems: [...compare(scenario, last), ...handedOver], exchanges: wire.exchanges }
  } catch (error) {
    return { problems: [String(error)], exchanges: wire.exchanges }
  }
}

/** The mock cannot see preconditions in a request, so a Prefer header names the scenario. */
function headersOf({ name, given }: Scenario, target: Target): Record<string, string> {
  const isNamed = target.name === 'mock' && Object.keys(given).length > 0
  return { 'x-request-id': name, ...(isNamed && { prefer: `example=${name}` }) }
}
