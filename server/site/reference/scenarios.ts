/** The scenarios of the contract as the reference shows them: a request for a shell and for the SDK, and the response. */
import { contract, demo, type OperationEntry, type Scenario, scenarios } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { hasPreconditions, toCurl, toRequest, toSdkProgram } from '@monitoring-service/contract/requests'

export interface ShownScenario
  extends Pick<Scenario, 'name' | 'summary' | 'status' | 'code' | 'caller' | 'credential'> {
  id: string
  /** Whether only the mock can return the response: a server would carry the request out. */
  isMockOnly: boolean
  /** Anything unusual about the request. */
  note: string
  curl: string
  sdk: string
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

/** @param adminKey the key in the programs of the operator. */
export function showScenarios(adminKey: string): ShownScenario[] {
  return scenarios.map((scenario) => showScenario(scenario, adminKey))
}

function showScenario(scenario: Scenario, adminKey: string): ShownScenario {
  const { operationId, name, summary, status, code, caller, credential, response } = scenario
  const operation = contract.operations[operationId] as OperationEntry
  const { method, target, headers, body } = toRequest(scenario, contract, {})
  const needs = operation.security && caller !== 'anonymous' ? (caller === 'operator' ? 'key' : 'token') : undefined
  const withCredential = toRequest(scenario, contract, {
    ...(needs === 'token' && { token: '$TOKEN' }),
    ...(needs === 'key' && { adminKey: '$ADMIN_KEY' }),
  })
  // With a body, curl would send POST.
  const options = ['-i', ...(method === 'GET' && body === undefined ? [] : ['-X', method])]
  const curl = toCurl({ options, base: shownBaseUrl, ...withCredential })
    .replace(/'([\w-]+: (?:Bearer )?\$[A-Z_]+)'/, '"$1"')
    .replace(/ (-H|--data-raw|--data-binary) /g, ' \\\n  $1 ')
  const isMockOnly = scenario.given.store !== undefined
  const program = toSdkProgram(scenario, operation, { baseUrl: shownBaseUrl, adminKey })
  return {
    id: `${operationId}.${name}`,
    ...{ name, summary, status, caller, credential, method, target, headers },
    ...(code !== undefined && { code }),
    isMockOnly,
    note: describe(scenario),
    curl: [
      isMockOnly && `# ${mockOnly}`,
      curl.includes('$TOKEN') && tokenLine(scenario),
      curl.includes('$ADMIN_KEY') && `ADMIN_KEY='${credential === 'valid' ? adminKey : 'not-the-admin-key'}'`,
      curl,
    ]
      .filter(Boolean)
      .join('\n'),
    sdk: program
      ? `${isMockOnly ? `// ${mockOnly}\n` : ''}${program}`
      : '// The SDK cannot send this request: its functions make well-formed ones only.',
    ...(body !== undefined && body.length < 10_000 && { body }),
    response: response === undefined ? '' : JSON.stringify(response, null, 2),
  }
}

/** Sets the variable TOKEN. */
function tokenLine({ caller: email, credential }: Scenario): string {
  if (credential === 'tampered' || credential === 'expired') return `TOKEN='a-token-that-is-${credential}'`
  if (!accounts.some(([known]) => known === email))
    return `TOKEN='an access token' # ${email} has no password that is published`
  const body = JSON.stringify({ email, password: demo.password })
  const headers = { 'Content-Type': 'application/json' }
  const login = toCurl({ options: ['-s'], base: shownBaseUrl, target: '/auth/login', headers, body })
  const property = credential === 'refresh' ? 'refreshToken' : 'accessToken'
  return `TOKEN=$(${login} | sed 's/.*"${property}":"\\([^"]*\\)".*/\\1/')`
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
