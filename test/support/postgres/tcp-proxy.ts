/** A TCP proxy in front of PostgreSQL that can pause, as a hanging database or network does. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The database URL through the proxy. */
  url: string
  /** Stops all traffic in both directions, also of new connections. */
  pause(): void
  /** Pauses before the next statement that contains a text; resolves when it arrives. */
  pauseBefore(text: string): Promise<void>
  /** Lets the traffic through, with the delayed part. */
  resume(): void
  /** Drops all traffic of the open connections from now on, and tells neither end, as a firewall does. */
  forget(): void
  /** Drops a connection like that when a text passes. */
  forgetWhere(text: string): void
  close(): Promise<void>
}

export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let unwanted: string | undefined
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
        if (unwanted && chunk.includes(unwanted)) forgotten.add(from).add(to)
        if (forgotten.has(from)) continue
        if (awaited && chunk.includes(awaited.text)) {
          pause()
          awaited.reached()
          awaited = undefined
        }
        while (held) await held
        to.write(chunk)
      }
    } catch {
      // A broken connection closes the other side too.
    }
    ends.delete(from)
    if (!forgotten.has(from)) to.destroy()
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
    forget() {
      for (const end of ends) forgotten.add(end)
    },
    forgetWhere(text) {
      unwanted = text
    },
    async close() {
      release()
      for (const end of [...ends, ...forgotten]) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
