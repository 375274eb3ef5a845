/** Clients who ask any instance for the same few things at the same time, by a mix that follows from a seed. */
import { setTimeout as wait } from 'node:timers/promises'
import { bearer } from '../../../support/bearer.ts'
import { type RawResponse, transmit } from '../../../support/raw-http.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import { day, lastDay, password, recordCounts } from './initial-data.ts'
import type { Recorder, Request } from './recorder.ts'

type Kind = Request['kind']

const clients = 8
/** Up to which number out of chance a kind is chosen. */
const mix: [Kind, number][] = [
  ['resolve', 0.33],
  ['remove', 0.55],
  ['leave', 0.7],
  ['reset', 0.92],
  ['signup', 1],
]
/** How many operations of a kind begin until there is a new thing to ask for. */
const pace: Record<Kind, number> = { resolve: 3, remove: 2, leave: 3, reset: 12, signup: 3 }
/** How long a client that got no answer holds off, in milliseconds. */
const holdOff = 20

/**
 * Begins; the function that it returns lets every client get its last answer.
 * @param count how many clients.
 * @param send how they ask.
 */
export function startClients(
  urls: () => string[],
  seed: number,
  recorder: Recorder,
  { count = clients, send = transmit } = {},
): () => Promise<void> {
  const begun: Record<Kind, number> = { resolve: 0, remove: 0, leave: 0, reset: 0, signup: 0 }
  let stopped = false

  async function beClient(nth: number): Promise<void> {
    const random = createRandom(seed + nth)
    const among = (count: number) => Math.floor(random() * count)
    while (!stopped) {
      const all = urls()
      const url = all[among(all.length)] ?? ''
      const asked = choose(
        random,
        (kind) => Math.floor(begun[kind]++ / pace[kind]) + among(3),
        `${nth}-${recorder.operations.length}`,
      )
      const { outcome, statusLine } = await recorder.record(asked, () => ask(url, asked))
      if (outcome === 'info' || !/^\d/.test(statusLine)) await wait(holdOff)
    }
  }

  async function ask(url: string, asked: Request): Promise<RawResponse> {
    switch (asked.kind) {
      case 'signup':
        return send(url, 'POST', '/auth/signup', {}, { email: asked.email, password })
      case 'resolve': {
        const { incident, cause } = asked
        return send(url, 'PUT', `/api/v1/incidents/${incident}/resolve`, await bearer('owner'), { cause })
      }
      case 'remove':
        return send(url, 'DELETE', `/api/v1/incidents/${asked.incident}`, await bearer('owner'))
      case 'leave':
        return send(url, 'POST', '/dashboard/account/delete', await bearer(asked.user), { password })
      case 'reset': {
        const query = asked.before ? `?before=${asked.before}` : ''
        return send(url, 'DELETE', `/api/v1/${asked.of}/${asked.id}/stats${query}`, await bearer('owner'))
      }
    }
  }

  const all = Array.from({ length: count }, (_, nth) => beClient(nth))
  return async () => {
    stopped = true
    await Promise.all(all)
  }
}

/** @param next the number of a thing that others ask for at the same time. */
function choose(random: () => number, next: (kind: Kind) => number, mark: string): Request {
  const chance = random()
  const kind = mix.find(([, bound]) => chance < bound)?.[0] ?? 'signup'
  switch (kind) {
    case 'signup': {
      const email = `user${next('signup')}@history.example`
      return { kind, email: random() < 0.5 ? email : email.toUpperCase() }
    }
    // Both walk along the same incidents.
    case 'resolve':
      return { kind, incident: `incident${next('resolve') % recordCounts.incidents}`, cause: `the cause of ${mark}` }
    case 'remove':
      return { kind, incident: `incident${next('remove') % recordCounts.incidents}` }
    case 'leave':
      return { kind, user: `leaver${next('leave') % recordCounts.leavers}` }
    case 'reset': {
      const i = next('reset') % recordCounts.services
      const before = random() < 0.1 ? undefined : day(Math.floor(random() * lastDay))
      if (random() < 0.4) return { kind, of: 'services', id: `service${i}`, before }
      return { kind, of: 'monitors', id: `monitor${i}-${random() < 0.5 ? 'a' : 'b'}`, before }
    }
  }
}
