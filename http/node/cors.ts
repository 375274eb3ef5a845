/** CORS by the Fetch standard: gives pages of other origins access to responses, and handles preflights. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Contract, contract as ownContract } from '@monitoring-service/contract'

export interface CorsOptions {
  /** The origins whose pages have access; `*` for any. */
  origins: '*' | readonly string[]
  /** Response headers that pages may read, in addition to the contract's. */
  exposed?: readonly string[]
  /** Whether pages may send cookies, although no cookie is read. */
  credentials?: boolean
}

const allowedHeaders = 'Authorization, Content-Type, X-Admin-Api-Key, X-Request-Id, Prefer'
const exposedHeaders = ['X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Allow']

export function applyCors(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { origins, exposed = [], credentials }: CorsOptions,
  { operations }: Pick<Contract, 'operations'> = ownContract,
): void {
  // Also without an Origin header: a cache must not reuse this response for a page.
  response.setHeader('Vary', 'Origin')
  const { origin } = headers
  if (origin === undefined || !/^[!-~]+$/.test(origin) || (origins !== '*' && !origins.includes(origin))) return
  response.setHeader('Access-Control-Allow-Origin', origin)
  if (credentials) response.setHeader('Access-Control-Allow-Credentials', 'true')
  if (isPreflight(response.req)) {
    const requested = headers['access-control-request-headers'] ?? ''
    const isWellFormed = /^[\w!#$%&'*+.^`|~, -]+$/.test(requested)
    const methods = new Set(Object.values(operations).map(({ method }) => method))
    response.setHeader('Access-Control-Allow-Methods', [...methods].join(', '))
    response.setHeader('Access-Control-Allow-Headers', isWellFormed ? requested : allowedHeaders)
    response.setHeader('Access-Control-Max-Age', '600')
  } else {
    response.setHeader('Access-Control-Expose-Headers', [...exposedHeaders, ...exposed].join(', '))
  }
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/**
 * Parses comma-separated lists of origins.
 * @throws Error with a one-line message if one of them is not an origin as browsers send it.
 */
export function parseOrigins(texts: string[]): CorsOptions['origins'] {
  const origins = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
  if (origins.includes('*')) return '*'
  const invalid = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (invalid === undefined) return origins
  throw new Error(`an origin must be like https://app.example, or * for any, not ${JSON.stringify(invalid)}`)
}
