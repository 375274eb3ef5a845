/** Clients that send changes continuously, and log the requested and the acknowledged ones. */
import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { bearer } from '../../../support/bearer.ts'
import { type RawResponse, transmit } from '../../../support/raw-http.ts'
import { day, owner, requestsPerRound, rowsPerReset } from './round-data.ts'

const kinds = ['signup', 'resolve', 'remove', 'reset'] as const
/** The targets are an e-mail, an incident, or a monitor and a day. */
type Kind = (typeof kinds)[number]
export interface TrafficLog extends Record<'requested' | 'acknowledged', Record<Kind, string[]>> {
  /** Descriptions of responses that no state of the store explains. */
  wrong: string[]
}

export interface Traffic {
  /** Resolves when a request of each kind is acknowledged from now on. */
  untilAcknowledged(): Promise<void>
  /** Resolves when a request gets 503 from now on. */
  untilUnavailable(): Promise<void>
  /** Stops after the last responses; @throws Error if a client got none. */
  stop(): Promise<void>
  /** Resolves when all clients have ended: each ends when its connection is lost. */
  ended: Promise<void>
}

/** The number of clients per kind of request. */
const clients = 3
/** The pause of a client after a 503, in milliseconds, in place of Retry-After. */
const retryDelay = 50

export function createTrafficLog(): TrafficLog {
  const nothing = () => ({ signup: [], resolve: [], remove: [], reset: [] })
  return { requested: nothing(), acknowledged: nothing(), wrong: [] }
}

export async function startTraffic(url: string, round: number, history: TrafficLog): Promise<Traffic> {
  const { requested, acknowledged, wrong } = history
  const headers = await bearer(owner)
  const requests: Record<Kind, { name(i: number): string; send(name: string): Promise<RawResponse> }> = {
    signup: {
      name: (i) => `user${round}-${i}@kill.example`,
      send: (email) => transmit(url, 'POST', '/auth/signup', {}, { email, password: 'a-good-password' }),
    },
    resolve: {
      name: (i) => `even${round}-${i}`,
      send: (id) => transmit(url, 'PUT', `/api/v1/incidents/${id}/resolve`, headers, { cause: `the cause of ${id}` }),
    },
    remove: {
      name: (i) => `odd${round}-${i}`,
      send: (id) => transmit(url, 'DELETE', `/api/v1/incidents/${id}`, headers),
    },
    reset: {
      name: (i) => `busy${round} ${day((i + 1) * rowsPerReset)}`,
      send(name) {
        const [monitor, before] = name.split(' ')
        return transmit(url, 'DELETE', `/api/v1/monitors/${monitor}/stats?before=${before}`, headers)
      },
    },
  }

  const events = new EventEmitter()
  const started = { signup: 0, resolve: 0, remove: 0, reset: 0 }
  let [stopped, lost] = [false, false]
  async function runClient(kind: Kind): Promise<void> {
    const { name, send } = requests[kind]
    while (!stopped && started[kind] < requestsPerRound) {
      const target = name(started[kind]++)
      requested[kind].push(target)
      const response = await send(target).catch(() => undefined)
      if (!response) {
        lost = true
        return
      }
      if (response.statusLine.startsWith('2')) {
        acknowledged[kind].push(target)
        events.emit(kind)
      } else if (isUnavailable(response)) {
        events.emit('unavailable')
        await wait(retryDelay)
      } else wrong.push(`${kind} ${target} was answered with ${response.statusLine} ${response.text}`)
    }
  }

  const ended = Promise.all(kinds.flatMap((kind) => Array.from({ length: clients }, () => runClient(kind))))
  const orEarlyEnd = async (happened: Promise<unknown>) => {
    const isEnded = ended.then(() => true)
    if ((await Promise.race([happened, isEnded])) === true) throw new Error(`round ${round} ended too early`)
  }
  return {
    untilAcknowledged: () => orEarlyEnd(Promise.all(kinds.map((kind) => once(events, kind)))),
    untilUnavailable: () => orEarlyEnd(once(events, 'unavailable')),
    async stop() {
      stopped = true
      await ended
      if (lost) throw new Error(`round ${round} lost a connection to a server that was up`)
    },
    ended: ended.then(() => {}),
  }
}

/** Whether the response is a 503 as the contract describes. */
function isUnavailable({ statusLine, headers, body }: RawResponse): boolean {
  return (
    /^503 (UNAVAILABLE|OUTCOME_UNKNOWN)$/.test(statusLine) &&
    body.error?.status === 503 &&
    /^[1-9]\d*$/.test(headers['retry-after'] ?? '')
  )
}
