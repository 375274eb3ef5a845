/** Sends requests, some of which break as on a real network. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { bytesOf, open } from '../../../test/http/clients.ts'
import { incompleteRequestCode } from '../../../test/server/store/history/recorder.ts'
import { transmit } from '../../../test/support/raw-http.ts'

const kinds = {
  /** Sends all but the last byte; the request must have no effect. */
  async half(url, bytes) {
    const socket = await open(url, bytes.slice(0, -1))
    hangUp(socket)
    return incompleteRequestCode
  },
  /** Sends the whole request and closes without waiting for the response. */
  async dropped(url, bytes) {
    const socket = await open(url)
    await new Promise((written) => socket.write(bytes, written))
    hangUp(socket)
    return 'DROPPED'
  },
  /** Waits for the response and closes without reading it. */
  async late(url, bytes) {
    const socket = await open(url, bytes)
    await Promise.race([once(socket, 'readable'), once(socket, 'close')])
    hangUp(socket)
    return 'LATE'
  },
} satisfies Record<string, (url: string, bytes: string) => Promise<string>>

type Kind = keyof typeof kinds

/** One of this many requests breaks. */
const rarity = 20

export function createBrokenSender(seed: number): { send: typeof transmit; counts: Record<Kind, number> } {
  const random = createRandom(seed)
  const counts: Record<Kind, number> = { half: 0, dropped: 0, late: 0 }
  return {
    counts,
    async send(url, method, path, headers, body) {
      if (random() * rarity > 1) return transmit(url, method, path, headers, body)
      const names = Object.keys(kinds) as Kind[]
      const kind = names[Math.floor(random() * names.length)] ?? 'half'
      counts[kind] += 1
      const code = await kinds[kind](url, bytesOf(method, path, headers, body))
      throw Object.assign(new Error(`${kind}: the caller hung up`), { code })
    },
  }
}

/** Resets half of the connections, and closes the others. */
function hangUp(socket: Socket): void {
  if ((socket.localPort ?? 0) % 2) socket.resetAndDestroy()
  else socket.destroy()
}
