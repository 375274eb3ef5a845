/** Hostile bytes on raw sockets cause no hang, no crash and no response outside the contract. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { demo } from '@monitoring-service/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMockTarget, startServerTarget, type Target } from '../agreement/targets.ts'
import { parseResponses, transmit } from '../support/raw-http.ts'
import { findViolations } from '../support/violations.ts'
import { hostileFragments } from './hostile.ts'

/** To run more: `HOSTILE=10000 HOSTILE_SEED=7 npx vitest run test/fuzz/hostile.long.test.ts`. */
const count = Number(process.env.HOSTILE ?? 1_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)

describe.each([
  ['mock', startMockTarget],
  ['server', startServerTarget],
])('Hostile bytes to the %s', (_, start) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  /** Its response also shows that the target has read the bytes before it. */
  async function askHonestly(): Promise<void> {
    const headers = { 'X-Admin-Api-Key': demo.adminApiKey }
    const { statusLine } = await transmit(target.url, 'GET', '/admin/deletion-requests?limit=1', headers)
    expect(statusLine, 'an honest request').toBe('200')
  }

  /** Everything that comes back until the connection is closed. */
  async function provoke(fragments: string[]): Promise<string> {
    const { hostname, port } = new URL(target.url)
    const chunks: Buffer[] = []
    const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', () => {})
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(10_000) })
    for (const fragment of fragments) {
      socket.write(fragment, 'latin1')
      await askHonestly()
    }
    socket.end()
    await closed
    return Buffer.concat(chunks).toString('latin1')
  }

  it(`get responses of the contract, and valid requests in between are answered (${count}, seed ${seed})`, {
    tags: ['P32'],
    timeout: 30_000 + 30 * count,
  }, async () => {
    const seen = new Map<string, number>()
    const property = fc.asyncProperty(hostileFragments, async (fragments) => {
      for (const { statusLine, ...response } of parseResponses(await provoke(fragments))) {
        const status = Number(statusLine.slice(0, 3))
        if (status < 200) continue
        seen.set(String(status), (seen.get(String(status)) ?? 0) + 1)
        expect(findViolations(undefined, { ...response, status }, response.text === '' ? 'HEAD' : '')).toEqual([])
      }
    })
    await fc.assert(property, { seed, numRuns: count, includeErrorInReport: true })
    // Most messages get a response, and some are valid HTTP.
    expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(count * 0.9)
    expect([...seen.keys()].sort()).toEqual(['400', '401', '404', '405', '413', '415'])
  })
})
