/** The driver that goes through the SDK, and compares what it returned or threw with what was on the wire. */
import { isDeepStrictEqual } from 'node:util'
import { type OperationId, operations } from '@monitoring-service/contract'
import { ApiError, createMonitoring, type Monitoring } from '../../sdk/index.ts'
import {
  Disagreement,
  type Driver,
  fetchDriver,
  NoResponseError,
  type OutgoingRequest,
  type ReceivedResponse,
} from '../client/http.ts'

/** What of a request the SDK's functions take. */
interface Input {
  operationId: OperationId
  id: string
  query: Record<string, string>
  body: unknown
  token: string | undefined
  adminKey: string | undefined
}

/** Requests that no caller of the SDK can make go over plain HTTP: they are about what clients must not send. */
export const throughSdk: Driver = async (request, timeout) => {
  const input = readInput(request)
  if (!input) return fetchDriver(request, timeout)
  let answer: ReceivedResponse | undefined
  const recording: typeof fetch = async (resource, init) => {
    const sent = new Request(resource, init)
    for (const [name, value] of Object.entries(request.gatewayHeaders ?? {})) sent.headers.set(name, value)
    const response = await fetch(sent)
    answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.clone().text(),
    }
    return response
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
  const told = await call(client, input).catch((error: Error) => error)
  if (!answer) throw new NoResponseError(request, told instanceof Error ? told.message : 'the SDK sent nothing')
  compare(told, answer, request)
  return answer
}

/** Values go through as they are: the wrong ones, too, which types would forbid. */
function call(client: Monitoring, { operationId, id, query, body }: Input): Promise<unknown> {
  const { path, body: takesBody, sdk } = operations[operationId]
  const [group = '', name = ''] = sdk.split('.')
  const inputs = [...(path.includes('{id}') ? [id] : []), takesBody ? body : query]
  const functions = client as Record<string, Record<string, (...inputs: unknown[]) => Promise<unknown>>>
  return functions[group]?.[name]?.(...inputs) ?? Promise.reject(new Error(`the SDK has no ${sdk}`))
}

/** Undefined if there is something about the request that the SDK's functions do not take. */
function readInput({ operationId, method, path, headers, body }: OutgoingRequest): Input | undefined {
  if (!operationId || method !== operations[operationId].method) return undefined
  const [pathname = '', search = ''] = path.split('?')
  const pattern = `^${operations[operationId].path.replace('{id}', '([^/]+)')}$`
  const found = new RegExp(pattern).exec(pathname)
  const { accept: _, 'content-type': type, authorization, 'x-admin-api-key': adminKey, ...others } = headers
  const token = authorization === undefined ? undefined : /^Bearer (\S+)$/.exec(authorization)?.[1]
  const id = unescaped(found?.[1] ?? '')
  const isOdd = Object.keys(others).length > 0 || (authorization !== undefined && token === undefined)
  const query = Object.fromEntries(new URLSearchParams(search))
  const takesQuery = Object.keys(query).every((name) => name in operations[operationId].query)
  const isPlain = takesQuery && new URLSearchParams(query).toString() === search
  const hasBody = operations[operationId].body !== null
  const content = parse(body)
  if (!found || id === undefined || isOdd || !isPlain || adminKey === '' || content === malformed) return undefined
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

/** @throws Disagreement */
function compare(told: unknown, { status, text }: ReceivedResponse, { method, path }: OutgoingRequest): void {
  const body = text === '' ? undefined : parse(text)
  const onWire = status < 300 ? body : (body as { error?: unknown } | undefined)?.error
  const isApiError = told instanceof ApiError
  const inHand = isApiError ? told.detail : told
  const isRight = status < 300 ? !isApiError : isApiError && told.status === status
  if (isRight && isDeepStrictEqual(plain(inHand), plain(onWire))) return
  const what = told instanceof Error ? `${told.name}: ${told.message}` : JSON.stringify(told)
  throw new Disagreement(`the SDK made of ${method} ${path.split('?')[0]}, answered ${status}, this: ${what}`)
}

/** As JSON has it, so that prototypes make no difference. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
