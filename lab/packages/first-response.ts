/** How long `npx` takes to the first response of an installed command, and of an empty one. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installed } from '../../test/support/packages/install.ts'

const control = `#!/usr/bin/env node
  const server = require('node:http').createServer((_request, response) => response.end('', () => process.exit()))
  server.listen(0, () => console.log('listening on http://127.0.0.1:' + server.address().port))`

export interface Start {
  /** Seconds from the start of `npx` to the first response. */
  firstResponse: number
  /** The same of an empty command. */
  control: number
}

export async function timeStart(installed: Installed, command: string[]): Promise<Start> {
  await writeFile(join(installed.folder, 'node_modules/.bin/control'), control, { mode: 0o755 })
  return { control: await timeBest(installed, ['control']), firstResponse: await timeBest(installed, command) }
}

/** The fastest of three starts. */
async function timeBest(installed: Installed, command: string[]): Promise<number> {
  const seconds: number[] = []
  for (let start = 0; start < 3; start += 1) {
    const began = performance.now()
    const started = await installed.start('npx', ...command)
    await fetch(`${started.url}/auth/login`, { method: 'POST' })
    seconds.push((performance.now() - began) / 1000)
    await started.stop()
  }
  return Math.min(...seconds)
}
