/** A test client, test servers on real sockets, and assertions about errors. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'
import type { OperationId } from '../../contract/index.ts'
import { operations } from '../../contract/index.ts'
import type { CallOptions, CallResponse, ClientOptions, Monitoring } from '../../sdk/index.ts'
import { createMonitoring } from '../../sdk/index.ts'

export const token = 'token-of-a-user'
export const adminKey = 'key-of-the-operator'
export const password = 'password-of-a-user'
export const credentials = { email: 'owner@acme.example', password }

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export type RequestHandler = (response: ServerResponse, request: ReceivedRequest) => unknown

/** Starts a server that records its requests. */
export async function serve(answer: RequestHandler) {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: await text(incoming) }
    seen.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

export const sendBody = (response: ServerResponse, status: number, type: string, body: string, headers = {}) =>
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  sendBody(response, status, 'application/json', JSON.stringify(body), headers)

export const errorBody = (status: number, code: string, more = {}) => ({
  error: { code, message: 'No.', status, ...more },
})

export const respondWithError =
  (status: number, code = 'NO', headers = {}): RequestHandler =>
  (response) =>
    sendJson(response, status, errorBody(status, code), headers)

export const respondWithJson =
  (body: unknown): RequestHandler =>
  (response) =>
    sendJson(response, 200, body)

/** Accepts one token, and answers 401 to others. */
export const accept =
  (token: string): RequestHandler =>
  (response, request) =>
    (request.headers.authorization === `Bearer ${token}` ? respondWithJson({}) : respondWithError(401))(
      response,
      request,
    )

export const dropConnection: RequestHandler = (response) => response.destroy()

/** Starts a server with one handler for each request; the last one handles all further requests. */
export const serveSequence = (...answers: RequestHandler[]) =>
  serve((response, request) => (answers.length > 1 ? answers.shift() : answers[0])?.(response, request))

/** Starts a server with a list of three pages. */
export const list = () =>
  serve((to, { url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    sendJson(to, 200, { data: [{ id: `${page}` }], pagination: { page, limit: 1, total: 3 } })
  })

/** Options with both credentials and without retries, unless there are more. */
export const options = (baseUrl: string, more: Partial<ClientOptions> = {}): ClientOptions => {
  return { baseUrl, session: { token: () => token }, adminKey, maxRetries: 0, ...more }
}

export const client = (baseUrl: string, more?: Partial<ClientOptions>) => createMonitoring(options(baseUrl, more))

/** The common type of all calls. */
type AnyCallResult = Promise<unknown> & { withResponse(): Promise<CallResponse> }

/** One call by each method. */
export const calls: Record<string, (api: Monitoring, options?: CallOptions) => AnyCallResult> = {
  POST: (api, options) => api.auth.login(credentials, options),
  PUT: (api, options) => api.incidents.resolve('id', {}, options),
  DELETE: (api, options) => api.incidents.delete('id', options),
  GET: (api, options) => api.admin.deletionRequests({}, options),
}

export const callsByMethod = Object.entries(calls)

/** Shortens the delays between attempts to a hundredth; events still report the full length. */
export function shortenDelays() {
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, delay = 0, ...more: never[]) =>
    // Timers with more arguments belong to Node's fetch.
    real(work, delay < 10_000 && !more.length ? delay / 100 : delay, ...more)) as typeof setTimeout)
}

export const errorOf = async <E extends Error>(
  call: Promise<unknown>,
  kind: new (...never: never[]) => E,
): Promise<E> => {
  const error = await call.then(
    (data) => expect.fail(`should have thrown, but returned ${inspect(data)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(kind)
  expect(error).toBeInstanceOf(Error)
  return error as E
}

export type AnyCall = (...input: unknown[]) => Promise<unknown>

/** The client's functions by the operation that they call. */
export async function functionsByOperation(api: Monitoring): Promise<Partial<Record<OperationId, AnyCall>>> {
  const ids = Object.keys(operations) as OperationId[]
  const { client: _, ...groups } = api
  const calls = Object.values(groups).flatMap((group): AnyCall[] => Object.values(group))
  const found = calls.map(async (call) => {
    // The message begins with both, also where the list refuses 'x' as its query.
    const [method, path] = (await errorOf(call('x'), Error)).message.split(/:? /)
    return [ids.find((id) => operations[id].method === method && operations[id].path === path), call]
  })
  return Object.fromEntries(await Promise.all(found))
}
