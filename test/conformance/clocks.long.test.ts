/** A target whose clock differs from that of the machine on which the kit runs. */
import { expect, test, vi } from 'vitest'
import { measureOffset } from '../../conformance/client/clock.ts'
import type { Exchange } from '../../conformance/client/exchange.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { runAgainst } from './kit-harness.ts'

vi.setConfig({ testTimeout: 120_000 })

const shifted =
  (milliseconds: number): Override =>
  (steps) => ({
    now: () => new Date(steps.now().getTime() + milliseconds),
    responseHeaders: (call) => ({
      ...steps.responseHeaders(call),
      Date: new Date(Date.now() + milliseconds).toUTCString(),
    }),
  })

const timely = 'INC-01,DEL-01,DEL-02,ADMIN-01,ADMIN-17,SERVICE-14,MONITOR-14'

test.each<[offset: string, seconds: number, said: string]>([
  ['0 s', 0, ''],
  ['2 s', 2, ''],
  ['600 s', 600, 'its clock is 10 min ahead of ours: times are judged by its own\n'],
  ['-1 day', -86_400, 'its clock is 1 day behind ours: times are judged by its own\n'],
  ['+1 day', 86_400, 'its clock is 1 day ahead of ours: times are judged by its own\n'],
])('an offset of %s changes no verdict, and is said if it is more than some seconds', async (_, seconds, said) => {
  const { code, out, err } = await runAgainst(shifted(1000 * seconds), '--only', timely, '--level', 'profile')
  expect(out).toMatch(/is conformant as far as 7 of \d+ checks can tell at the level profile/)
  expect(code).toBe(0)
  expect(err.replace(/^\d+ of .*\n/gm, '')).toBe(said)
})

const exchange = (sent: number, milliseconds: number, date?: number) =>
  ({
    started: new Date(sent),
    milliseconds,
    response: { headers: date === undefined ? {} : { date: new Date(date).toUTCString() } },
  }) as Exchange

test.each<[what: string, exchanges: Exchange[], offset: number | undefined]>([
  ['no response has a Date', [exchange(0, 5)], undefined],
  ['it is in the same second', [exchange(400, 20, 0)], 0],
  ['the next second has begun', [exchange(990, 20, 1000)], 0],
  ['a slow response says less than a quick one', [exchange(0, 9000, 14_000), exchange(9500, 10, 19_000)], 10_000],
])('the offset is measured in full seconds: %s', (_, exchanges, offset) => {
  expect(measureOffset(exchanges)).toBe(offset)
})
