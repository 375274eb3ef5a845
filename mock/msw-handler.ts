/** A handler of MSW that answers calls of the contract, with their preflights, and passes every other request. */
import { contract, type OperationId } from '@monitoring-service/contract'
import { validators } from '@monitoring-service/contract/validators'
import {
  ApiError,
  corsHeaders,
  createRouter,
  createValidator,
  isPreflight,
  parseRequest,
  responseHeaders,
  toApiError,
  toErrorResponse,
} from '@monitoring-service/http'
import { type HttpHandler, http } from 'msw'
import { addExchange, type Exchange, keptHeaders } from './exchange.ts'
import { describeOutcome, type FaultOptions, type Outcome, withFaults } from './fault-injection.ts'
import { checkRecords, type MemoryOptions } from './records.ts'
import { createResponder, type GenerateBody, type Responder } from './responder.ts'
import { cors, serializeResponse } from './serialize-response.ts'
import { sessionHeader } from './sessions.ts'

/** The exchanges of the handlers, the oldest first. */
export const recorded: Exchange[] = []
let count = 0

/** Returns the outcome, or undefined to pass the request to the next handler. */
type Decide = (respond: () => Promise<Outcome>) => Promise<Outcome | undefined>

const route = createRouter(contract)
const validator = createValidator(contract, validators)

/** @param base the address below which requests are answered, without a slash at its end; any if undefined. */
export function createHandler(
  operation: OperationId | '*',
  base: string | undefined,
  options: FaultOptions & MemoryOptions,
  decide: Decide = (respond) => respond(),
): HttpHandler {
  const targetOf = createMatcher(operation, base)
  const respond = createRespond(options)
  return http.all(
    ({ request }) => targetOf(request) !== undefined,
    async ({ request }) => {
      const headers = headersOf(request)
      const common = {
        ...responseHeaders(headers['x-request-id']),
        ...corsHeaders({ method: request.method, headers }, cors, contract),
      }
      if (isPreflight({ method: request.method, headers })) {
        return new Response(null, { status: 204, headers: common })
      }
      const start = performance.now()
      const exchange: Exchange = {
        number: 0,
        at: new Date().toISOString(),
        session: headers[sessionHeader] ?? '',
        method: request.method,
        target: targetOf(request) ?? '',
        headers: keptHeaders(headers),
      }
      // The next handler reads the body, too.
      const outcome = await decide(() => handle(respond, request.clone(), headers, exchange))
      if (!outcome) return undefined
      count += 1
      exchange.number = count
      addExchange(recorded, exchange)
      if (typeof outcome === 'object') exchange.status = outcome.status
      Object.assign(exchange, describeOutcome(outcome), { duration: Math.round(performance.now() - start) })
      return toResponse(request, outcome, common)
    },
  )
}

type Respond = ReturnType<typeof withFaults>

function createRespond({ stateful, data, ...faults }: FaultOptions & MemoryOptions): Respond {
  const memory = { isStateful: stateful, data: data && checkRecords(JSON.stringify(data), stateful) }
  let created: Promise<Responder> | undefined
  const responder: Responder = async (call) => {
    created ??= createResponder(contract, { validator, generateBody: rejectGeneration, ...memory })
    return (await created)(call)
  }
  return withFaults(responder, { contract, validator }, faults)
}

/** Never rejects: an error is an outcome. */
async function handle(
  respond: Respond,
  request: Request,
  headers: RequestHeaders,
  exchange: Exchange,
): Promise<Outcome> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const match = route(request.method, exchange.target)
    exchange.operationId = match.operationId
    if (bytes.length > contract.limits.bodyBytes) throw new ApiError('PAYLOAD_TOO_LARGE')
    const parsed = parseRequest(match, headers, bytes)
    exchange.body = parsed.body
    return await respond(
      parsed,
      (name) => [headers[name] ?? []].flat(),
      () => request.signal,
    )
  } catch (thrown) {
    const error = toApiError(thrown)
    // Printed, so that a defect of the mock is not mistaken for a response of the service.
    if (error.code === 'INTERNAL_ERROR') console.error(error.cause)
    return { ...toErrorResponse(error, contract), applied: [] }
  }
}

type RequestHeaders = Record<string, string>

/** The headers with names in lower case. happy-dom leaves them as written, and hides those of its preflights. */
function headersOf({ method, headers }: Request): RequestHeaders {
  const own = Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  return method === 'OPTIONS' && hidesOrigin() ? { origin: '*', 'access-control-request-method': '*', ...own } : own
}

/** Where a platform shows these headers, as Node does, an OPTIONS without them is no preflight. */
const hidesOrigin = () => !new Request('http://localhost', { headers: { origin: 'null' } }).headers.has('origin')

/**
 * Returns a function that finds the path and query of a call, below the service's address; undefined for other requests. For any
 * address, a call is recognized by the end of its path.
 */
function createMatcher(operation: OperationId | '*', base: string | undefined) {
  const routes = Object.entries(contract.operations).flatMap(([id, { method, path }]) => {
    if (operation !== '*' && operation !== id) return []
    return { method, end: new RegExp(`${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }
  })
  return (request: Request): string | undefined => {
    const [address = ''] = request.url.split('#')
    if (base !== undefined && !address.startsWith(base)) return undefined
    const [path = '', ...query] = address.slice(base?.length ?? 0).split('?')
    const headers = headersOf(request)
    const method = isPreflight({ method: request.method, headers })
      ? headers['access-control-request-method']
      : request.method
    const served = method === 'HEAD' ? 'GET' : method
    const matches = (route: (typeof routes)[number]) => served === '*' || served === route.method
    const found = routes.find((route) => matches(route) && route.end.test(path))?.end.exec(path)
    // Below an address, the path is all that follows.
    if (!found || (base !== undefined && found.index > 0)) return undefined
    return [found[0], ...query].join('?')
  }
}

/** Prism does not run in browsers. */
const rejectGeneration: GenerateBody = async (operationId) => {
  const message = `only the mock on Node generates values; here, ${operationId} has its examples`
  throw new ApiError('VALIDATION_ERROR', { message })
}

async function toResponse({ method, signal }: Request, outcome: Outcome, common: RequestHeaders): Promise<Response> {
  if (outcome === 'hang' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  if (outcome === 'hang' || outcome === 'reset') return Response.error()
  const { status, headers, text, brokenAt } = serializeResponse(outcome)
  const body = method === 'HEAD' || text === undefined ? null : brokenAt === undefined ? text : breakOff(text, brokenAt)
  return new Response(body, { status, headers: { ...common, ...headers } })
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
