/** The mock as people run it, in a process of its own; a new one after each that ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './clients.ts'

const main = fileURLToPath(new URL('../../../mock/main.ts', import.meta.url))

export async function startMock(): Promise<Target> {
  let running = await launch()
  return {
    name: 'mock',
    now: () => new Date(),
    async ready() {
      if (running.child.exitCode !== null || running.child.signalCode !== null) running = await launch()
      return running.url
    },
    async close() {
      if (running.child.exitCode !== null) return
      const ended = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await ended
    },
  }
}

/** @throws Error if it ends before it says where it listens. */
async function launch(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [main, '--port', '0'], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`the mock ended with ${code} before it listened`)))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      const url = /listening on (http:\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    })
  })
  return { child, url }
}
