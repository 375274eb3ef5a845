/** The published demo secrets match the hashes in the demo data. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import bcrypt from 'bcryptjs'
import { expect, it } from 'vitest'

it('demo.password matches every password hash', async () => {
  const hashes = new Set(demoData.users.flatMap(({ passwordHash }) => passwordHash ?? []))
  expect(hashes.size).toBeGreaterThan(0)
  for (const hash of hashes) expect(await bcrypt.compare(demo.password, hash)).toBe(true)
})

it('demo.verificationCode matches every code hash', async () => {
  const hashes = new Set(demoData.users.flatMap(({ verification }) => verification?.codeHash ?? []))
  expect(hashes.size).toBeGreaterThan(0)
  for (const hash of hashes) expect(await bcrypt.compare(demo.verificationCode, hash)).toBe(true)
})
