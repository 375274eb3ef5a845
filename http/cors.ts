/** CORS by the Fetch standard: gives pages of other origins access to responses, and handles preflights. */
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

/** A request on Node, or one of another kind with its header names in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers: {
    origin?: string | undefined
    'access-control-request-method'?: string | undefined
    'access-control-request-headers'?: string | undefined
  }
}

/** The CORS headers of a request's response. */
export function corsHeaders(
  request: CorsRequest,
  { origins, exposed = [], credentials }: CorsOptions,
  { operations }: Pick<Contract, 'operations'> = ownContract,
): Record<string, string> {
  // Also without an Origin header: a cache must not reuse this response for a page.
  const vary = { Vary: 'Origin' }
  const { origin, 'access-control-request-headers': requested = '' } = request.headers
  if (origin === undefined || !/^[!-~]+$/.test(origin) || (origins !== '*' && !origins.includes(origin))) return vary
  const allowed = {
    ...vary,
    'Access-Control-Allow-Origin': origin,
    ...(credentials && { 'Access-Control-Allow-Credentials': 'true' }),
  }
  if (!isPreflight(request)) {
    return { ...allowed, 'Access-Control-Expose-Headers': [...exposedHeaders, ...exposed].join(', ') }
  }
  const isWellFormed = /^[\w!#$%&'*+.^`|~, -]+$/.test(requested)
  return {
    ...allowed,
    'Access-Control-Allow-Methods': [...new Set(Object.values(operations).map(({ method }) => method))].join(', '),
    'Access-Control-Allow-Headers': isWellFormed ? requested : allowedHeaders,
    'Access-Control-Max-Age': '600',
  }
}

export function isPreflight({ method, headers }: CorsRequest): boolean {
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
