/** Lets web pages of other origins in, by the CORS headers of the Fetch standard, and answers what browsers ask first. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Contract, contract as ours } from '@monitoring-service/contract'

/** Whose pages may call: any origin's, or those of the listed ones. */
export interface CorsOptions {
  origins: '*' | readonly string[]
  /** Headers that pages may read, beside those of the contract. */
  exposed?: readonly string[]
  /** Whether pages may send cookies along, which nobody reads here. */
  credentials?: boolean
}

const taken = 'Authorization, Content-Type, X-Admin-Api-Key, X-Request-Id, Prefer'

/** Gives a response the headers by which a browser hands it to the page. */
export function applyCors(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { origins, exposed = [], credentials }: CorsOptions,
  { operations }: Pick<Contract, 'operations'> = ours,
): void {
  // Even without an origin: a cache must not hand this answer to a page.
  response.setHeader('Vary', 'Origin')
  const { origin } = headers
  if (origin === undefined || !/^[!-~]+$/.test(origin) || (origins !== '*' && !origins.includes(origin))) return
  response.setHeader('Access-Control-Allow-Origin', origin)
  if (credentials) response.setHeader('Access-Control-Allow-Credentials', 'true')
  if (isPreflight(response.req)) {
    const wanted = headers['access-control-request-headers'] ?? ''
    const methods = new Set(Object.values(operations).map(({ method }) => method))
    response.setHeader('Access-Control-Allow-Methods', [...methods].join(', '))
    response.setHeader('Access-Control-Allow-Headers', /^[\w!#$%&'*+.^`|~, -]+$/.test(wanted) ? wanted : taken)
    response.setHeader('Access-Control-Max-Age', '600')
  } else {
    response.setHeader(
      'Access-Control-Expose-Headers',
      ['X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Allow', ...exposed].join(', '),
    )
  }
}

/** Whether a browser asks if it may send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/**
 * Reads a list of origins, or `*` for any.
 * @throws Error in one line unless each is an origin as browsers send it.
 */
export function parseOrigins(texts: string[]): CorsOptions['origins'] {
  const origins = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
  if (origins.includes('*')) return '*'
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong === undefined) return origins
  throw new Error(`an origin must be like https://app.example, or * for any, not ${JSON.stringify(wrong)}`)
}
