/** A line to a PostgreSQL that can be held, as when the database or the network between stands still. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The address at this end of the line. */
  url: string
  /** From now on nothing passes in either direction, and whoever connects hears nothing. */
  pause(): void
  /** Holds in front of the next statement in which a text occurs; resolves when it is there. */
  pauseBefore(text: string): Promise<void>
  /** What was held comes through. */
  resume(): void
  close(): Promise<void>
}

export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let held: Promise<void> | undefined
  let release = () => {}
  let awaited: { text: string; reached: () => void } | undefined

  function pause(): void {
    held ??= new Promise((resolve) => {
      release = () => {
        held = undefined
        resolve()
      }
    })
  }
  async function carry(from: Socket, to: Socket): Promise<void> {
    ends.add(from)
    try {
      for await (const chunk of from) {
        if (awaited && chunk.includes(awaited.text)) {
          pause()
          awaited.reached()
          awaited = undefined
        }
        while (held) await held
        to.write(chunk)
      }
    } catch {
      // The one end that breaks takes the other along.
    }
    ends.delete(from)
    to.destroy()
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    void carry(near, far)
    void carry(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as { port: number }).port)
  return {
    url: own.href,
    pause,
    pauseBefore: (text) =>
      new Promise((reached) => {
        awaited = { text, reached }
      }),
    resume: () => release(),
    async close() {
      release()
      for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
