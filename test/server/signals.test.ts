/** Signals that supervisors and log rotation send end no server but on purpose, and each line of its log is JSON. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nodes } from '../runtimes/index.ts'
import { makeFolder } from '../support/folder.ts'
import { launch } from '../support/launch.ts'
import { secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const linesOf = (stderr: string) =>
  stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it.each(['SIGTERM', 'SIGINT', 'SIGQUIT'] as const)('%s drains, and the exit code is 0', async (signal) => {
  const server = await start(['--port', '0'], secrets)
  server.signal(signal)
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  expect(linesOf(stderr).map(({ msg }) => msg)).toEqual(['start', 'listen', 'drain', 'stop'])
})

it('SIGHUP, SIGUSR1 and SIGUSR2 without a terminal, and SIGPIPE, are ignored, and open no debugger', async () => {
  const server = await start(['--port', '0'], secrets)
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) server.signal(signal)
  await vi.waitFor(() => expect(server.stderr().match(/ is ignored/g)).toHaveLength(3), 20_000)
  expect((await transmit(server.url, 'GET', '/', {})).statusLine).toBe('404 NOT_FOUND')
  const { code, stderr } = await server.stop()
  expect(code).toBe(0)
  const warnings = linesOf(stderr).filter(({ level }) => level > 30)
  expect(warnings.map(({ cause }) => cause).sort()).toEqual([
    'Warning: SIGHUP is ignored',
    'Warning: SIGUSR1 is ignored',
    'Warning: SIGUSR2 is ignored',
  ])
})

it('SIGHUP, SIGUSR1 and SIGUSR2 without a terminal do not end a start that waits for its database', async () => {
  const env = { ...secrets, STORE_URL: 'postgres://127.0.0.1:1/away', STORE_WAIT: '60' }
  const server = launch('server/main.ts', ['--port', '0'], env)
  onTestFinished(server.kill)
  await vi.waitFor(() => expect(server.stderr()).toContain('waiting for the database'), 20_000)
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) server.signal(signal)
  await vi.waitFor(() => expect(server.stderr().match(/ is ignored/g)).toHaveLength(3), 20_000)
  server.signal('SIGTERM')
  const { code, stderr } = await server.ended
  expect([code, linesOf(stderr).length]).toEqual([null, 4])
})

it('A server that was started in a terminal ends when the terminal is closed', async () => {
  // Opens a terminal of its own, as a window does.
  const program = 'import pty, sys; pty.spawn(sys.argv[1:])'
  const args = ['-c', program, process.execPath, main, '--demo', '--store', 'memory:', '--port', '0']
  const terminal = spawn('python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let output = ''
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const url = await vi.waitFor(() => /listening on (http:\S+)/.exec(output)?.[1] ?? Promise.reject(output), 20_000)
  terminal.kill('SIGKILL')
  await once(terminal, 'exit')
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), 20_000)
})

describe.each(nodes.filter(({ major }) => major >= 22))('$name', ({ program }) => {
  it.skipIf(!program)('writes a log of JSON only, whatever its threads warn of', async () => {
    const folder = await makeFolder()
    const env = { ...secrets, STORE_URL: `sqlite:${folder.at('store.db')}`, NODE_OPTIONS: '--trace-deprecation' }
    const child = spawn(program as string, [main, '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(async () => void (child.kill('SIGKILL') && (await folder.remove())))
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    const url = await vi.waitFor(() => /listening on (http:\S+)/.exec(stdout)?.[1] ?? Promise.reject(stderr), 30_000)
    // More than a hundred commits: the thread for checkpoints starts.
    const body = { email: 'ada@new.example', password: 'wrong-password' }
    for (let n = 0; n < 110; n++) await transmit(url, 'POST', '/auth/login', {}, body)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(linesOf(stderr).length).toBeGreaterThan(110)
  })

  it.skipIf(!program)('warns once of SQLite, at most, in an operator command', async () => {
    const folder = await makeFolder()
    onTestFinished(folder.remove)
    const args = [main, 'add-oauth-user', '--email', 'ada@acme.example', '--store', `sqlite:${folder.at('store.db')}`]
    const { stderr } = await promisify(execFile)(program as string, args)
    expect(stderr.match(/SQLite is/g)?.length ?? 0).toBeLessThan(2)
  })
})

it('A variable whose name is nearly that of a setting is named: in the log, or in the error of a start', async () => {
  const { STORE_URL, ...others } = secrets
  const misspelt = { TRUST_PROXYS: '127.0.0.1', LOG_LEVLE: 'warn', ADMIN_API_KEY_FIL: 'x', HOSTS: 'x', POST: '1' }
  const server = await start(['--port', '0'], { ...secrets, ...misspelt })
  const { stderr } = await server.stop()
  expect(linesOf(stderr).flatMap(({ msg, cause }) => (msg === 'warning' ? cause : []))).toEqual([
    'Warning: TRUST_PROXYS is no setting: TRUST_PROXY is',
    'Warning: LOG_LEVLE is no setting: LOG_LEVEL is',
    'Warning: ADMIN_API_KEY_FIL is no setting: ADMIN_API_KEY_FILE is',
  ])
  await expect(start(['--port', '0'], { ...others, STORE_ULR: STORE_URL })).rejects.toThrow(
    /STORE_URL is not set.*; STORE_ULR is no setting: STORE_URL is/,
  )
})
