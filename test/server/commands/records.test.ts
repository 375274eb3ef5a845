/** The records that operator commands write, as a running server sees them. */
import { limits } from '@monitoring-service/contract'
import { compare } from 'bcryptjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTokens } from '../../../server/auth/tokens.ts'
import { startServer } from '../../../server/start.ts'
import { secrets } from '../../support/process.ts'
import { transmit } from '../../support/raw-http.ts'
import { asProcess, folder, inProcess, operator, recordsOf, stores } from './operator.ts'

async function serve(url: string) {
  const { TOKEN_SECRET: tokenSecret, ADMIN_API_KEY: adminApiKey, UPGRADE_URL: upgradeUrl } = secrets
  const common = { port: 0, host: '127.0.0.1', dataFile: undefined, logLevel: 'silent' }
  const server = await startServer({ ...common, storeUrl: url, tokenSecret, adminApiKey, upgradeUrl })
  onTestFinished(() => server.close())
  const tokens = await createTokens(tokenSecret, () => new Date())
  const send = async (as: string, method: string, path: string, body?: object) => {
    const { accessToken } = await tokens.issue(as)
    return transmit(server.url, method, path, { Authorization: `Bearer ${accessToken}` }, body)
  }
  return {
    send,
    statusLine: async (...request: Parameters<typeof send>) => (await send(...request)).statusLine,
    deleteAccount: async (as: string, verificationCode: string) =>
      (await send(as, 'POST', '/dashboard/account/delete', { verificationCode })).statusLine,
    login: (email: string, password: string) => transmit(server.url, 'POST', '/auth/login', {}, { email, password }),
  }
}

it('The commands create an owner, a viewer and an OAuth user whom the server then accepts', async () => {
  const { at } = await folder()
  const url = `file:${at('data.json')}`
  const execute = operator(inProcess, url)
  const { id: owner, teamId: team } = await execute('add-oauth-user --email Ada@Acme.example --name Ada')
  expect(await execute(`set-plan pro --team ${team}`)).toEqual({ id: team, plan: 'pro' })
  const loaded = await execute(
    'load -',
    JSON.stringify({
      monitors: [{ id: 'cart', teamId: team }],
      services: [{ id: 'shop', teamId: team, monitorIds: ['cart'] }],
      incidents: [{ teamId: team, serviceId: 'shop', title: 'Slow' }],
      dailyStats: [{ monitorId: 'cart', from: '2024-02-28', to: '2024-03-01' }],
    }),
  )
  expect(loaded).toEqual({ records: 6, ids: [expect.stringMatching(/^[0-9A-Z]{26}$/)] })
  const [incident] = loaded.ids
  const viewer = `add-member --team ${team} --role viewer --email vera@acme.example --password-stdin`
  const { id: vera, ...nothing } = await execute(viewer, 'a piped password\r\nand more')
  expect(nothing).toEqual({})
  const { id: solo } = await execute('add-oauth-user --email solo@acme.example')
  const { code } = await execute('issue-code --email Solo@Acme.example')

  const server = await serve(url)
  expect((await server.login('vera@acme.example', 'a piped password')).body.user).toMatchObject({ role: 'viewer' })
  expect(await server.statusLine(vera, 'DELETE', `/api/v1/incidents/${incident}`)).toBe('403 INSUFFICIENT_SCOPE')
  const resolved = await server.send(owner, 'PUT', `/api/v1/incidents/${incident}/resolve`)
  expect(resolved.body.incident).toMatchObject({ type: 'manual', title: 'Slow', serviceId: 'shop', monitorId: null })
  const reset = await server.send(vera, 'DELETE', `/api/v1/services/shop/stats?before=2024-03-01`)
  expect(reset.body).toEqual({ ok: true, deletedCount: 2 })
  expect(await server.deleteAccount(solo, code)).toBe('200')
  const inUse = await asProcess(url, ['counts'])
  expect(inUse).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^\S+ is in use: [^\n]+\n$/) })
})

