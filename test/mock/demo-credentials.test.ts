/** The published demo secrets match the hashes in the demo data, and the README's tables its records. */
import { readFileSync } from 'node:fs'
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createTokens } from '@monitoring-service/server/tokens'
import bcrypt from 'bcryptjs'
import { expect, it } from 'vitest'
import { createDemoTokens } from '../../mock/demo-tokens.ts'

it('demo.verificationCode matches every code hash', async () => {
  const hashes = new Set(demoData.users.flatMap(({ verification }) => verification?.codeHash ?? []))
  expect(hashes.size).toBeGreaterThan(0)
  for (const hash of hashes) expect(await bcrypt.compare(demo.verificationCode, hash)).toBe(true)
})

it("the README's tables match the demo data: Acme's incidents, accounts with their team's plan", () => {
  const readme = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `(\S+)` \| (.*) \| (.*) \| (.*) \|$/gm)].map(([, ...cells]) => cells)
  const team = new Map(demoData.teams.map(({ id, ...rest }) => [id, rest]))
  const incidents = demoData.incidents
    .filter(({ teamId }) => team.get(teamId)?.name === 'Acme')
    .map(({ id, type, status, title }) => [id, type, status, title ?? ''])
  expect(rows.filter(([id]) => id?.includes('1NC1DENT'))).toEqual(incidents)
  const accounts = rows.filter(([email]) => email?.includes('@'))
  expect(accounts).toHaveLength(6)
  for (const [email, ...cells] of accounts) {
    const { role, teamId, passwordHash } = demoData.users.find((user) => user.email === email) ?? {}
    const { name, plan } = team.get(teamId ?? '') ?? {}
    expect([cells, typeof passwordHash], email).toEqual([[role, name, plan], 'string'])
  }
})

it('The tokens of mock and server are each valid at the other', async () => {
  const now = () => new Date()
  const [server, mock] = [await createTokens(demo.tokenSecret, now), createDemoTokens(now)]
  for (const [issuer, verifier] of [
    [server, mock],
    [mock, server],
  ] as const) {
    const { accessToken, refreshToken } = await issuer.issue('a user')
    expect((await verifier.verify(accessToken))?.userId).toBe('a user')
    expect(await verifier.verify(refreshToken)).toBeUndefined()
    expect(await verifier.verify(accessToken.replace(/\..*\./, '.e30.'))).toBeUndefined()
  }
})
