/** Compares a recorded exchange with the contract's scenario. */
import { isDeepStrictEqual } from 'node:util'
import { type ErrorCode, type ErrorEntry, errors, type Scenario } from '@monitoring-service/contract'
import { findViolations } from '../support/violations.ts'
import type { Exchange } from './exchange.ts'

/** Describes each difference between the contract and the exchange. */
export function compare(scenario: Scenario, { request, response }: Exchange): string[] {
  const { status, headers, body: text } = response
  if (status !== scenario.status) return [`status ${status} instead of ${scenario.status}`]
  const body = text === '' ? undefined : JSON.parse(text)
  const isOwnId = headers['x-request-id'] === request.headers['x-request-id']
  return [
    ...(body?.error?.code === scenario.code ? [] : [`code ${body?.error?.code} instead of ${scenario.code}`]),
    ...findViolations(scenario.operationId, { status, headers, text }),
    ...(isOwnId ? [] : ['X-Request-Id is not the one that was sent']),
    ...compareChallenge(scenario, headers),
    ...compareBody(scenario, body),
  ]
}

/** The headers of an error depend on its code, and some on the state of the credential. */
function compareChallenge({ code, credential }: Scenario, got: Exchange['response']['headers']): string[] {
  const { headers = {}, invalidCredentialHeaders }: Partial<ErrorEntry> = errors[code as ErrorCode] ?? {}
  const expected = { ...headers, ...(credential !== 'valid' && invalidCredentialHeaders) }
  return Object.entries(expected)
    .filter(([name, value]) => got[name.toLowerCase()] !== value)
    .map(([name, value]) => `${name} is not ${value}`)
}

/** Compares a body with its example verbatim, except for ids and tokens that are new each time. */
function compareBody({ operationId, response }: Scenario, body: unknown): string[] {
  const isSession = operationId === 'signup' || operationId === 'login'
  const stable = (value: unknown) => (isSession ? withoutNewValues(value, operationId === 'signup') : value)
  if (isDeepStrictEqual(stable(body), stable(response))) return []
  return [`body ${JSON.stringify(body)} instead of ${JSON.stringify(response)}`]
}

function withoutNewValues(value: unknown, newUser: boolean): unknown {
  const { user, accessToken, refreshToken, ...rest } = value as Record<string, Record<string, unknown>>
  if (!user) return value
  const { id, teamId, ...fixed } = user
  return { ...rest, user: newUser ? fixed : user, tokens: [typeof accessToken, typeof refreshToken] }
}
