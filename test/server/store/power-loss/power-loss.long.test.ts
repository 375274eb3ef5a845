/** Acknowledged writes survive a power loss at any moment. */
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { it } from '../../../support/folder-test.ts'
import { cutPowerTwice } from './cut-power.ts'
import { imageMountUnsupported } from './mount-disk.ts'

/** For more: `POWER_TRIALS=20 npx vitest run test/server/store/power-loss/power-loss.long.test.ts`. */
const trials = Array.from({ length: Number(process.env.POWER_TRIALS ?? 1) })
const whyNot = imageMountUnsupported()
const skipped = whyNot ? ` (skipped: ${whyNot})` : ''

it.skipIf(whyNot).for(['file:', 'sqlite:'].flatMap((kind) => trials.map(() => kind)))(
  `%s keeps acknowledged writes after a power loss during writes and after them${skipped}`,
  { tags: ['P65'], timeout: 20_000 },
  async (kind, { folder }) => {
    const losses = await cutPowerTwice(kind, folder, randomInt(500))
    expect(losses.map(({ moment }) => moment)).toEqual(['busy', 'idle'])
    for (const { moment, acknowledged, found } of losses) {
      expect(acknowledged.length).toBeGreaterThan(9)
      const users = new Set(found.users.map(({ id }) => id))
      const missing = acknowledged.filter((id) => !users.has(id))
      expect(missing, `${missing.length} of ${acknowledged.length} lost when ${moment}`).toEqual([])
      expect(found.teams.map(({ id }) => id)).toEqual(found.users.map(({ teamId }) => teamId))
    }
  },
)
