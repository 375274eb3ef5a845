/** The entry with calls by path, in the shape of openapi-fetch: `{ data, error, response }`. */
import type { FetchClient } from './generated/by-path.gen.ts'
import { fixedParts } from './generated/requests.gen.ts'
import { ApiError } from './runtime/errors.ts'
import type { CallOptions, ClientOptions } from './runtime/options.ts'
import { createClient } from './runtime/transport.ts'

export type { FetchClient } from './generated/by-path.gen.ts'
export type { FetchResult } from './runtime/fetch-result.ts'
export * from './runtime/shared-exports.ts'

interface Input extends CallOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> }
  body?: unknown
}

/**
 * Creates a client that is called by path: `await client.PUT('/api/v1/incidents/{id}/resolve', { params, body })` returns
 * `{ data, error, response, attempts, maybeApplied }`. An error response of the service is returned as `error`; any other
 * failure is thrown. It has no middleware: wrap the option `fetch`.
 *
 * @param options The address of the service, credentials, timeouts and retries.
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`, or if `session` has
 * a `refresh` without `withRefresh`.
 */
export function createFetch(options: ClientOptions): FetchClient {
  const client = createClient(options)
  const send =
    (method: string) =>
    async (path: string, { params: { path: params, query } = {}, body, ...more }: Input = {}) => {
      const request = {
        method,
        path,
        params,
        query,
        body,
        ...fixedParts[`${method} ${path}` as keyof typeof fixedParts],
      }
      try {
        return await client.send(request, more).withResponse()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { detail, status, headers, attempts, maybeApplied } = error
        return { error: { error: detail }, response: new Response(null, { status, headers }), attempts, maybeApplied }
      }
    }
  return { GET: send('GET'), PUT: send('PUT'), POST: send('POST'), DELETE: send('DELETE') } as unknown as FetchClient
}
