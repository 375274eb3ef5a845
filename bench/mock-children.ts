/** Starts the servers of `mock-peers` and of `server-…`, each in a process of its own, and asks what they used. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { first, send } from './mock-load.ts'

export interface Used {
  /** User and system time of all threads since the process began, in microseconds. */
  cpu: number
  /** Memory in bytes: all, and what is alive. */
  rss: number
  heap: number
}

export interface Child {
  url: string
  pid: number
  /** Milliseconds from the start of the process to the end of its first answer. */
  start: number
  used(): Promise<Used>
  end(): Promise<void>
}

/** Runs in the server's process before the server: tells on request, and ends with us. It takes less than 1 ms. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    process.send({ cpu: user + system, rss, heap: heapUsed })
  })
  process.on('disconnect', () => process.exit())
`)}`

/**
 * @param command a program of Node with its arguments, for a port.
 * @param flags for Node; with `--expose-gc`, garbage is collected before its memory is looked at.
 */
export async function startChild(
  command: (port: number) => [string, ...string[]],
  flags: string[] = [],
): Promise<Child> {
  const port = await findPort()
  const [program, ...args] = command(port)
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = fork(program, args, {
    execArgv: [...flags, '--import', probe],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const end = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await gone
  }
  try {
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      if (performance.now() - began > 30_000) throw new Error(`${program} does not answer`)
      await setTimeout(5)
    }
  } catch (error) {
    await end()
    throw error
  }
  const start = performance.now() - began
  const used = async () => {
    const told = Promise.race([once(child, 'message'), gone])
    child.send('used')
    const [answer] = await told
    if (answer === null || typeof answer === 'number') throw new Error(`${program} ended with ${answer}`)
    return answer as Used
  }
  return { url, pid: child.pid ?? 0, start, used, end }
}

/** Whether somebody listens already. Silent servers do not tell. */
async function answers(url: string): Promise<boolean> {
  try {
    await send(url, first)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false
    throw error
  }
}

/** A free port. Prism takes 0, too, but does not tell which one it got when it is silent. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
