/** The mock wherever MSW runs, such as in a browser: handlers that answer what the mock on Node answers. */
import { type Document, contract as ours } from '@monitoring-service/contract'
import { deriveContract } from '@monitoring-service/contract/parts'
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
  /** Where the service is for the caller. Whatever is asked below this address is answered, known or not. */
  baseUrl: string
  /** Another contract than our own. */
  contract?: Document | undefined
}

/**
 * Makes the handlers for `setupWorker` or `setupServer` of MSW.
 * Values made up from schemas (`Prefer: dynamic=true`) are to be had on Node only.
 * @throws TypeError if the base URL is none, RangeError if an option is not what it should be, or Error if nothing can
 * be answered by the contract.
 */
export function createHandlers({ baseUrl, contract: document, ...trouble }: HandlerOptions): HttpHandler[] {
  const contract = document ? deriveContract(document) : ours
  const base = new URL(baseUrl, globalThis.location?.href).href.replace(/\/$/, '')
  const route = createRouter(contract)
  let opening: ReturnType<typeof createResponder> | undefined
  const stage: Responder = async (...asked) => {
    opening ??= createResponder(contract, invent)
    return (await opening)(...asked)
  }
  const play = withFaults(stage, contract, trouble)

  async function answer(request: Request): Promise<Outcome> {
    try {
      const found = route(request.method, targetOf(request, base))
      const bytes = new Uint8Array(await request.arrayBuffer())
      if (bytes.length > contract.limits.bodyBytes) throw new ApiError('PAYLOAD_TOO_LARGE')
      const admitted = parseRequest(found, Object.fromEntries(request.headers), bytes)
      const headers = (name: string) => [request.headers.get(name) ?? []].flat()
      return await play(admitted, headers, () => request.signal)
    } catch (thrown) {
      const error = toApiError(thrown)
      // A defect of the mock must not look like an answer of the service.
      if (error.code === 'INTERNAL_ERROR') console.error(error.cause)
      return { ...toErrorResponse(error, contract), applied: [] }
    }
  }

  return [
    http.all(
      ({ request }) => targetOf(request, base).startsWith('/'),
      async ({ request }) => respond(request, await answer(request)),
    ),
  ]
}

/** Prism does not run in browsers. */
const invent: GenerateBody = async (operationId) => {
  const message = `only the mock on Node makes values up; here, ${operationId} has its examples`
  throw new ApiError('VALIDATION_ERROR', { message })
}

/** What a request asks for, as it would be sent to the server; nothing that starts with a slash if it goes elsewhere. */
function targetOf({ url }: Request, base: string): string {
  return url.startsWith(base) ? (url.slice(base.length).split('#')[0] ?? '') : ''
}

async function respond({ method, headers: asked, signal }: Request, ending: Outcome): Promise<Response> {
  if (ending === 'hang' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  if (ending === 'hang' || ending === 'reset') return HttpResponse.error()
  const { status, headers, text } = serializeResponse(ending)
  const body = method === 'HEAD' || text === undefined ? null : text
  return new HttpResponse(body, { status, headers: { ...responseHeaders(asked.get('x-request-id')), ...headers } })
}
