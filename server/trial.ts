/** Keeps what is only for trying out, with published secrets or test hooks, on this machine and away from other data. */
import type { RequestListener } from 'node:http'
import { demo } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { isOwnName, sendError, setResponseHeaders } from '@monitoring-service/http/node'
import type { Settings } from './config.ts'
import type { Store } from './store/store.ts'

/** Whether any caller knows a secret of the server. */
export function hasPublishedSecret({
  tokenSecret,
  adminApiKey,
}: Pick<Settings, 'tokenSecret' | 'adminApiKey'>): boolean {
  return tokenSecret === demo.tokenSecret || adminApiKey === demo.adminApiKey
}

/** @throws Error in one line if the store has records, and the demo's are not among them. */
export async function assertTrialStore(store: Store): Promise<void> {
  if ((await store.isEmpty()) || (await store.findUser('owner@acme.example'))) return
  throw new Error(
    'the store has other records than the demo’s, which the published secrets or the test hooks open: give --unsafe if that is meant',
  )
}

/** @throws Error in one line unless the host is this machine. */
export function assertLoopback(host: string): void {
  if (/^(?:localhost|127\.[\d.]+|::1)$/.test(host)) return
  throw new Error(
    `with the published secrets the server listens on this machine only, not on ${host}, unless --unsafe is given`,
  )
}

/** Refuses requests for another site's name. */
export function forOwnNames(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    if (host === undefined || isOwnName(host)) return listener(request, response)
    setResponseHeaders(request, response)
    const message = 'the Host is not a name of this machine'
    sendError(response, new ApiError('VALIDATION_ERROR', { message, headers: { Connection: 'close' } }))
    request.resume()
  }
}
