/** Concurrent clients that send a seeded mix of requests for the same records to all instances. */
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { bearer } from '../../../support/bearer.ts'
import { type RawResponse, transmit } from '../../../support/raw-http.ts'
import { day, password, type Size, smallSize } from './initial-data.ts'
import type { Recorder, Request } from './recorder.ts'

type Kind = Request['kind']

const clients = 8
/** The upper bound of the random number for each kind. */
const mix: [Kind, number][] = [
  ['resolve', 0.33],
  ['remove', 0.55],
  ['leave', 0.7],
  ['reset', 0.92],
  ['signup', 1],
]
/** The number of operations of a kind per record. */
const pace: Record<Kind, number> = { resolve: 3, remove: 2, leave: 3, reset: 12, signup: 3 }
/** The pause of a client after no response, in milliseconds. */
const retryDelay = 20

/**
 * Starts the clients; the returned function stops them after their last responses.
 * @param count the number of clients.
 * @param send sends a request.
 * @param size of the initial data.
 * @param pause of a client after each response, in milliseconds.
 */
export function startClients(
  urls: () => string[],
  seed: number,
  recorder: Recorder,
  { count = clients, send = transmit, size = smallSize, pause = 0 } = {},
): () => Promise<void> {
  const started: Record<Kind, number> = { resolve: 0, remove: 0, leave: 0, reset: 0, signup: 0 }
  let stopped = false

  async function runClient(nth: number): Promise<void> {
    const random = createRandom(seed + nth)
    const below = (count: number) => Math.floor(random() * count)
    while (!stopped) {
      const all = urls()
      const url = all[below(all.length)] ?? ''
      const request = choose(
        random,
        (kind) => Math.floor(started[kind]++ / pace[kind]) + below(3),
        `${nth}-${recorder.operations.length}`,
        size,
      )
      const { outcome, statusLine } = await recorder.record(request, () => sendRequest(url, request))
      if (outcome === 'info' || !/^\d/.test(statusLine)) await wait(retryDelay)
      if (pause > 0) await wait(pause)
    }
  }

  async function sendRequest(url: string, request: Request): Promise<RawResponse> {
    switch (request.kind) {
      case 'signup':
        return send(url, 'POST', '/auth/signup', {}, { email: request.email, password })
      case 'resolve': {
        const { incident, cause } = request
        return send(url, 'PUT', `/api/v1/incidents/${incident}/resolve`, await bearer('owner'), { cause })
      }
      case 'remove':
        return send(url, 'DELETE', `/api/v1/incidents/${request.incident}`, await bearer('owner'))
      case 'leave':
        return send(url, 'POST', '/dashboard/account/delete', await bearer(request.user), { password })
      case 'reset': {
        const query = request.before ? `?before=${request.before}` : ''
        return send(url, 'DELETE', `/api/v1/${request.of}/${request.id}/stats${query}`, await bearer('owner'))
      }
    }
  }

  const all = Array.from({ length: count }, (_, nth) => runClient(nth))
  return async () => {
    stopped = true
    await Promise.all(all)
  }
}

/** @param next returns the number of a record that other clients request too. */
function choose(random: () => number, next: (kind: Kind) => number, suffix: string, size: Size): Request {
  const chance = random()
  const kind = mix.find(([, bound]) => chance < bound)?.[0] ?? 'signup'
  switch (kind) {
    case 'signup': {
      const email = `user${next('signup')}@history.example`
      return { kind, email: random() < 0.5 ? email : email.toUpperCase() }
    }
    // Resolves and deletions use the same incidents.
    case 'resolve':
      return { kind, incident: `incident${next('resolve') % size.incidents}`, cause: `the cause of ${suffix}` }
    case 'remove':
      return { kind, incident: `incident${next('remove') % size.incidents}` }
    case 'leave':
      return { kind, user: `leaver${next('leave') % size.leavers}` }
    case 'reset': {
      const i = next('reset') % size.services
      const before = random() < 0.1 ? undefined : day(Math.floor(random() * size.days))
      if (random() < 0.4) return { kind, of: 'services', id: `service${i}`, before }
      return { kind, of: 'monitors', id: `monitor${i}-${random() < 0.5 ? 'a' : 'b'}`, before }
    }
  }
}
