/** Signals that supervisors and log rotation send end no server but on purpose. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { launch } from '../support/launch.ts'
import { parseLog, secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

it('SIGQUIT drains, and the exit code is 0', async () => {
  const server = await start(['--port', '0'], secrets)
  server.signal('SIGQUIT')
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  expect(parseLog(stderr).map(({ msg }) => msg)).toEqual(['start', 'listen', 'drain', 'stop'])
})

it('SIGHUP, SIGUSR1 and SIGUSR2 without a terminal, and SIGPIPE, are ignored, and open no debugger', async () => {
  const server = await start(['--port', '0'], secrets)
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) server.signal(signal)
  await vi.waitFor(() => expect(server.stderr().match(/ is ignored/g)).toHaveLength(3), 20_000)
  expect((await transmit(server.url, 'GET', '/', {})).statusLine).toBe('404 NOT_FOUND')
  const { code, stderr } = await server.stop()
  expect(code).toBe(0)
  const warnings = parseLog(stderr).filter(({ level }) => level > 30)
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
  expect([code, parseLog(stderr).length]).toEqual([null, 4])
})

it('A server that was started in a terminal ends when the terminal is closed', async () => {
  // Opens a terminal of its own, as a window does.
  const command = `'${process.execPath}' '${main}' --demo --store memory: --port 0`
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] })
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

it('A variable whose name is nearly that of a setting is named: in the log, or in the error of a start', async () => {
  const { STORE_URL, ...others } = secrets
  const misspelt = { TRUST_PROXYS: '127.0.0.1', LOG_LEVLE: 'warn', ADMIN_API_KEY_FIL: 'x', HOSTS: 'x', POST: '1' }
  const server = await start(['--port', '0'], { ...secrets, ...misspelt })
  const { stderr } = await server.stop()
  expect(parseLog(stderr).flatMap(({ msg, cause }) => (msg === 'warning' ? cause : []))).toEqual([
    'Warning: TRUST_PROXYS is no setting: TRUST_PROXY is',
    'Warning: LOG_LEVLE is no setting: LOG_LEVEL is',
    'Warning: ADMIN_API_KEY_FIL is no setting: ADMIN_API_KEY_FILE is',
  ])
  await expect(start(['--port', '0'], { ...others, STORE_ULR: STORE_URL })).rejects.toThrow(
    /STORE_URL is not set.*; STORE_ULR is no setting: STORE_URL is/,
  )
})
