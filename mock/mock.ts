/** The mock: the gate in front, Prism behind it, and in between the choice of the scenario. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@monitoring-service/contract'
import { type Admitted, ApiError, createGate, finePrint, type Listening, listen } from '@monitoring-service/gate'
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
    const headers = credentialsOf(caller)
    const scenario = choose(admitted, caller, false)
    const choice = wish(wanted, admitted) ?? { ...(scenario && { status: scenario.status, example: scenario.name }) }
    let outcome = await engine(admitted, headers, choice)
    const invalid = outcome.unauthenticated ? undefined : (finePrint(admitted) ?? outcome.complaint)
    if (invalid) {
      const example = wanted.code === undefined && wanted.example === undefined && choose(admitted, caller, true)
      if (!example) throw invalid
      send(response, { ...outcome, status: example.status, body: example.answer }, example.name)
      return
    }
    if (outcome.unauthenticated) outcome = { ...outcome, status: 401 }
    send(response, outcome, outcome.unauthenticated ? undefined : choice.example)
  }

  return listen(createGate(answer), port, host)
}

/** The credentials as Prism understands them, which looks only whether they are there. */
function credentialsOf(caller: string): Record<string, string> {
  if (caller === 'anonymous') return {}
  return caller === 'operator' ? { 'x-admin-api-key': caller } : { authorization: `Bearer ${caller}` }
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

/** Sends an answer; refusals take the way of all refusals, which gives them their headers. */
function send(response: ServerResponse, { status, body }: Outcome, scenario: string | undefined): void {
  if (scenario !== undefined) response.setHeader('Mock-Scenario', scenario)
  const error = (body as { error?: { code: ErrorCode; message: string; upgradeUrl?: string } } | undefined)?.error
  if (error) throw new ApiError(error.code, error)
  response.statusCode = status
  if (body === undefined) return void response.end()
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
