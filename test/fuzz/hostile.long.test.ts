/** Hostile bytes on raw sockets cause no hang, no crash and no response outside the contract. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Target } from './clients.ts'
import { hostileMessages } from './hostile.ts'
import { createHostileClient } from './hostile-client.ts'
import { startMock } from './mock-target.ts'
import { startServer } from './server-target.ts'

/** To run more: `HOSTILE=10000 HOSTILE_SEED=7 npx vitest run test/fuzz/hostile.long.test.ts`. */
const count = Number(process.env.HOSTILE ?? 1_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)

describe.each([
  ['mock', startMock],
  ['server', startServer],
])('Hostile bytes to the %s', (_, start) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  it(`get responses of the contract, and valid requests in between are answered (${count}, seed ${seed})`, {
    tags: ['P32'],
    timeout: 30_000 + 20 * count,
  }, async () => {
    const { provoke, close } = createHostileClient(target)
    const seen = new Map<number, number>()
    const property = fc.asyncProperty(hostileMessages, async (messages) => {
      const { answers, problems } = await provoke(messages)
      for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
      if (problems.length > 0) throw new Error(problems.join('; '))
    })
    await fc.assert(property, { seed, numRuns: count }).finally(close)
    // Most messages get a response, and some are valid HTTP.
    expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(count * 0.9)
    for (const status of [400, 401, 404, 405, 413, 415]) expect(seen.get(status), String(status)).toBeGreaterThan(0)
  })
})
