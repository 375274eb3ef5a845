/** Request handlers for MSW, in browsers and on Node, that answer what the mock on Node answers. */
import { type Document, contract as ownContract } from '@monitoring-service/contract'
import { deriveContract } from '@monitoring-service/contract/derive'
import {
  ApiError,
  createRouter,
  parseRequest,
  responseHeaders,
  toApiError,
  toErrorResponse,
} from '@monitoring-service/http'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { type FaultOptions, type Outcome, withFaults } from './fault-injection.ts'
import { createResponder, type GenerateBody, type Responder } from './responder.ts'
import { serializeResponse } from './serialize-response.ts'

export interface HandlerOptions extends FaultOptions {
  /** The service's address for the client. Every request below it gets a response, 404 included. */
  baseUrl: string
  /** This project's contract by default. */
  contract?: Document | undefined
}

/**
 * Creates the handlers for `setupWorker` or `setupServer` of MSW.
 * Generated values (`Prefer: dynamic=true`) are available on Node only.
 * @throws TypeError if the base URL is invalid, RangeError if an option is invalid, or Error if the contract is.
 */
export function createHandlers({ baseUrl, contract: document, ...faultOptions }: HandlerOptions): HttpHandler[] {
  const contract = document ? deriveContract(document) : ownContract
  const base = new URL(baseUrl, globalThis.location?.href).href.replace(/\/$/, '')
  const route = createRouter(contract)
  let created: Promise<Responder> | undefined
  const responder: Responder = async (...input) => {
    created ??= createResponder(contract, rejectGeneration)
    return (await created)(...input)
  }
  const respond = withFaults(responder, contract, faultOptions)

  async function handle(request: Request): Promise<Outcome> {
    try {
      const match = route(request.method, targetOf(request, base))
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

  return [
    http.all(
      ({ request }) => targetOf(request, base).startsWith('/'),
      async ({ request }) => toResponse(request, await handle(request)),
    ),
  ]
}

/** Prism does not run in browsers. */
const rejectGeneration: GenerateBody = async (operationId) => {
  const message = `only the mock on Node generates values; here, ${operationId} has its examples`
  throw new ApiError('VALIDATION_ERROR', { message })
}

/** Path and query below the base; a text without a leading slash if the request goes elsewhere. */
function targetOf({ url }: Request, base: string): string {
  return url.startsWith(base) ? (url.slice(base.length).split('#')[0] ?? '') : ''
}

async function toResponse(request: Request, outcome: Outcome): Promise<Response> {
  const { method, signal } = request
  if (outcome === 'hang' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  if (outcome === 'hang' || outcome === 'reset') return HttpResponse.error()
  const { status, headers, text } = serializeResponse(outcome)
  const body = method === 'HEAD' || text === undefined ? null : text
  const common = responseHeaders(request.headers.get('x-request-id'))
  return new HttpResponse(body, { status, headers: { ...common, ...headers } })
}
