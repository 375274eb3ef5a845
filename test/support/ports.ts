/** Ports of this machine that are free or in use. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Listens on a port until it is released. */
export async function usePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, release: async () => void (await once(server.close(), 'close')) }
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const { port, release } = await usePort()
  await release()
  return port
}
