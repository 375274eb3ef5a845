/** Request handlers for MSW, in browsers and on Node, that answer what the mock on Node answers. */
import { contract, type OperationId, type ScenarioNames } from '@monitoring-service/contract'
import { validators } from '@monitoring-service/contract/validators'
import {
  ApiError,
  createRouter,
  parseRequest,
  responseHeaders,
  toApiError,
  toErrorResponse,
} from '@monitoring-service/http'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { type FaultOptions, faultOptions, type Outcome, withFaults } from './fault-injection.ts'
import { type FaultRule, toRule } from './fault-rule.ts'
import { parseHttpUrl } from './http-url.ts'
import { checkKeys } from './known-names.ts'
import { createResponder, type GenerateBody, type Responder } from './responder.ts'
import { serializeResponse } from './serialize-response.ts'

export interface HandlerOptions extends FaultOptions {
  /** The service's address for the client. Every request below it gets a response, 404 included. */
  baseUrl: string
  /** Whether changes persist as long as the handlers: a resolved incident stays resolved. Off by default. */
  stateful?: boolean | undefined
}

const route = createRouter(contract)

/**
 * Creates the handlers for `setupWorker` or `setupServer` of MSW.
 * Generated values (`Prefer: dynamic=true`) are available on Node only.
 * @throws TypeError if the base URL is invalid, or RangeError if another option is invalid or unknown.
 */
export function createHandlers({ baseUrl, ...options }: HandlerOptions): HttpHandler[] {
  checkKeys(options, ['baseUrl', 'stateful', ...faultOptions] satisfies (keyof HandlerOptions)[], 'createHandlers')
  const url = parseHttpUrl(baseUrl)
  if (!url) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`)
  const base = url.href.replace(/\/$/, '')
  const handle = createHandle(options)
  const targetBelow = (url: string) => (url.startsWith(base) ? url.slice(base.length) : '')
  return [
    http.all(
      ({ request }) => targetBelow(request.url).startsWith('/'),
      async ({ request }) => toResponse(request, await handle(request, targetBelow(request.url))),
    ),
  ]
}

/**
 * A handler for `server.use` or `worker.use` of MSW: the operation's valid requests get this scenario, with any
 * credentials and at any address of the service.
 * @param options `once`: whether only the next request gets it.
 * @throws RangeError if there is no such scenario or option.
 */
export function scenario<O extends OperationId>(
  operation: O,
  name: ScenarioNames[O],
  options: { once?: boolean } = {},
): HttpHandler {
  checkKeys(options, ['once'], 'scenario')
  const handle = createHandle({ rules: [{ operation, scenario: name }] })
  return handlerOf(operation, async (request, target) => toResponse(request, await handle(request, target)), options)
}

/**
 * A handler for `server.use` or `worker.use` of MSW: requests of the operation fail so, at any address of the service,
 * or come later. What the rule does not apply to goes to the other handlers, whose memory remains.
 * @param operation `*` is every operation.
 * @throws RangeError if there is no such operation, fault or option.
 */
export function fault(operation: OperationId | '*', fault: FaultRule): HttpHandler {
  const handle = createHandle({ rules: [toRule(operation, fault)] })
  return handlerOf(operation, async (request, target) => {
    const outcome = await handle(request.clone(), target)
    return typeof outcome === 'string' || outcome.fault ? toResponse(request, outcome) : undefined
  })
}

type Resolve = (request: Request, target: string) => Promise<Response | undefined>

/** A handler of an operation's requests at any address; `resolve` gets the target below the address. */
function handlerOf(operation: OperationId | '*', resolve: Resolve, options: { once?: boolean } = {}): HttpHandler {
  const own = Object.entries(contract.operations).filter(([id]) => operation === '*' || operation === id)
  const routes = own.map(([, { method, path }]) => {
    return { method, end: new RegExp(`${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }
  })
  const pathOf = ({ method, url }: Request) => {
    const route = routes.find((route) => route.method === method && route.end.test(new URL(url).pathname))
    return route?.end.exec(new URL(url).pathname)?.[0]
  }
  return http.all(
    ({ request }) => pathOf(request) !== undefined,
    ({ request }) => resolve(request, `${pathOf(request)}${new URL(request.url).search}`),
    { once: options.once ?? false },
  )
}

type Handle = (request: Request, target: string) => Promise<Outcome>

function createHandle({ stateful, ...faultOptions }: Omit<HandlerOptions, 'baseUrl'>): Handle {
  let created: Promise<Responder> | undefined
  const responder: Responder = async (...input) => {
    created ??= createResponder(contract, { validators, generateBody: rejectGeneration, isStateful: stateful })
    return (await created)(...input)
  }
  const respond = withFaults(responder, contract, faultOptions)

  return async (request, target) => {
    try {
      const match = route(request.method, target.split('#')[0] ?? '')
      const bytes = new Uint8Array(await request.arrayBuffer())
      if (bytes.length > contract.limits.bodyBytes) throw new ApiError('PAYLOAD_TOO_LARGE')
      const parsed = parseRequest(match, Object.fromEntries(request.headers), bytes)
      const headers = (name: string) => [request.headers.get(name) ?? []].flat()
      return await respond(parsed, headers, () => request.signal)
    } catch (thrown) {
      const error = toApiError(thrown)
      // Printed, so that a defect of the mock is not mistaken for a response of the service.
      if (error.code === 'INTERNAL_ERROR') console.error(error.cause)
      return { ...toErrorResponse(error, contract), applied: [] }
    }
  }
}

/** Prism does not run in browsers. */
const rejectGeneration: GenerateBody = async (operationId) => {
  const message = `only the mock on Node generates values; here, ${operationId} has its examples`
  throw new ApiError('VALIDATION_ERROR', { message })
}

async function toResponse({ method, signal, headers: sent }: Request, outcome: Outcome): Promise<Response> {
  if (outcome === 'hang' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  if (outcome === 'hang' || outcome === 'reset') return HttpResponse.error()
  const { status, headers, text, brokenAt } = serializeResponse(outcome)
  const body = method === 'HEAD' || text === undefined ? null : brokenAt === undefined ? text : breakOff(text, brokenAt)
  const common = responseHeaders(sent.get('x-request-id'))
  return new HttpResponse(body, { status, headers: { ...common, ...headers } })
}

/** A body that fails after its first part. */
function breakOff(text: string, at: number): ReadableStream<Uint8Array> {
  const parts = [new TextEncoder().encode(text.slice(0, at))]
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.error(new TypeError('the connection is broken'))
    },
  })
}
