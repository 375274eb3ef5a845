/** The mock in a process of its own, which is restarted after it ended. */
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

/** @throws Error if the process ends before it listens. */
async function launch(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [main, '--port', '0'], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the mock ended with ${code} before it listened`)))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      const url = /listening on (http:\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
  })
  return { child, url }
}
