/** Starts the reference server in a child process and calls its methods. */
import { startCallable } from './callable-process.ts'
import type { Methods } from './inspected-server.ts'

type Call = <Method extends keyof Methods>(
  method: Method,
  ...input: Parameters<Methods[Method]>
) => Promise<Awaited<ReturnType<Methods[Method]>>>

export interface ForkedServer {
  url: string
  /** Calls a method of the child process, for what HTTP does not offer. */
  call: Call
  log(): string
  signal(name: NodeJS.Signals): void
  /** Resolves on exit with the exit code, or null after a signal. */
  ended: Promise<number | null>
}

const program = new URL('spawned-server-main.ts', import.meta.url)

export async function forkServer(storeUrl: string, env: NodeJS.ProcessEnv, logLevel: string): Promise<ForkedServer> {
  const options = { env: { ...process.env, ...env } }
  const { ready, call, log, child, ended } = startCallable(program, [storeUrl, logLevel], options)
  return { url: (await ready) as string, call: call as Call, log, signal: (name) => void child.kill(name), ended }
}
