/** Sends one request and reads the response. */
import { CallError, ConnectionError, type Failure } from './errors.ts'
import type { CallRequest, Received } from './exchange.ts'
import type { Fetch, FetchInit } from './fetch.ts'
import type { ClientOptions } from './options.ts'
import { readBody, toData } from './response.ts'

/**
 * @returns the data of a success, or the error that the response or the connection represents.
 * @throws what `validate` throws, the error of another call that `fetch` made, and a TypeError if `fetch` returns no Response.
 */
export async function sendRequest(
  call: CallRequest,
  url: string,
  request: FetchInit,
  { fetch: send = fetch as Fetch, validate, maxResponseLength = 10_000_000 }: ClientOptions,
): Promise<Received | Failure> {
  // Outside of `try`: what a function throws at once is its own error, and no lost connection.
  const sent = send(url, request)
  let response: Response
  let body: string | undefined
  try {
    response = (await sent) as Response
    if (response?.headers) body = await readBody(response, maxResponseLength)
  } catch (cause) {
    if (cause instanceof CallError) throw cause
    return new ConnectionError(call, new URL(url).host, cause)
  }
  if (body === undefined) throw new TypeError('fetch returned no Response')
  return toData(call, response, body, maxResponseLength, validate)
}
