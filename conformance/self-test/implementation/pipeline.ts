/** Runs a request through the steps in the contract's order of checks, and the steps that read it. */
import type { IncomingMessage } from 'node:http'
import { limits, operations } from '@monitoring-service/contract'
import { routes } from './operations.ts'
import { ServiceError } from './service-error.ts'
import type { Json, ServiceCall, ServiceResponse, Steps } from './steps.ts'

export const noCall: ServiceCall = {
  operation: 'none',
  headers: {},
  connection: {},
  query: new URLSearchParams(),
  id: '',
  body: undefined,
  caller: undefined,
}

export async function handleRequest(steps: Steps, request: IncomingMessage): Promise<ServiceResponse> {
  const [path = '', query = ''] = cut(request.url ?? '')
  const { headers, socket: connection } = request
  const call: ServiceCall = { ...noCall, headers, connection, query: new URLSearchParams(query) }
  try {
    await steps.onRequest(call)
    const { operation, id } = steps.match(request.method ?? '', path)
    call.operation = operation
    call.body = (await readBody(steps, request, steps.takesBody(operation))) as Json | undefined
    call.id = unescaped(id)
    for (const check of steps.guards) steps[check](call)
    return steps.onResponse(steps.accepted(await steps[operation](call), call), call)
  } catch (thrown) {
    const error = thrown instanceof ServiceError ? thrown : new ServiceError('INTERNAL_ERROR')
    return steps.onResponse(steps.refused(error, call), call)
  }
}

function cut(target: string): string[] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)]
}

async function readBody(steps: Steps, request: IncomingMessage, expected: boolean): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= steps.maxBodyBytes) chunks.push(chunk)
  }
  if (size > steps.maxBodyBytes) throw new ServiceError('PAYLOAD_TOO_LARGE')
  if (size === 0) return undefined
  if (!expected || !steps.isJson(request.headers)) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new ServiceError('VALIDATION_ERROR', 'the body is not well-formed JSON')
  }
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new ServiceError('VALIDATION_ERROR', 'the path is not valid percent-encoded UTF-8')
  }
}

export const routing = {
  onRequest() {},

  match(method, path) {
    const there = routes.filter((route) => route.path.test(path))
    const route = there.find((candidate) => candidate.method === method)
    if (route) return { operation: route.operation, id: route.path.exec(path)?.[1] ?? '' }
    if (there.length === 0) throw new ServiceError('NOT_FOUND')
    throw new ServiceError('METHOD_NOT_ALLOWED', '', { Allow: there.map((candidate) => candidate.method).join(', ') })
  },

  maxBodyBytes: limits.bodyBytes,

  takesBody: (operation) => Boolean(operations[operation].body),

  isJson(headers) {
    const type = headers['content-type'] ?? ''
    const plain = (headers['content-encoding'] ?? 'identity') === 'identity'
    return plain && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
  },

  guards: ['authenticate', 'authorize', 'validate'],
} satisfies Partial<Steps>
