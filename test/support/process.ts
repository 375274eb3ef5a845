/** Runs commands as child processes during a test, with an empty environment except for the compile cache. */
import { onTestFinished } from 'vitest'
import { type Ended, type Launched, launch } from './launch.ts'

/** Secrets that occur nowhere else. */
export const secrets = {
  TOKEN_SECRET: 'canary-6c1f0e9a83d7b2554f19ad0c7be3',
  ADMIN_API_KEY: 'canary-e07b5d2c91f8463ab6d04e7f2a95',
  STORE_URL: 'memory:',
  UPGRADE_URL: 'https://monitoring.example/upgrade',
}

export type Environment = Record<string, string>

export interface Running extends Launched {
  url: string
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<Ended>
}

/** The lines of a log, as objects. */
export const parseLog = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** @param file of the command, relative to the project's root. */
export const commandAt = (file: string) => ({
  /** Runs a command until it exits. */
  run(args: string[], env: Environment = {}, stdin = ''): Promise<Ended> {
    const { child, ended } = launch(file, args, env)
    // A command that does not read stdin may end before the write.
    child.stdin.on('error', () => {}).end(stdin)
    return ended
  },
  /** Starts a server, waits until it prints its URL, and kills it at the end of the test. */
  async start(args: string[], env: Environment = {}): Promise<Running> {
    const launched = launch(file, args, env)
    onTestFinished(() => void launched.signal('SIGKILL'))
    const stop = () => {
      launched.signal('SIGTERM')
      return launched.ended
    }
    return { ...launched, url: await launched.listening(), stop }
  },
})

export const { run, start } = commandAt('server/main.ts')
