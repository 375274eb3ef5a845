/** Delays, by option or requested by Prefer. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { MockOptions } from '@monitoring-service/mock'
import { createHandlers } from '@monitoring-service/mock/msw'
import { describe, expect, it, vi } from 'vitest'
import { openMock, sendUsual } from './send.ts'

describe('A delay', () => {
  it('does not hold up later requests, and does not change the response', async () => {
    const url = await openMock()
    await sendUsual(url, 'listDeletionRequests')
    const order: string[] = []
    const call = async (name: string, prefer: string) => {
      const { statusLine } = await sendUsual(url, 'listDeletionRequests', { prefer })
      order.push(`${name} ${statusLine}`)
    }
    const delayed = call('delayed', 'delay=500')
    await call('usual', 'delay=0')
    await delayed
    expect(order).toEqual(['usual 200', 'delayed 200'])
  })

  /** The delays of eight requests, from the calls of setTimeout. */
  async function delaysOf(options: MockOptions, prefer?: string): Promise<number[]> {
    const url = await openMock(options)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    for (let i = 0; i < 8; i++) await sendUsual(url, 'listDeletionRequests', prefer === undefined ? {} : { prefer })
    const pauses = timers.mock.calls.map(([, pause]) => pause ?? 0)
    timers.mockRestore()
    return pauses
  }

  it('by option stays within the range, and repeats with the same seed', async () => {
    const [one, again, other] = [
      await delaysOf({ delay: [20, 60], seed: 7 }),
      await delaysOf({ delay: [20, 60], seed: 7 }),
      await delaysOf({ delay: [20, 60], seed: 8 }),
    ]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(one).toHaveLength(8)
    expect(new Set(one).size).toBeGreaterThan(2)
    for (const pause of [...one, ...other]) expect(pause >= 20 && pause <= 60).toBe(true)
  })

  it('by option can be fixed', async () => {
    expect(await delaysOf({ delay: 3 })).toEqual(Array(8).fill(3))
  })

  it.each([
    ['the client disconnects', 'request.destroy(); await ended; await mock.close()'],
    ['the mock is closed', 'await mock.close(); await ended'],
  ])('ends when %s, so that no timer keeps the process alive', async (_, end) => {
    const program = `
      import { request as open } from 'node:http'
      import { createMock } from '@monitoring-service/mock'
      const mock = await createMock({ delay: 2 ** 31 - 1 })
      const call = (prefer) => open(mock.url + '/auth/login', { method: 'POST', headers: { prefer } }).end()
      const request = call('')
      const ended = new Promise((resolve) => request.on('error', resolve))
      // Answered after it, so the mock has begun to wait.
      await new Promise((resolve) => call('delay=0').on('response', (response) => response.resume().on('end', resolve)))
      ${end}
      console.log('closed')`
    const [cwd, timeout] = [fileURLToPath(new URL('../..', import.meta.url)), 15_000]
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd,
      timeout,
    })
    expect(stdout).toBe('closed\n')
  })

  it('by Prefer replaces the delay by option', async () => {
    expect(await delaysOf({ delay: [20_000, 20_000] }, 'delay=3')).toEqual(Array(8).fill(3))
  })

  it('is 30 seconds at most', async () => {
    const url = await openMock()
    const pauses: (number | undefined)[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, pause?: number) => {
      pauses.push(pause)
      setImmediate(work)
    }) as typeof setTimeout)
    await sendUsual(url, 'listDeletionRequests', { prefer: 'delay=999999999' })
    expect(pauses).toEqual([30_000])
  })
})

it.each<[object, string]>([
  [{ delay: '300' }, 'delay must be milliseconds, or a range of them'],
  [{ delay: '399' }, 'delay must be'],
  [{ delay: ['200', '800'] }, 'delay must be'],
  [{ delay: [800, 200] }, 'delay must be'],
  [{ delay: -1 }, 'delay must be'],
  [{ delay: Number.NaN }, 'delay must be'],
  [{ delay: 2 ** 31 }, 'delay must be'],
  [{ failRate: 3 }, 'failRate must be a share from 0 to 1'],
  [{ failRate: '0.5' }, 'failRate must be'],
  [{ seed: 'x' }, 'seed must be a whole number'],
  [{ statefull: true }, '(did you mean stateful?)'],
])('the option %o is rejected', async (options, reason) => {
  await expect(openMock(options)).rejects.toThrow(reason)
  expect(() => createHandlers({ baseUrl: 'http://x.example', ...options })).toThrow(reason)
})
