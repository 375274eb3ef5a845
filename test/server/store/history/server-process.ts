/** Runs the real server in child processes that can be killed, paused and stopped. */
import { type Launched, launch } from '../../../support/launch.ts'

export interface ServerProcess extends Launched {
  url: string
}

/** Starts the server with the demo secrets on a free port and waits until it listens. */
export async function startServerProcess(storeUrl: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const flags = ['--demo', '--unsafe', '--port', '0', '--store', storeUrl]
  const launched = launch('server/main.ts', flags, { ...process.env, LOG_LEVEL: 'error', ...env })
  return { ...launched, url: await launched.listening() }
}

/** Returns further environment variables of a server. */
export type EnvOf = (nth: number) => NodeJS.ProcessEnv

/** Starts several servers at once on one store; kills all if one fails to start. */
export async function startServerProcesses(
  count: number,
  storeUrl: string,
  env: EnvOf = () => ({}),
): Promise<ServerProcess[]> {
  const starts = Array.from({ length: count }, (_, nth) => startServerProcess(storeUrl, env(nth)))
  const started = await Promise.allSettled(starts)
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find(({ status }) => status === 'rejected')
  if (!failed) return running
  await Promise.all(running.map((one) => one.kill()))
  throw (failed as PromiseRejectedResult).reason
}
