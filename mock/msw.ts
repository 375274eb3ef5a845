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
  const { protocol, href } = URL.parse(baseUrl, globalThis.location?.href) ?? {}
  if (!href || !/^https?:$/.test(protocol ?? ''))
    throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`)
  const base = href.replace(/\/$/, '')
  const handle = createHandle(options)
  const targetBelow = (url: string) => (url.startsWith(base) ? url.slice(base.length) : '')
  return [
    http.all(
      ({ request }) => targetBelow(request.url).startsWith('/'),
      ({ request }) => handle(request, targetBelow(request.url)),
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
  const { method, path } = contract.operations[operation] as { method: string; path: string }
  const end = new RegExp(`${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  return http.all(
    ({ request }) => request.method === method && end.test(new URL(request.url).pathname),
    ({ request }) => {
      const { pathname, search } = new URL(request.url)
      return handle(request, `${end.exec(pathname)?.[0]}${search}`)
    },
    { once: options.once ?? false },
  )
}

type Handle = (request: Request, target: string) => Promise<Response>

function createHandle({ stateful, ...faultOptions }: Omit<HandlerOptions, 'baseUrl'>): Handle {
  let created: Promise<Responder> | undefined
  const responder: Responder = async (...input) => {
    created ??= createResponder(contract, { validators, generateBody: rejectGeneration, isStateful: stateful })
    return (await created)(...input)
  }
  const respond = withFaults(responder, contract, faultOptions)

  async function outcomeOf(request: Request, target: string): Promise<Outcome> {
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

  return async (request, target) => toResponse(request, await outcomeOf(request, target))
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
