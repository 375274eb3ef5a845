/** The destination of the log ends or delays neither the server nor its stop: not a full disk, nor a stalled reader. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { folderOfTest } from '../support/folder-test.ts'
import { freePort } from '../support/ports.ts'
import { memoryMountUnsupported, mountMemory } from './store/power-loss/mount-disk.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Starts a server whose stderr is a file descriptor. */
async function startWithLog(stderr: number) {
  const args = [main, '--demo', '--port', '0', '--ops-port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', stderr] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const stdout = child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []
  for await (const chunk of stdout) {
    output += chunk
    if (/metrics at http.*\n/.test(output)) break
  }
  const [url = '', opsUrl = ''] = output.match(/http:\S+/g) ?? []
  return {
    /** Sends requests, 20 on each connection, and returns the number of responses. */
    async send(count: number): Promise<number> {
      const responses = await Promise.all(Array.from({ length: count / 20 }, () => this.sendOnOne(20)))
      return responses.reduce((sum, one) => sum + one, 0)
    },
    async sendOnOne(count: number): Promise<number> {
      const { hostname, port } = new URL(url)
      // A server that waits for its log answers nothing.
      const socket = connect(Number(port), hostname).setTimeout(10_000, () => socket.destroy())
      const head = `GET /${'x'.repeat(200)} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'i'.repeat(128)}\r\n`
      socket.write(`${head}\r\n`.repeat(count - 1))
      socket.end(`${head}Connection: close\r\n\r\n`)
      return (await text(socket).catch(() => '')).split('HTTP/1.1 404').length - 1
    },
    /** Sends requests until a line is dropped, at most five times as many as the lines that may wait. */
    async fill(): Promise<void> {
      for (let count = 0; count < 30 && (await this.dropped()) === 0; count++) expect(await this.send(500)).toBe(500)
      expect(await this.dropped()).toBeGreaterThan(0)
    },
    async dropped(): Promise<number> {
      const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
      return Number(/^monitoring_log_lines_dropped_total (\d+)/m.exec(metrics)?.[1])
    },
    async stop(): Promise<unknown> {
      child.kill('SIGTERM')
      return (await once(child, 'exit'))[0]
    },
  }
}

/** Some ten seconds each. */
const short = process.env.npm_lifecycle_event === 'test:logs' ? undefined : 'npm run test:logs runs it'
const noDisk = short ?? memoryMountUnsupported()
const because = (reason: string | undefined) => (reason ? ` (skipped: ${reason})` : '')

it.skipIf(noDisk)(`A disk that fills up and has space again${because(noDisk)}`, async () => {
  const folder = await folderOfTest()
  const disk = mountMemory('64k', folder.at('disk'))
  const file = openSync(`${disk.path}/log`, 'a')
  const server = await startWithLog(file)
  onTestFinished(disk.unmount)
  onTestFinished(() => closeSync(file))
  await server.fill()
  execFileSync('mount', ['-o', 'remount,size=8m', disk.path])
  await server.send(1)
  await vi.waitFor(() => expect(readFileSync(`${disk.path}/log`, 'utf8')).toContain('log lines dropped'), 5_000)
  expect(await server.stop()).toBe(0)
})

/** A pipe of the operating system, whose both ends are open. */
async function makePipe(): Promise<number> {
  const folder = await folderOfTest()
  execFileSync('mkfifo', [folder.at('log')])
  const pipe = openSync(folder.at('log'), constants.O_RDWR)
  onTestFinished(() => closeSync(pipe))
  return pipe
}

it('A full disk: every request is answered, and the server stops', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const server = await startWithLog(full)
  expect(await server.send(20)).toBe(20)
  expect(await server.send(20)).toBe(20)
  expect(await server.stop()).toBe(0)
})

it('A reader that stalls: lines are dropped and counted, requests are answered, and the server stops', async () => {
  const server = await startWithLog(await makePipe())
  await server.fill()
  expect(await server.stop()).toBe(0)
})

it.skipIf(short)(
  `A reader that goes on reads whole lines, and one that counts the others${because(short)}`,
  async () => {
    const pipe = await makePipe()
    const server = await startWithLog(pipe)
    await server.fill()
    const dropped = await server.dropped()
    let output = ''
    const bytes = Buffer.alloc(65_536)
    await vi.waitUntil(
      () => {
        try {
          output += bytes.toString('utf8', 0, readSync(pipe, bytes))
        } catch {
          // Empty: the server has made the pipe non-blocking.
        }
        return output.includes('log lines dropped')
      },
      { timeout: 10_000, interval: 1 },
    )
    const lines = output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    expect(lines.find(({ msg }) => msg === 'log lines dropped')).toMatchObject({ dropped })
    expect(await server.stop()).toBe(0)
  },
)

it('Plain lines that cannot be written, to a full disk or to a reader that is gone, do not end the process', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  for (const destination of [full, 'pipe'] as const) {
    const port = await freePort()
    const args = [main, '--demo', '--port', String(port), '--ops-port', '0']
    const child = spawn(process.execPath, args, { stdio: ['ignore', destination, destination] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const exit = once(child, 'exit')
    child.stdout?.destroy()
    child.stderr?.destroy()
    const request = async () => (await fetch(`http://127.0.0.1:${port}/openapi.yaml`)).status
    expect(await vi.waitFor(request, { timeout: 20_000 })).toBe(200)
    expect(await request()).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  }
})
