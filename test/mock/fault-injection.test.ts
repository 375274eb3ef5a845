/** Failures, random or requested by Prefer. */
import { limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { ConnectionError, createMonitoring, ResponseError, TimeoutError } from '../../sdk/index.ts'
import { errorOf, shortenDelays } from '../sdk/harness.ts'
import { credentialHeaders, openMock, sendUsual } from './send.ts'

/** The status lines of sequential requests. */
async function sendInTurn(count: number, url: string): Promise<string[]> {
  const statusLines: string[] = []
  for (let i = 0; i < count; i++) statusLines.push((await sendUsual(url, 'listDeletionRequests')).statusLine)
  return statusLines
}

describe('failRate', () => {
  it('repeats failures with the same seed, and not with another', async () => {
    const [one, again, other] = [
      await sendInTurn(40, await openMock({ failRate: 0.3, seed: 1 })),
      await sendInTurn(40, await openMock({ failRate: 0.3, seed: 1 })),
      await sendInTurn(40, await openMock({ failRate: 0.3, seed: 2 })),
    ]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(new Set(one)).toEqual(new Set(['200', '503 UNAVAILABLE']))
    const failed = one.filter((statusLine) => statusLine !== '200').length
    expect(failed).toBeGreaterThan(5)
    expect(failed).toBeLessThan(20)
  })

  it('fails no request at 0 and every request at 1', async () => {
    expect(new Set(await sendInTurn(20, await openMock({ failRate: 0 })))).toEqual(new Set(['200']))
    expect(new Set(await sendInTurn(20, await openMock({ failRate: 1 })))).toEqual(new Set(['503 UNAVAILABLE']))
  })

  it("is overcome by the SDK's retries", async () => {
    shortenDelays()
    let retries = 0
    const api = createMonitoring({
      baseUrl: await openMock({ failRate: 0.3, seed: 1 }),
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
    const { statusLine, headers } = await sendUsual(await openMock(), 'listDeletionRequests', {
      prefer: `fault=${fault}`,
    })
    expect(statusLine).toBe(expected)
    expect(headers['retry-after']).toBe(retryAfter)
    expect(headers).toMatchObject({ 'preference-applied': `fault=${fault}`, 'mock-fault': fault })
  })

  it('at random is named in Mock-Fault, but not in Preference-Applied', async () => {
    const { headers } = await sendUsual(await openMock({ failRate: 1 }), 'listDeletionRequests')
    expect(headers).toHaveProperty('mock-fault', '503')
    expect(headers).not.toHaveProperty('preference-applied')
  })

  it('is not named in a regular response', async () => {
    expect((await sendUsual(await openMock(), 'listDeletionRequests')).headers).not.toHaveProperty('mock-fault')
  })

  it('follows the delay of the same request', async () => {
    const { statusLine, headers } = await sendUsual(await openMock(), 'login', { prefer: 'fault=503, delay=1' })
    expect([statusLine, headers['preference-applied']]).toEqual(['503 UNAVAILABLE', 'delay=1, fault=503'])
  })

  it.each<[string, new (...input: never[]) => Error]>([
    ['reset', ConnectionError],
    ['half', ConnectionError],
    ['garbage', ResponseError],
    ['hang', TimeoutError],
  ])('of %s becomes %o in the SDK', async (fault, kind) => {
    const api = createMonitoring({
      baseUrl: await openMock(),
      maxRetries: 0,
      adminKey: 'any',
      timeout: fault === 'hang' ? 60 : 5000,
    })
    const adminKey = String((await credentialHeaders('operator'))['x-admin-api-key'])
    const headers = { prefer: `fault=${fault}`, 'x-admin-api-key': adminKey }
    await errorOf(api.admin.deletionRequests({}, { headers }), kind)
  })

  it.each([
    ['', 200],
    [', example=pageZero', 400],
  ] as const)('of garbage is the first half of the same response (%j)', async (more, status) => {
    const url = `${await openMock()}/admin/deletion-requests`
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
    const url = `${await openMock()}/api/v1/incidents/01J0000000000001NC1DENT001`
    const headers = { ...(await credentialHeaders('admin@acme.example')), prefer: 'fault=garbage' } as Record<
      string,
      string
    >
    expect((await fetch(url, { method: 'DELETE', headers: { ...headers, prefer: '' } })).status).toBe(204)
    const response = await fetch(url, { method: 'DELETE', headers })
    expect([response.status, await response.text()]).toEqual([200, '{'])
  })

  it('of hang lasts until the client gives up, and does not affect other requests', async () => {
    const url = await openMock()
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
})
