/** The clock of this machine beside that of the database. */
import { limits } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { earlierTime } from '../../server/domain/clock.ts'

const noon = new Date('2025-06-15T12:00:00.000Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const earlier = (time: Date | undefined, now: Date) => earlierTime({ time: async () => time }, now)

it('The earlier of both counts, and this machine alone if the store has no clock', async () => {
  expect(await earlier(later(2), noon)).toEqual(noon)
  expect(await earlier(noon, later(2))).toEqual(noon)
  expect(await earlier(undefined, later(2))).toEqual(later(2))
})

it('They may differ by the leeway of the contract, in both directions, and not by more', async () => {
  const { clockSkewSeconds: most } = limits
  expect([await earlier(later(most), noon), await earlier(noon, later(most))]).toEqual([noon, noon])
  const message = `the clocks of this machine and of the database differ by ${most + 1} seconds; set them right`
  await expect(earlier(later(most + 1), noon)).rejects.toThrow(message)
  await expect(earlier(noon, later(most + 1))).rejects.toThrow(message)
})
