/** The shell blocks of README and docs/ run as they are pasted, but for ports and the folder of the data. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { folderOfTest } from '../support/folder-test.ts'
import { freePort } from '../support/ports.ts'
import { root, shellBlocks } from './pages.ts'

/** Starts a block in a shell of its own; its processes end with the test. */
function startShell(block: string, env: Record<string, string> = {}) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onTestFinished(() => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {}
  })
  return child
}

async function runShell(block: string) {
  const child = startShell(block)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

/** Starts a block that serves, and waits until it listens. */
async function serve(block: string, env: Record<string, string> = {}): Promise<void> {
  const child = startShell(block, env)
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (/listening on http/.test(output)) resolve()
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('close', () => reject(new Error(output)))
  })
}

function blockOf(page: string, containing: string): string {
  const block = shellBlocks(page).find((code) => code.includes(containing))
  if (!block) throw new Error(`${page} has no block with ${containing}`)
  return block
}

/** Returns blocks of docs/operating.md for a clone, with their data in a folder. */
function operatingBlocks(folder: string, ...containing: string[]): string {
  const blocks = containing.map((text) => blockOf('docs/operating.md', text)).join('\n')
  return blocks
    .replaceAll(/(?<![\w/.-])monitoring-server(?= |$)/gm, 'npm run -s server --')
    .replaceAll(/\bdata\//g, `${folder}/`)
}

it('docs/operating.md: a server with secrets of its own gets its first team, users and statistics, and is backed up', {
  timeout: 240_000,
}, async () => {
  const folder = await folderOfTest()
  const port = String(await freePort())
  await serve(operatingBlocks(folder.path, 'openssl rand'), { PORT: port })
  const blocks = operatingBlocks(folder.path, '/auth/signup', 'load data/', 'drill data/').replace(':3000', `:${port}`)
  const { code, stdout, stderr } = await runShell(`export STORE_URL=sqlite:${folder.path}/monitoring.db\n${blocks}`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  expect(stdout).toMatch(/loaded 33 records, with new ids: services \w{26}\n(.*\n)*loaded 4 records\n/)
})

it('docs/recipes.md: recorded traffic does not drift from the contract', { timeout: 60_000 }, async () => {
  const folder = await folderOfTest()
  const block = blockOf('docs/recipes.md', 'redocly drift').replaceAll('traffic.har', folder.at('traffic.har'))
  const { code, stderr } = await runShell(block)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
})
