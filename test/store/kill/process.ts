/** The real server in a process of its own, which can be killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))

export interface Running {
  url: string
  /** SIGKILL; ends when the process is gone. */
  kill(): Promise<void>
}

/** Starts the server on a free port and waits until it serves. */
export async function startProcess(flags: string[]): Promise<Running> {
  const child = spawn(process.execPath, [main, '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const url = /^listening on (http:\S+)$/.exec(line)?.[1]
    if (!url) continue
    return {
      url,
      async kill() {
        child.kill('SIGKILL')
        await gone
      },
    }
  }
  throw new Error(`the server did not start: exit code ${(await gone)[0]}`)
}
