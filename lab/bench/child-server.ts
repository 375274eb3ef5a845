/** Starts servers in processes of their own and measures CPU time, memory and start time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { demo, operations } from '@monitoring-service/contract'
import { freePort } from '../../test/support/ports.ts'
import { untilAnswered } from '../until.ts'
import { takeTurns } from './rounds.ts'

interface Usage {
  /** User and system time of all threads since the process began, in microseconds. */
  cpu: number
  /** Resident memory, in bytes. */
  rss: number
}

export interface ChildServer {
  url: string
  pid: number
  /** Milliseconds from the start of the process to the end of its first response. */
  start: number
  usage(): Promise<Usage>
  end(): Promise<void>
}

/** A Node program with its arguments, for a port. */
export type Command = (port: number) => [program: string, ...args: string[]]

/** Runs in the server's process before the server: reports usage on request, and exits with the parent. It takes less than 1 ms. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit())
`)}`

async function startChild(command: Command): Promise<ChildServer> {
  // Prism accepts 0 as well, but does not report its port when it is silent.
  const port = await freePort()
  const [program, ...args] = command(port)
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = fork(program, args, { execArgv: ['--import', probe], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  const end = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await gone
  }
  const path = operations.listDeletionRequests.path
  const init = { headers: { 'x-admin-api-key': demo.adminApiKey } }
  // Servers that log nothing do not report that they listen.
  await untilAnswered(url + path, 200, child, init).catch(async (error) => {
    await end()
    throw error
  })
  const start = performance.now() - began
  return { url, pid: child.pid ?? 0, start, usage: () => exchange<Usage>(child, 'usage'), end }
}

/** Starts servers one after the other, and ends them when the work ends. */
export async function withChildren<T>(commands: Command[], work: (children: ChildServer[]) => Promise<T>): Promise<T> {
  const children: ChildServer[] = []
  try {
    for (const command of commands) children.push(await startChild(command))
    return await work(children)
  } finally {
    for (const child of children) await child.end()
  }
}

export const withChild = <T>(command: Command, work: (child: ChildServer) => Promise<T>): Promise<T> =>
  withChildren([command], ([child]) => work(child as ChildServer))

/** Sends a message to a child process and returns its next message. */
export async function exchange<Message>(child: ChildProcess, request?: string): Promise<Message> {
  const stop = new AbortController()
  const { signal } = stop
  const response = Promise.race([
    once(child, 'message', { signal }).then(([message]) => message as Message),
    once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${child.spawnargs.at(-1)} ended with ${code}`)
    }),
  ])
  if (request) child.send(request)
  return response.finally(() => stop.abort())
}

/** Milliseconds of start, CPU and memory of each command's process at its first response, in interleaved rounds. */
export function measureStarts(rounds: number, commands: Command[]) {
  const measure = async ({ start, usage }: ChildServer) => {
    const { cpu, rss } = await usage()
    return { ms: start, cpu: cpu / 1_000, rss: rss / 1e6 }
  }
  return takeTurns(
    rounds,
    commands.map((command) => () => withChild(command, measure)),
  )
}
