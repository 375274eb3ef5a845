/** Runs commands as people do: as a process of its own, with nothing of our environment but a cache. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Secrets that are nobody else's. */
export const secrets = {
  TOKEN_SECRET: 'canary-token-secret-0123456789abcdef',
  ADMIN_API_KEY: 'canary-admin-api-key-0123456789abcdef',
  UPGRADE_URL: 'https://monitoring.example/upgrade',
}

export type Environment = Record<string, string>

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  url: string
  stdin: Writable
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  ended: Promise<Ended>
  /** Asks it to stop, and waits. */
  stop(): Promise<Ended>
}

/** A command, by its file from the project's root. */
export function commandAt(file: string) {
  const main = fileURLToPath(new URL(`../../${file}`, import.meta.url))

  function launch(args: string[], env: Environment) {
    const { NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, [main, ...args], { env: { NODE_COMPILE_CACHE, ...env }, stdio: 'pipe' })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
    return { child, ended, stdout: () => stdout, stderr: () => stderr }
  }

  return {
    /** Runs a command line that is expected to end by itself. */
    run(args: string[], env: Environment = {}): Promise<Ended> {
      const { child, ended } = launch(args, env)
      child.stdin.end()
      return ended
    },
    /** Starts what serves and waits until it says where it listens; ends it with the test. */
    async start(args: string[], env: Environment = {}): Promise<Running> {
      const { child, ended, stdout, stderr } = launch(args, env)
      onTestFinished(() => void child.kill('SIGKILL'))
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', () => {
          const line = /listening on (http:\S+)[^\n]*\n/.exec(stdout())
          if (line?.[1]) resolve(line[1])
        })
        ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
      })
      const signal = (name: NodeJS.Signals) => void child.kill(name)
      const stop = () => {
        signal('SIGTERM')
        return ended
      }
      return { url, stdin: child.stdin, stdout, stderr, signal, ended, stop }
    },
  }
}

export const { run, start } = commandAt('server/main.ts')
