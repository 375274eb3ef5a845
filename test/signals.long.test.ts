/** SIGTERM to npm or npx, as a supervisor sends it, and Ctrl-C in a terminal end the command behind it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, type TestContext } from 'vitest'
import { makeFolder } from './support/folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Starts a command in a process group of its own, and waits until it listens. Its output closes when the last process
 * behind it has ended; the port would not show that, since another process may get it at once.
 */
async function start(
  { onTestFinished }: TestContext,
  cwd: string,
  command: string,
  args: readonly string[],
): Promise<ChildProcess> {
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  })
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`${command} ended: ${output}`)
}

const server = ['--demo', '--store', 'memory:', '--port', '0']
const anyPort = ['--port', '0']

describe.concurrent('SIGTERM ends the process that holds the port', () => {
  it.for([
    ['npm start', ['start', '--', '--store', 'memory:', '--mock-port', '0', ...anyPort]],
    ['npm run server', ['run', 'server', '--', ...server]],
    ['npm run mock', ['run', 'mock', '--', ...anyPort]],
  ] as const)('before %s', { tags: ['P74'] }, async ([, args], context) => {
    const child = await start(context, root, 'npm', args)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it.for([
    ['monitoring-server', 'server/main.ts', server],
    ['monitoring-mock', 'mock/main.ts', anyPort],
  ] as const)('behind npx %s', { tags: ['P74'] }, async ([name, file, args], context) => {
    const folder = await makeFolder()
    context.onTestFinished(folder.remove)
    mkdirSync(folder.at('node_modules/.bin'), { recursive: true })
    const program = `#!/bin/sh\nexec '${process.execPath}' '${root}${file}' "$@"\n`
    writeFileSync(folder.at(`node_modules/.bin/${name}`), program, { mode: 0o755 })
    const child = await start(context, folder.path, 'npx', [name, ...args])
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
  })
})

it('Ctrl-C, which npm repeats, ends the server once, with 0', { tags: ['P74'] }, async (context) => {
  const child = await start(context, root, 'npm', ['run', 'server', '--', ...server])
  process.kill(-(child.pid as number), 'SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
})
