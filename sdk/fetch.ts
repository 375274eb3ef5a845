/** The entry with openapi-fetch: calls by path, on the same transport with the same retries, timeouts and credentials. */
import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './generated/paths.gen.ts'
import { security } from './generated/security.gen.ts'
import { ApiError } from './runtime/errors.ts'
import type { ClientOptions } from './runtime/options.ts'
import { createTransport } from './runtime/transport.ts'

export type { paths } from './generated/paths.gen.ts'
export * from './runtime/errors.ts'

/**
 * Creates a client that is called by path: `await client.PUT('/api/v1/incidents/{id}/resolve', { params, body })` returns
 * `{ data, error, response }`. An error response of the service is returned as `error`; any other failure is thrown.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export function createFetch(options: ClientOptions): Client<paths> {
  const transport = createTransport(options)
  const client = createFetchClient<paths>({ baseUrl: options.baseUrl })
  client.use({
    async onRequest({ request, schemaPath: url, params }) {
      const { method, signal, headers } = request
      const scheme = security[`${method} ${url}` as keyof typeof security]
      const call = {
        method,
        url,
        path: params.path,
        query: params.query,
        body: request.body === null ? undefined : await request.json(),
        security: scheme ? [scheme] : [],
        headers: Object.fromEntries(headers),
        signal,
      }
      try {
        const { data, response } = await transport(call)
        const { status, headers } = response
        return new Response(data === undefined ? null : JSON.stringify(data), { status, headers })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { status, requestId, retryAfter } = error
        const headers = new Headers()
        if (requestId) headers.set('X-Request-Id', requestId)
        if (retryAfter) headers.set('Retry-After', `${retryAfter}`)
        return Response.json({ error: error.detail }, { status, headers })
      }
    },
  })
  return client
}
