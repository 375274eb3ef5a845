/** Delays and failures, random or requested by Prefer. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { limits } from '@monitoring-service/contract'
import { createMock, type MockOptions } from '@monitoring-service/mock'
import { createHandlers } from '@monitoring-service/mock/msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionError, createMonitoring, ResponseError, TimeoutError } from '../../sdk/index.ts'
import { errorOf, shortenDelays } from '../sdk/harness.ts'
import { credentialHeaders, sendUsual } from './send.ts'

const opened: { close(grace?: number): Promise<void> }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map(({ close }) => close(0)))
})

async function open(options: MockOptions = {}): Promise<string> {
  const mock = await createMock(options)
  opened.push(mock)
  return mock.url
}

/** The status lines of sequential requests. */
async function sendInTurn(count: number, url: string): Promise<string[]> {
  const statusLines: string[] = []
  for (let i = 0; i < count; i++) statusLines.push((await sendUsual(url, 'listDeletionRequests')).statusLine)
  return statusLines
}

describe('A delay', () => {
  it('does not hold up later requests, and does not change the response', async () => {
    const url = await open()
    await sendUsual(url, 'listDeletionRequests')
    const order: string[] = []
    const call = async (name: string, prefer: string) => {
      const { statusLine } = await sendUsual(url, 'listDeletionRequests', { prefer })
      order.push(`${name} ${statusLine}`)
    }
    const delayed = call('delayed', 'delay=800')
    await call('usual', 'delay=0')
    await delayed
    expect(order).toEqual(['usual 200', 'delayed 200'])
  })

  /** The delays of eight requests, from the calls of setTimeout. */
  async function delaysOf(options: MockOptions, prefer?: string): Promise<number[]> {
    const url = await open(options)
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
    const url = await open()
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
  [{ failRate: 3 }, 'rate must be a share from 0 to 1'],
  [{ failRate: '0.5' }, 'rate must be'],
  [{ seed: 'x' }, 'seed must be a whole number'],
])('the option %o is rejected', async (options, reason) => {
  await expect(open(options)).rejects.toThrow(reason)
  expect(() => createHandlers({ baseUrl: 'http://x.example', ...options })).toThrow(reason)
})

describe('failRate', () => {
  it('repeats failures with the same seed, and not with another', async () => {
    const [one, again, other] = [
      await sendInTurn(40, await open({ failRate: 0.3, seed: 1 })),
      await sendInTurn(40, await open({ failRate: 0.3, seed: 1 })),
      await sendInTurn(40, await open({ failRate: 0.3, seed: 2 })),
    ]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(new Set(one)).toEqual(new Set(['200', '503 UNAVAILABLE']))
    const failed = one.filter((statusLine) => statusLine !== '200').length
    expect(failed).toBeGreaterThan(5)
    expect(failed).toBeLessThan(20)
  })

  it('fails no request at 0 and every request at 1', async () => {
    expect(new Set(await sendInTurn(20, await open({ failRate: 0 })))).toEqual(new Set(['200']))
    expect(new Set(await sendInTurn(20, await open({ failRate: 1 })))).toEqual(new Set(['503 UNAVAILABLE']))
  })

  it("is overcome by the SDK's retries", async () => {
    shortenDelays()
    let retries = 0
    const api = createMonitoring({
      baseUrl: await open({ failRate: 0.3, seed: 1 }),
      maxRetries: 5,
      adminKey: String((await credentialHeaders('operator'))['x-admin-api-key']),
      onEvent: ({ type }) => {
        if (type === 'retry') retries++
      },
    })
    for (let i = 0; i < 20; i++) expect((await api.admin.deletionRequests()).data.length).toBeGreaterThan(0)
    expect(retries).toBeGreaterThan(0)
  })
})

describe('A fault', () => {
  it.each([
    ['500', '500 INTERNAL_ERROR', undefined],
    ['503', '503 UNAVAILABLE', String(limits.retryAfterSeconds)],
    ['429', '429 RATE_LIMITED', String(limits.retryAfterSeconds)],
  ])('of %s is an error of the contract', async (fault, expected, retryAfter) => {
    const { statusLine, headers } = await sendUsual(await open(), 'listDeletionRequests', { prefer: `fault=${fault}` })
    expect(statusLine).toBe(expected)
    expect(headers['retry-after']).toBe(retryAfter)
    expect(headers).toMatchObject({
      'preference-applied': `fault=${fault}`,
      'mock-fault': fault,
    })
  })

  it('at random is named in Mock-Fault, but not in Preference-Applied', async () => {
    const { headers } = await sendUsual(await open({ failRate: 1 }), 'listDeletionRequests')
    expect(headers).toHaveProperty('mock-fault', '503')
    expect(headers).not.toHaveProperty('preference-applied')
  })

  it('is not named in a regular response', async () => {
    expect((await sendUsual(await open(), 'listDeletionRequests')).headers).not.toHaveProperty('mock-fault')
  })

  it('follows the delay of the same request', async () => {
    const { statusLine, headers } = await sendUsual(await open(), 'login', { prefer: 'fault=503, delay=1' })
    expect([statusLine, headers['preference-applied']]).toEqual(['503 UNAVAILABLE', 'delay=1, fault=503'])
  })

  it.each<[string, new (...input: never[]) => Error]>([
    ['reset', ConnectionError],
    ['half', ConnectionError],
    ['garbage', ResponseError],
    ['hang', TimeoutError],
  ])('of %s becomes %o in the SDK', async (fault, kind) => {
    const api = createMonitoring({
      baseUrl: await open(),
      maxRetries: 0,
      adminKey: 'any',
      timeout: fault === 'hang' ? 300 : 5000,
    })
    const adminKey = String((await credentialHeaders('operator'))['x-admin-api-key'])
    const headers = { prefer: `fault=${fault}`, 'x-admin-api-key': adminKey }
    await errorOf(api.admin.deletionRequests({}, { headers }), kind)
  })

  it('of reset closes the connection', async () => {
    const error = await sendUsual(await open(), 'listDeletionRequests', { prefer: 'fault=reset' }).catch(
      (error) => error,
    )
    expect(error.code).toBe('ECONNRESET')
  })

  it.each([
    ['', 200],
    [', example=pageZero', 400],
  ] as const)('of garbage is the first half of the same response (%j)', async (more, status) => {
    const url = `${await open()}/admin/deletion-requests`
    const get = async (prefer: string) =>
      fetch(url, { headers: { ...(await credentialHeaders('operator')), prefer } as Record<string, string> })
    const [whole, half] = [await get(more.slice(2)), await get(`fault=garbage${more}`)]
    expect([half.status, half.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
    expect(half.headers.get('preference-applied')).toBe(`fault=garbage${more}`)
    expect(half.headers.get('mock-fault')).toBe('garbage')
    const [text, cut] = [await whole.text(), await half.text()]
    expect(cut).toBe(text.slice(0, Math.floor(text.length / 2)))
    expect(() => JSON.parse(cut)).toThrow(SyntaxError)
  })

  it('of garbage replaces a response without a body', async () => {
    const url = `${await open()}/api/v1/incidents/01J0000000000001NC1DENT001`
    const headers = { ...(await credentialHeaders('admin@acme.example')), prefer: 'fault=garbage' } as Record<
      string,
      string
    >
    expect((await fetch(url, { method: 'DELETE', headers: { ...headers, prefer: '' } })).status).toBe(204)
    const response = await fetch(url, { method: 'DELETE', headers })
    expect([response.status, await response.text()]).toEqual([200, '{'])
  })

  it('of hang lasts until the client gives up, and does not affect other requests', async () => {
    const url = await open()
    const [controller, headers] = [new AbortController(), { prefer: 'fault=hang' }]
    let ended = false
    const hanging = fetch(`${url}/auth/login`, {
      method: 'POST',
      signal: controller.signal,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }).finally(() => {
      ended = true
    })
    expect(new Set(await sendInTurn(5, url))).toEqual(new Set(['200']))
    expect(ended).toBe(false)
    controller.abort()
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' })
    expect(await sendInTurn(1, url)).toEqual(['200'])
  })

  it('affects only the request that asked for it', async () => {
    const url = await open()
    await sendUsual(url, 'listDeletionRequests', { prefer: 'fault=503' })
    expect(await sendInTurn(1, url)).toEqual(['200'])
  })
})
