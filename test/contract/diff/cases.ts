/** Changes of the contract with the version that each deserves; each changes a place of its own, so that one comparison rates all. */
import type { Impact } from '../../../contract/diff/redocly.ts'
import { breaking } from './breaking.ts'
import { additions, rewordings } from './compatible.ts'
import type { Row } from './row.ts'

const rows: Record<Impact, Row[]> = { major: breaking, minor: additions, patch: rewordings }

export const cases = Object.entries(rows).flatMap(([bump, listed]) =>
  listed.map(([what, place, change]) => ({ bump: bump as Impact, what, at: place, change })),
)
