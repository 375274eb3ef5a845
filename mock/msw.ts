/** Request handlers for MSW, in browsers and on Node, that answer what the mock on Node answers. */
import type { OperationId, ScenarioNames } from '@monitoring-service/contract'
import type { HttpHandler } from 'msw'
import type { Change } from './change-body.ts'
import type { Call, ResponseBody } from './contract-types.ts'
import { type FaultOptions, faultOptions } from './fault-injection.ts'
import { type FaultRule, toRule } from './fault-rule.ts'
import { parseHttpUrl } from './http-url.ts'
import { checkKeys } from './known-names.ts'
import { createHandler, recorded } from './msw-handler.ts'
import type { MemoryOptions } from './records.ts'

/** The options of {@link createHandlers}. */
export interface HandlerOptions extends FaultOptions, MemoryOptions {
  /** The service's address for the client. Its calls of the contract get a response; other requests pass. */
  baseUrl: string
}

/** The options of {@link fault}. */
export interface AddressOption {
  /** The service's address; any by default. */
  baseUrl?: string | undefined
}

/** The options of {@link scenario}. */
export interface ScenarioOptions<O extends OperationId> extends AddressOption {
  /** Whether only the next valid request gets the scenario. */
  once?: boolean | undefined
  /** Replaces fields of the scenario's body. */
  body?: Change<ResponseBody<O>> | undefined
}

/**
 * Creates the handlers for `setupWorker` or `setupServer` of MSW.
 * Generated values (`Prefer: dynamic=true`) are available on Node only.
 * @throws TypeError if the base URL is invalid, or RangeError if another option is invalid or unknown.
 */
export function createHandlers({ baseUrl, ...options }: HandlerOptions): HttpHandler[] {
  const known = ['baseUrl', 'stateful', 'data', ...faultOptions] satisfies (keyof HandlerOptions)[]
  checkKeys(options, known, 'createHandlers')
  return [createHandler('*', readBase(baseUrl), options)]
}

/**
 * A handler for `server.use` or `worker.use` of MSW: the operation's valid requests get this scenario, with any
 * credentials.
 * @throws RangeError if there is no such scenario or option, or if the contract does not allow the body.
 */
export function scenario<O extends OperationId>(
  operation: O,
  name: ScenarioNames[O],
  options: ScenarioOptions<O> = {},
): HttpHandler {
  checkKeys(options, ['once', 'body', 'baseUrl'] satisfies (keyof ScenarioOptions<O>)[], 'scenario')
  const { once = false, body, baseUrl } = options
  const rules = [{ operation, scenario: name, ...(body !== undefined && { body: body as object }) }]
  let isUsed = false
  return createHandler(operation, baseUrl === undefined ? undefined : readBase(baseUrl), { rules }, async (respond) => {
    if (once && isUsed) return undefined
    // Set before the response, so that two requests at once do not both get it.
    isUsed = true
    const outcome = await respond()
    // An invalid request does not use up the scenario.
    if (typeof outcome === 'object' && outcome.scenario !== name) isUsed = false
    return outcome
  })
}

/**
 * A handler for `server.use` or `worker.use` of MSW: requests of the operation fail so, or come later. What the rule does
 * not apply to goes to the other handlers, whose memory remains.
 * @param operation `*` is every operation.
 * @throws RangeError if there is no such operation, fault or option.
 */
export function fault(operation: OperationId | '*', fault: FaultRule, options: AddressOption = {}): HttpHandler {
  checkKeys(options, ['baseUrl'] satisfies (keyof AddressOption)[], 'fault')
  const { baseUrl } = options
  const rules = [toRule(operation, fault)]
  return createHandler(operation, baseUrl === undefined ? undefined : readBase(baseUrl), { rules }, async (respond) => {
    const outcome = await respond()
    return typeof outcome === 'string' || outcome.fault ? outcome : undefined
  })
}

/** The requests that handlers of this module have answered, the oldest first; those of one operation, if one is given. */
export function calls<O extends OperationId = OperationId>(operation?: O): Call<O>[] {
  return recorded.filter(({ operationId }) => operation === undefined || operationId === operation) as Call<O>[]
}

/** Forgets the calls. */
export function resetCalls(): void {
  recorded.length = 0
}

function readBase(baseUrl: string): string {
  const url = parseHttpUrl(baseUrl)
  if (!url) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`)
  return url.href.replace(/\/$/, '')
}
