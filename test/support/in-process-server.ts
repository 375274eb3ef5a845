/** The reference server in the process of the test, which calls its methods as those of another process. */
import { setTimeout as wait } from 'node:timers/promises'
import { resetClock } from './clock.ts'
import type { ForkedServer } from './fork-server.ts'
import { callMethod, type Methods, resetZone, startInspectedServer } from './inspected-server.ts'

/** One at a time; the process has its own clock and zone again when the server has ended. */
export async function startInProcess(
  storeUrl: string,
  env: NodeJS.ProcessEnv,
  logLevel: string,
): Promise<ForkedServer> {
  Object.assign(process.env, env)
  let log = ''
  const server = await startInspectedServer(storeUrl, logLevel, (line) => {
    log += line
  })
  const { promise: ended, resolve } = Promise.withResolvers<null>()
  // A message to a process is a copy, and arrives after what happened before.
  const call = async (method: keyof Methods, ...input: unknown[]) =>
    structuredClone(await wait(1).then(() => callMethod(method, structuredClone(input))))
  async function close() {
    await server.close(0).finally(() => {
      resetClock()
      resetZone()
      resolve(null)
    })
  }
  return { url: server.url, call: call as ForkedServer['call'], log: () => log, signal: () => void close(), ended }
}
