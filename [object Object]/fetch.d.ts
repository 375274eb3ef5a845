/** The entry with openapi-fetch: calls by path, on the same transport with the same retries, timeouts and credentials. */
import { type Client } from 'openapi-fetch';
import type { paths } from './generated/paths.gen.ts';
import type { ClientOptions } from './runtime/options.ts';
export type { paths } from './generated/paths.gen.ts';
export * from './runtime/errors.ts';
/**
 * Creates a client that is called by path: `await client.PUT('/api/v1/incidents/{id}/resolve', { params, body })` returns
 * `{ data, error, response }`. An error response of the service is returned as `error`; any other failure is thrown.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export declare function createFetch(options: ClientOptions): Client<paths>;
