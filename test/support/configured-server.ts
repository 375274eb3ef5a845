/** A server in this process, with the settings that flags and variables give. */
import { onTestFinished } from 'vitest'
import { readSettings, type Settings } from '../../server/read-settings.ts'
import { startServer } from '../../server/start.ts'
import type { Environment } from './process.ts'

/** Starts a server on a free port; it stops at the end of the test, if not before. */
export async function serveWith(args: string[], env: Environment) {
  const settings = (await readSettings(['--port', '0', ...args], env)) as Settings
  const log: string[] = []
  const server = await startServer(settings, { write: (line) => void log.push(line) })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.close()
    return stopped
  }
  onTestFinished(stop)
  /** Stops the server, and returns its whole log. */
  const lines = async (): Promise<Record<string, unknown>[]> => {
    await stop()
    return log.map((line) => JSON.parse(line))
  }
  return { url: server.url, stop, lines }
}
