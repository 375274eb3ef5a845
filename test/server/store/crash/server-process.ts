/** Runs the real server in a child process that can be killed, paused and stopped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../../server/main.ts', import.meta.url))

export interface ServerProcess {
  url: string
  /** Resolves at the end of the process with the exit code, or null after a signal. */
  ended: Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Kills the process with SIGKILL and waits for its end. */
  kill(): Promise<void>
  /** The last lines of its log. */
  log(): string
}

/** Starts the server with the demo secrets on a free port and waits until it listens. */
export async function startServerProcess(storeUrl: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main, '--demo', '--port', '0', '--store', storeUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  })
  let [stdout, log] = ['', '']
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-100_000)
  })
  const ended: Promise<number | null> = once(child, 'close').then(([code]) => code)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      stdout += text
      const url = /^listening on (http:\S+)\n/.exec(stdout)?.[1]
      if (url) resolve(url)
    })
    ended.then((code) => reject(new Error(`the server did not start: exit code ${code}: ${log}`)))
  })
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return {
    url,
    ended,
    signal,
    async kill() {
      signal('SIGKILL')
      await ended
    },
    log: () => log,
  }
}

/** Starts several servers at once on one store; kills all if one fails to start. */
export async function startServerProcesses(count: number, storeUrl: string): Promise<ServerProcess[]> {
  const started = await Promise.allSettled(Array.from({ length: count }, () => startServerProcess(storeUrl)))
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find(({ status }) => status === 'rejected')
  if (!failed) return running
  await Promise.all(running.map((one) => one.kill()))
  throw (failed as PromiseRejectedResult).reason
}
