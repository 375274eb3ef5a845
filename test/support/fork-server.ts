/** Starts the reference server in a child process and calls its methods. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Methods } from './inspected-server.ts'
import type { CallMessage, ResultMessage } from './spawned-server-main.ts'

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

const program = fileURLToPath(new URL('spawned-server-main.ts', import.meta.url))

export async function forkServer(storeUrl: string, env: NodeJS.ProcessEnv, logLevel: string): Promise<ForkedServer> {
  const child = fork(program, [storeUrl, logLevel], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => code)
  const pending = new Map<number, (result: ResultMessage) => void>()
  const receive = async (id: number) => {
    const { promise, resolve } = Promise.withResolvers<ResultMessage>()
    pending.set(id, resolve)
    const { output, error } = await promise
    if (error !== undefined) throw new Error(error)
    return output
  }
  child.on('message', (result: ResultMessage) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
  })
  ended.then((code) => {
    for (const resolve of pending.values()) resolve({ id: 0, error: `the server exited with ${code}: ${log}` })
  })
  const url = (await receive(0)) as string
  let count = 0
  const call = (async (method, ...input) => {
    count += 1
    const result = receive(count)
    child.send({ id: count, method, input } satisfies CallMessage)
    return result
  }) as Call
  return { url, call, log: () => log, signal: (name) => void child.kill(name), ended }
}
