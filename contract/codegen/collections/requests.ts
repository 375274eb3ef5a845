/** The requests of the collections: those that log in and keep the tokens, and one for each scenario. */

import { accounts } from '../../demo/accounts.ts'
import { demo } from '../../demo/credentials.ts'
import type { Contract } from '../../derive/contract.ts'
import type { Scenario } from '../../derive/scenarios.ts'
import { type ScenarioRequest, toRequest } from '../../requests/scenario-request.ts'

export interface CollectionRequest extends ScenarioRequest {
  name: string
  description: string
  /** The operation; `logIn` for the requests that come first. */
  folder: string
  status: number
  code?: string | undefined
  /** Absent if the response has no body. */
  response?: unknown
  /** The variables that the response sets, each by the property with its value. */
  variables: Record<string, string>
}

/** The variables that a user of a collection sets, with the values of the demo. */
export const variables = {
  baseUrl: 'http://localhost:3000',
  adminKey: demo.adminApiKey,
  oauthAcmeToken: 'ACCESS_TOKEN',
}

/** `owner@acme.example` has the variables `ownerAcmeToken` and `ownerAcmeRefreshToken`. */
const variableOf = (email: string, kind: string) =>
  email.replace(/@(.)(\w*)\..*/, (_, first: string, rest: string) => first.toUpperCase() + rest + kind)

/** Without the requests whose body is too long for a file. */
export function collectionRequests(contract: Contract): CollectionRequest[] {
  const { login } = contract.operations
  if (!login) throw new Error('the contract has no operation login')
  const { method, path: target, responses } = login
  const logins = accounts.map(([email, who]) => ({
    name: email,
    description: `Keeps the tokens of ${email}, who ${who}.`,
    folder: 'logIn',
    status: Number(Object.keys(responses)[0]),
    method,
    target,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demo.password }),
    variables: {
      [variableOf(email, 'Token')]: 'accessToken',
      [variableOf(email, 'RefreshToken')]: 'refreshToken',
    },
  }))
  const scenarios = contract.scenarios.filter(({ send }) => send.bytes === undefined)
  return [...logins, ...scenarios.map((scenario) => requestOf(scenario, contract))]
}

/** The variable with the token of the scenario's caller, or a token that no server accepts. */
function tokenOf({ caller, credential }: Scenario): string {
  if (credential === 'tampered' || credential === 'expired') return `a-token-that-is-${credential}`
  return `{{${variableOf(caller, credential === 'refresh' ? 'RefreshToken' : 'Token')}}}`
}

function requestOf(scenario: Scenario, contract: Contract): CollectionRequest {
  const { operationId, name, summary, caller, credential, given, status, code, response } = scenario
  // Other callers than users are `operator` and `anonymous`.
  const isUser = caller.includes('@')
  const request = toRequest(scenario, contract, {
    ...(isUser && { token: tokenOf(scenario) }),
    ...(caller === 'operator' && { adminKey: credential === 'wrong' ? 'not-the-admin-key' : '{{adminKey}}' }),
  })
  const isPublic = contract.operations[operationId]?.security === null
  const { Authorization: _, ...headers } = request.headers
  const afterRepeats = given.repeats ? `After ${given.repeats} of the same. ` : ''
  const whileStore = given.store ? `While the store is ${given.store}. ` : ''
  return {
    ...request,
    name,
    description: `${afterRepeats}${whileStore}${summary}.`,
    folder: operationId,
    headers: { ...(isPublic ? headers : request.headers), 'X-Request-Id': `${operationId}.${name}` },
    status,
    code,
    response,
    variables: {},
  }
}
