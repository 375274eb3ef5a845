/** The mock: the gate in front, Prism behind it, and in between the choice of the scenario. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, type Scenario, credentials as schemes } from '@monitoring-service/contract'
import { type Admitted, ApiError, finePrint } from '@monitoring-service/gate'
import { createGate, type Listening, listen } from '@monitoring-service/gate/node'
import { createIdentify } from './callers.ts'
import { choose, scenariosOf } from './choose.ts'
import { type Choice, createEngine, type Outcome } from './engine.ts'
import { type Preferences, readPreferences } from './preferences.ts'

/**
 * Starts a mock that answers every scenario of the contract with its example.
 * @throws Error if the port is not to be had.
 */
export async function startMock({ port = 0, host = '127.0.0.1' } = {}): Promise<Listening> {
  const [engine, identify] = await Promise.all([createEngine(), createIdentify()])

  async function answer(admitted: Admitted, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = await identify(request.headers)
    const wanted = readPreferences(request.headers.prefer)
    const scenario = choose(admitted, caller, 'outcome')
    const choice = wish(wanted, admitted) ?? (scenario ? { status: scenario.status, example: scenario.name } : {})
    const outcome = await engine(admitted, credentialsOf(caller), choice)
    if (outcome.unauthenticated) return send(response, { ...outcome, status: 401 })
    // Prism judges validity before anything else; the contract wants to know first whether the caller may at all.
    const forbidden = choose(admitted, caller, 'scope')
    if (forbidden) return replay(response, forbidden)
    const invalid = finePrint(admitted) ?? outcome.complaint
    if (!invalid) return send(response, outcome, choice.example)
    const example = choose(admitted, caller, 'validity')
    if (!example) throw invalid
    replay(response, example)
  }

  return listen(createGate(answer, { cors: { origins: '*', exposed: ['Mock-Scenario'] } }), port, host)
}

/** The credentials as Prism understands them, which looks only whether they are there. */
function credentialsOf(caller: string): Record<string, string> {
  if (caller === 'anonymous') return {}
  return caller === 'operator' ? { [schemes.adminApiKey]: caller } : { authorization: `Bearer ${caller}` }
}

/** What the caller asked for in the Prefer header, if anything. */
function wish({ code, example, dynamic }: Preferences, { operationId }: Admitted): Choice | undefined {
  const names = scenariosOf(operationId).filter(({ status }) => code === undefined || status === code)
  if (example !== undefined) {
    const scenario = names.find(({ name }) => name === example)
    if (scenario) return { status: scenario.status, example }
    const list = names.map(({ name }) => name).join(', ')
    throw new ApiError('VALIDATION_ERROR', { message: `${operationId} has no example ${example}; it has ${list}` })
  }
  if (code !== undefined) {
    const first = names[0]
    if (!first) throw new ApiError('VALIDATION_ERROR', { message: `${operationId} has no answer with status ${code}` })
    return { status: code, example: first.name, ...(dynamic && { dynamic }) }
  }
  return dynamic ? { dynamic } : undefined
}

/** Sends a scenario's own answer. */
function replay(response: ServerResponse, { name, status, answer }: Scenario): void {
  send(response, { status, headers: {}, body: answer }, name)
}

/** Sends an answer; refusals take the way of all refusals, which gives them their headers. */
function send(
  response: ServerResponse,
  { status, headers, body }: Pick<Outcome, 'status' | 'headers' | 'body'>,
  scenario?: string,
): void {
  if (scenario !== undefined) response.setHeader('Mock-Scenario', scenario)
  const error = (body as { error?: { code: ErrorCode; message: string; upgradeUrl?: string } } | undefined)?.error
  const later = headers['Retry-After']
  if (error) throw new ApiError(error.code, { ...error, ...(later && { headers: { 'Retry-After': later } }) })
  response.statusCode = status
  if (body === undefined) return void response.end()
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
