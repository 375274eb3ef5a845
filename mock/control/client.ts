/** Controls a running mock from a test: what it answers next, and what it was asked. Runs wherever fetch does. */
import type { OperationId, ScenarioNames } from '@monitoring-service/contract'
import type { Change } from '../change-body.ts'
import type { Call, ResponseBody } from '../contract-types.ts'
import { type FaultRule, toRule } from '../fault-rule.ts'
import { parseHttpUrl } from '../http-url.ts'
import type { Rule } from '../rules.ts'

/** The options of {@link connectMock}. */
export interface ConnectOptions {
  /** Keeps parallel tests apart: the app must send this name in the header `Mock-Session`. */
  session?: string | undefined
  /** `globalThis.fetch` by default. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** The options of {@link MockControl.always}. */
export interface BodyOption<O extends OperationId> {
  /** Replaces fields of the scenario's body. The mock refuses what the contract does not allow. */
  body?: Change<ResponseBody<O>> | undefined
}

/** The options of {@link MockControl.next}. */
export interface NextOptions<O extends OperationId> extends BodyOption<O> {
  /** The number of requests; 1 by default. */
  times?: number | undefined
}

/** Each function rejects with an Error that has the mock's reason if the mock refuses the order. */
export interface MockControl {
  /**
   * The next valid requests of the operation get this scenario, with any credentials. Several orders are served
   * in turn.
   */
  next<O extends OperationId>(operation: O, scenario: ScenarioNames[O], options?: NextOptions<O>): Promise<void>
  /** All valid requests of the operation get this scenario, until `reset`. */
  always<O extends OperationId>(operation: O, scenario: ScenarioNames[O], options?: BodyOption<O>): Promise<void>
  /** Requests of the operation fail so, until `reset` or as often as `times` says; `*` is every operation. */
  fault(operation: OperationId | '*', fault: FaultRule): Promise<void>
  /** The session's requests, the oldest first; those of one operation, if one is given. */
  calls<O extends OperationId = OperationId>(operation?: O): Promise<Call<O>[]>
  /** Forgets the session's rules and calls and, in a mock with memory, its changes. */
  reset(): Promise<void>
}

/**
 * Controls the mock at an address. It sends nothing until one of its functions is called.
 * @param url the mock's address; in a page it may be relative.
 * @throws TypeError if the URL is invalid.
 */
export function connectMock(url: string, { session, fetch = globalThis.fetch }: ConnectOptions = {}): MockControl {
  if (!parseHttpUrl(url)) throw new TypeError(`the mock's url must be an http or https address, not ${url}`)
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = {
      ...(session !== undefined && { 'Mock-Session': session }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url.replace(/\/$/, '')}/_mock/${path}`, init).catch((cause) => {
      const { code, message = cause } = cause?.cause ?? {}
      throw new Error(`no mock responds at ${url}: ${code ?? message}`, { cause })
    })
    if (response.ok) return response
    if (response.status === 404) throw new Error(`there is no mock at ${url}, but something that responds with 404`)
    const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
    throw new Error(error?.message ?? `the mock at ${url} responded with ${response.status}`)
  }
  const add = async (rule: Omit<Rule, 'body'> & { body?: unknown }) => void (await send('POST', 'rules', rule))
  return {
    // The mock rejects an option that it does not know.
    next: (operation, scenario, { times = 1, ...others } = {}) => add({ ...others, operation, scenario, times }),
    always: (operation, scenario, options) => add({ ...options, operation, scenario }),
    fault: (operation, fault) => add(toRule(operation, fault)),
    calls: async (operation) => (await send('GET', `calls${operation ? `?operation=${operation}` : ''}`)).json(),
    reset: async () => void (await send('POST', 'reset')),
  }
}
