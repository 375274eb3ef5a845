/** Starts programs of the project as child processes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Launched {
  child: ChildProcessWithoutNullStreams
  stdout(): string
  stderr(): string
  /** Resolves with the URL that a server prints; @throws Error if the process exits before. */
  listening(): Promise<string>
  signal(name: NodeJS.Signals): void
  /** Resolves on exit; the code is null after a signal. */
  ended: Promise<Ended>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/**
 * @param file of the program, relative to the project's root.
 * @param env the whole environment except for the compile cache.
 */
export function launch(file: string, args: string[], env: NodeJS.ProcessEnv, node = process.execPath): Launched {
  const main = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  const { NODE_COMPILE_CACHE } = process.env
  const child = spawn(node, [main, ...args], {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /listening on (http:\S+)[^\n]*\n/.exec(stdout)?.[1]
      if (url) resolve(url)
    })
    ended.then(({ code }) => reject(new Error(`exited with ${code}: ${stderr}`)))
  })
  // Programs that are no servers never listen.
  listening.catch(() => {})
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    listening: () => listening,
    signal: (name) => void child.kill(name),
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
