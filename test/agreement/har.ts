/** Converts exchanges to an HTTP Archive 1.2 for tools outside this project. */
import type { Scenario } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import type { Exchange } from './exchange.ts'

const { servers } = readContract()
const [{ variables }] = servers as [{ variables: { base_url: { default: string } } }]

/** The archive, as if recorded at the contract's own base address. */
export function toHar(exchanges: Exchange[]): object {
  return { log: { version: '1.2', creator: { name: 'agreement', version: '1' }, entries: exchanges.map(toEntry) } }
}

/**
 * Whether a scenario's request is declared in the contract. A drift checker reports other paths, methods and queries and
 * missing credentials, although the scenario sends them on purpose.
 */
export function isKnownRequest({ caller, send, code }: Scenario): boolean {
  const isForeign = send.path !== undefined || send.method !== undefined || send.query !== undefined
  const isStranger =
    (code === 'UNAUTHENTICATED' && caller === 'anonymous') || (code === 'INVALID_ADMIN_KEY' && caller !== 'operator')
  return !isForeign && !isStranger
}

function toEntry({ started, duration, request, response }: Exchange): object {
  const { searchParams, pathname, search } = new URL(request.url)
  const sent = request.body !== undefined
  return {
    startedDateTime: started.toISOString(),
    time: duration,
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    request: {
      method: request.method,
      url: `${variables.base_url.default}${pathname}${search}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: list(request.headers),
      queryString: [...searchParams].map(([name, value]) => ({ name, value })),
      ...(sent && { postData: { mimeType: request.headers['content-type'] ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: sent ? Buffer.byteLength(request.body ?? '') : 0,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: list(response.headers),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: response.headers['content-type'] ?? '',
        ...(response.body !== '' && { text: response.body }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
  }
}

function list(headers: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }))
}
