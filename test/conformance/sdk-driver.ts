/** A driver that sends requests with the SDK and compares its results with the responses on the wire. */
import { isDeepStrictEqual } from 'node:util'
import { type OperationId, operations } from '@monitoring-service/contract'
import { type ReceivedResponse, send } from '../../conformance/client/driver.ts'
import type { OutgoingRequest } from '../../conformance/client/exchange.ts'
import type { Driver } from '../../conformance/client/http.ts'
import { ApiError, createMonitoring, type Monitoring } from '../../sdk/index.ts'

/** The parts of a request that the SDK's functions take. */
interface Input {
  operationId: OperationId
  id: string
  query: Record<string, string>
  body: unknown
  token: string | undefined
  adminKey: string | undefined
}

/** Sends requests that the SDK cannot make, such as malformed ones, over plain HTTP. */
export const throughSdk: Driver = async (request, timeout) => {
  const input = readInput(request)
  if (!input) return send(request, timeout)
  let response: ReceivedResponse | undefined
  const recording: typeof fetch = async (resource, init) => {
    const sent = new Request(resource, init)
    for (const [name, value] of Object.entries(request.gatewayHeaders ?? {})) sent.headers.set(name, value)
    const received = await fetch(sent)
    response = {
      status: received.status,
      headers: Object.fromEntries(received.headers),
      text: await received.clone().text(),
    }
    return received
  }
  const { token, adminKey } = input
  const client = createMonitoring({
    baseUrl: request.url.slice(0, -request.path.length),
    allowInsecure: true,
    maxRetries: 0,
    timeout,
    fetch: recording,
    session: { token: () => token },
    adminKey,
  })
  const result = await call(client, input).catch((error: Error) => error)
  if (!response) throw result instanceof Error ? result : new Error('the SDK sent nothing')
  compare(result, response, request)
  return response
}

/** Passes invalid values on, although the types forbid them. */
function call(client: Monitoring, { operationId, id, query, body }: Input): Promise<unknown> {
  const { path, body: takesBody, sdk } = operations[operationId]
  const [group = '', name = ''] = sdk.split('.')
  const inputs = [...(path.includes('{id}') ? [id] : []), takesBody ? body : query]
  const functions = client as unknown as Record<string, Record<string, (...inputs: unknown[]) => Promise<unknown>>>
  return functions[group]?.[name]?.(...inputs) ?? Promise.reject(new Error(`the SDK has no ${sdk}`))
}

/** Undefined if the SDK cannot make the request. */
function readInput({ operationId, method, path, headers, body }: OutgoingRequest): Input | undefined {
  if (!operationId || method !== operations[operationId].method) return undefined
  const [pathname = '', search = ''] = path.split('?')
  const pattern = `^${operations[operationId].path.replace('{id}', '([^/]+)')}$`
  const found = new RegExp(pattern).exec(pathname)
  const { accept: _, 'content-type': type, authorization, 'x-admin-api-key': adminKey, ...others } = headers
  const token = authorization === undefined ? undefined : /^Bearer (\S+)$/.exec(authorization)?.[1]
  const id = unescaped(found?.[1] ?? '')
  const isUnusual = Object.keys(others).length > 0 || (authorization !== undefined && token === undefined)
  const query = Object.fromEntries(new URLSearchParams(search))
  const takesQuery = Object.keys(query).every((name) => name in operations[operationId].query)
  const isPlain = takesQuery && new URLSearchParams(query).toString() === search
  const hasBody = operations[operationId].body !== null
  const content = parse(body)
  // The SDK writes JSON in one way only.
  if (body !== undefined && JSON.stringify(content) !== body) return undefined
  if (!found || id === undefined || isUnusual || !isPlain || adminKey === '') return undefined
  if ((body === undefined) === hasBody && operationId !== 'resolveIncident') return undefined
  if (type !== undefined && type !== 'application/json') return undefined
  return { operationId, id, query, body: content, token, adminKey }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const malformed = Symbol('malformed')

function parse(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body)
  } catch {
    return malformed
  }
}

/** @throws Error if the SDK's result differs from the response. */
function compare(result: unknown, { status, text }: ReceivedResponse, { method, path }: OutgoingRequest): void {
  const body = text === '' ? undefined : parse(text)
  const onWire = status < 300 ? body : (body as { error?: unknown } | undefined)?.error
  const isApiError = result instanceof ApiError
  const inHand = isApiError ? result.detail : result
  const isRight = status < 300 ? !isApiError : isApiError && result.status === status
  if (isRight && isDeepStrictEqual(plain(inHand), plain(onWire))) return
  const what = result instanceof Error ? `${result.name}: ${result.message}` : JSON.stringify(result)
  throw new Error(`the SDK made of ${method} ${path.split('?')[0]}, responseed ${status}, this: ${what}`)
}

/** As JSON, so that prototypes make no difference. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