describe.each(['sqlite:', 'postgres:'] as const)('Beside a running server on %s', (kind) => {
  it('the server sees new incidents, members and plans at once', async () => {
    const url = await stores[kind]()
    const execute = operator(inProcess, url)
    expect([await execute('migrate up'), await execute('migrate up')]).toEqual([
      { versions: ['0001', '0002', '0003'] },
      { versions: [] },
    ])
    const server = await serve(url)
    const { id: owner, teamId: team } = await execute('add-oauth-user --email ada@acme.example')
    const load = async (data: object) => (await execute('load -', JSON.stringify(data))).ids
    const [monitor] = await load({ monitors: [{ teamId: team }] })
    await load({ dailyStats: [{ monitorId: monitor, from: '2024-02-28', to: '2024-02-29' }] })
    const reset = () => server.send(owner, 'DELETE', `/api/v1/monitors/${monitor}/stats`)
    expect((await reset()).statusLine).toBe('403 PLAN_UPGRADE_REQUIRED')
    await execute(`set-plan enterprise --team ${team}`)
    expect((await reset()).body).toEqual({ ok: true, deletedCount: 2 })

    const { id: viewer, password } = await execute(
      `add-member --team ${team} --role viewer --name Vera --email Vera@acme.example`,
    )
    const { user } = (await server.login('vera@acme.example', password)).body
    expect(user).toEqual({ id: viewer, email: 'vera@acme.example', name: 'Vera', teamId: team, role: 'viewer' })
    const [auto] = await load({ incidents: [{ teamId: team, type: 'auto', monitorId: monitor }] })
    expect(await server.statusLine(viewer, 'PUT', `/api/v1/incidents/${auto}/resolve`)).toBe('403 INSUFFICIENT_SCOPE')
    expect(await server.statusLine(owner, 'DELETE', `/api/v1/incidents/${auto}`)).toMatch(/^409 AUTO_INCIDENT/)
    const { body } = await server.send(owner, 'PUT', `/api/v1/incidents/${auto}/resolve`)
    expect(body.incident).toMatchObject({ type: 'auto', monitorId: monitor, cause: null, title: null })
    const startedAt = '2025-06-15T12:00:00.500Z'
    const [over] = await load({ incidents: [{ teamId: team, status: 'resolved', cause: 'Digger', startedAt }] })
    expect(await server.statusLine(owner, 'PUT', `/api/v1/incidents/${over}/resolve`)).toBe(
      '409 INCIDENT_ALREADY_RESOLVED',
    )
    const kept = (await recordsOf(url)).incidents.find(({ id }) => id === over)
    expect(kept).toMatchObject({ type: 'manual', cause: 'Digger', startedAt })
    expect(kept?.resolvedAt).toBe(kept?.createdAt)
  })
})

it('issue-code replaces the previous code, restores all attempts, and stores a hash', async () => {
  const url = await stores['sqlite:']()
  const [execute, server] = [operator(inProcess, url), await serve(url)]
  const { teamId } = await execute('add-oauth-user --email ada@acme.example')
  const { id } = await execute(`add-oauth-user --email ben@acme.example --role admin --team ${teamId}`)
  const first = await execute('issue-code --email ben@acme.example')
  const { users } = await recordsOf(url)
  const ben = users.find((user) => user.id === id)
  expect(ben).toMatchObject({ teamId, role: 'admin', verification: { expiresAt: first.expiresAt, tries: 0 } })
  expect(await compare(first.code, ben?.verification?.codeHash ?? '')).toBe(true)
  const life = (Date.parse(first.expiresAt) - Date.now()) / 1000
  expect(life).toBeLessThanOrEqual(limits.verificationCodeSeconds)
  expect(life).toBeGreaterThan(limits.verificationCodeSeconds - 60)

  const wrong = String((Number(first.code) + 1) % 1_000_000).padStart(6, '0')
  const tries = [...Array<string>(limits.verificationCodeAttempts).fill(wrong), first.code]
  for (const code of tries) expect(await server.deleteAccount(id, code)).toBe('403 WRONG_VERIFICATION_CODE')
  const { code } = await execute('issue-code --email Ben@acme.example')
  expect(await server.deleteAccount(id, code)).toBe('200')
  expect(await server.deleteAccount(id, code)).toBe('403 WRONG_VERIFICATION_CODE')
})
