/** Stands in for test/support/fork-server.ts: the server runs in the test's process, where StrykerJS sees which mutants a test reaches. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ForkedServer } from '../../test/support/fork-server.ts'
import { callMethod, type Methods, startInspectedServer } from '../../test/support/inspected-server.ts'

export async function forkServer(storeUrl: string, env: NodeJS.ProcessEnv, logLevel: string): Promise<ForkedServer> {
  Object.assign(process.env, env)
  let log = ''
  const server = await startInspectedServer(storeUrl, logLevel, (line) => {
    log += line
  })
  const { promise: ended, resolve } = Promise.withResolvers<null>()
  // A message to a process is a copy, and arrives after what happened before.
  const call = async (method: keyof Methods, ...input: unknown[]) =>
    structuredClone(await wait(1).then(() => callMethod(method, structuredClone(input))))
  return {
    url: server.url,
    call: call as ForkedServer['call'],
    log: () => log,
    signal: () => void server.close(0).then(() => resolve(null)),
    ended,
  }
}
