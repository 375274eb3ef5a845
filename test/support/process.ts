/** Runs commands as child processes, with an empty environment except for the compile cache. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Secrets that occur nowhere else. */
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
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<Ended>
}

/** @param file of the command, relative to the project's root. */
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
    /** Runs a command until it exits. */
    run(args: string[], env: Environment = {}): Promise<Ended> {
      const { child, ended } = launch(args, env)
      child.stdin.end()
      return ended
    },
    /** Starts a server, waits until it prints its URL, and kills it at the end of the test. */
    async start(args: string[], env: Environment = {}): Promise<Running> {
      const { child, ended, stdout, stderr } = launch(args, env)
      onTestFinished(() => void child.kill('SIGKILL'))
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', () => {
          const line = /listening on (http:\S+)[^\n]*\n/.exec(stdout())
          if (line?.[1]) resolve(line[1])
        })
        ended.then(({ code, stderr }) => reject(new Error(`exited with ${code}: ${stderr}`)))
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
