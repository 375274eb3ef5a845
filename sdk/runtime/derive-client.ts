/** A client that is derived from another. */
import type { Client } from './client.ts'
import { mergeHeaders } from './headers.ts'
import { type CallOptions, checkNumbers } from './options.ts'

/** Returns a client whose calls have these options, unless a call has its own. */
export function deriveClient(client: Client, options: CallOptions): Client {
  checkNumbers(options)
  return {
    baseUrl: client.baseUrl,
    send(request, own = {}) {
      const given = Object.entries(own).filter(([, value]) => value !== undefined)
      const headers: CallOptions['headers'] = (operation) =>
        mergeHeaders(request, [options.headers, own.headers], operation)
      return client.send(request, {
        ...options,
        ...Object.fromEntries(given),
        ...((options.headers ?? own.headers) && { headers }),
      })
    },
  }
}
