/** The scenarios of the contract as the API reference shows them: a request in several languages, and the response. */
import { setImmediate } from 'node:timers/promises'
import { contract, type OperationEntry, type Scenario, scenarios } from '@monitoring-service/contract'
import {
  credentialSourceOf,
  hasPreconditions,
  type SampleOptions,
  toCurl,
  toGoProgram,
  toPythonProgram,
  toRequest,
  toSdkProgram,
} from '@monitoring-service/contract/requests'
import { highlight, type Language } from './highlight.ts'

/** The languages of samples: title and grammar of each. */
export const sampleLanguages = {
  curl: ['curl', 'bash'],
  javascript: ['JavaScript', 'javascript'],
  python: ['Python', 'python'],
  go: ['Go', 'go'],
} satisfies Record<string, [title: string, grammar: Language]>

export type SampleLanguage = keyof typeof sampleLanguages

export interface ShownScenario
  extends Pick<Scenario, 'name' | 'summary' | 'status' | 'code' | 'caller' | 'credential'> {
  id: string
  /** Whether only the mock can return the response: a server would carry the request out. */
  isMockOnly: boolean
  /** Anything unusual about the request. */
  note: string
  samples: Record<SampleLanguage, string>
  method: string
  /** Path and query. */
  target: string
  /** The media type of the body, and headers other than credentials. */
  headers: Record<string, string>
  /** Absent for a body that is too long to be shown. */
  body?: string | undefined
  /** As JSON. */
  response: string
}

/** The address in every snippet, which the page replaces by that of the selected server. */
const shownBaseUrl = 'http://localhost:3000'

const mockOnly = 'For the mock: a server would carry this request out, and return another response.'

const unsendable = {
  sdk: 'The SDK cannot send this request: its functions make well-formed ones only.',
  library: 'HTTP libraries do not send this address, which is malformed.',
}

/** @param adminKey the key in the programs of the operator. */
export function showScenarios(adminKey: string): ShownScenario[] {
  return scenarios.map((scenario) => showScenario(scenario, adminKey))
}

function showScenario(scenario: Scenario, adminKey: string): ShownScenario {
  const { operationId, name, summary, status, code, caller, credential, response } = scenario
  const operation = contract.operations[operationId] as OperationEntry
  const { method, target, headers, body } = toRequest(scenario, contract, {})
  const isMockOnly = scenario.given.store !== undefined
  const options = { baseUrl: shownBaseUrl, adminKey }
  const samples = {
    curl: toShellLines(scenario, operation, options),
    javascript: toSdkProgram(scenario, operation, options),
    python: toPythonProgram(scenario, contract, options),
    go: toGoProgram(scenario, contract, options),
  }
  return {
    id: `${operationId}.${name}`,
    name,
    summary,
    status,
    caller,
    credential,
    method,
    target,
    headers,
    ...(code !== undefined && { code }),
    isMockOnly,
    note: describe(scenario),
    samples: mapSamples(samples, (sample, language) => {
      const mark = language === 'curl' || language === 'python' ? '#' : '//'
      if (sample === undefined) return `${mark} ${unsendable[language === 'javascript' ? 'sdk' : 'library']}`
      return isMockOnly ? `${mark} ${mockOnly}\n${sample}` : sample
    }),
    ...(body !== undefined && body.length < 10_000 && { body }),
    response: response === undefined ? '' : JSON.stringify(response, null, 2),
  }
}

/** Lets other work run after each scenario: all together take most of a second. */
export async function colourScenarios(scenarios: ShownScenario[]) {
  const coloured: ReturnType<typeof colourScenario>[] = []
  for (const scenario of scenarios) {
    coloured.push(colourScenario(scenario))
    await setImmediate()
  }
  return coloured
}

/** The samples and the response as HTML, for the page and its script. */
export function colourScenario({ samples, response, ...scenario }: ShownScenario) {
  return {
    ...scenario,
    samples: mapSamples(samples, (sample, language) => highlight(sample, sampleLanguages[language][1]).html),
    response: highlight(response, 'json').html,
  }
}

function mapSamples<T>(samples: Record<SampleLanguage, T>, toText: (sample: T, language: SampleLanguage) => string) {
  const entries = Object.entries(samples) as [SampleLanguage, T][]
  return Object.fromEntries(entries.map(([language, sample]) => [language, toText(sample, language)])) as Record<
    SampleLanguage,
    string
  >
}

/** A curl command, after lines that set its credential. */
function toShellLines(scenario: Scenario, operation: OperationEntry, options: SampleOptions): string {
  const source = credentialSourceOf(scenario, operation, options)
  const variable = source && ('key' in source ? { adminKey: '$ADMIN_KEY' } : { token: '$TOKEN' })
  const { method, ...request } = toRequest(scenario, contract, variable ?? {})
  // With a body, curl would send POST.
  const flags = ['-i', ...(method === 'GET' && request.body === undefined ? [] : ['-X', method])]
  const curl = toCurl({ options: flags, base: shownBaseUrl, ...request })
    // The shell replaces a variable between double quotes only.
    .replace(/'([\w-]+: (?:Bearer )?\$[A-Z_]+)'/, '"$1"')
    .replace(/ (-H|--data-raw|--data-binary) /g, ' \\\n  $1 ')
  if (!source) return curl
  if ('key' in source) return `ADMIN_KEY='${source.key}'\n${curl}`
  if ('token' in source) return `TOKEN='${source.token}'\n${curl}`
  const body = JSON.stringify(source.login)
  const headers = { 'Content-Type': 'application/json' }
  const login = toCurl({ options: ['-s'], base: shownBaseUrl, target: '/auth/login', headers, body })
  return `TOKEN=$(${login} | sed 's/.*"${source.property}":"\\([^"]*\\).*/\\1/')\n${curl}`
}

const storeStates = {
  closed: 'the service cannot reach its store',
  interrupted: 'the service loses its store in the middle of the change',
  broken: 'the service has a defect',
}

function describe(scenario: Scenario): string {
  const { caller, credential, given } = scenario
  const parts = [
    caller !== 'anonymous' && `Called by ${caller === 'operator' ? 'the operator' : caller}`,
    credential !== 'valid' && `with a credential that is ${credential === 'refresh' ? 'a refresh token' : credential}`,
    given.repeats !== undefined && `after ${given.repeats} calls of the same kind`,
    given.store && `while ${storeStates[given.store]}`,
  ].filter(Boolean)
  const text = parts.join(', ')
  const sentence = text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  return hasPreconditions(scenario)
    ? `${sentence} The mock returns this response at once, as the header Prefer asks for it.`
    : sentence
}
