/** What is for trying out stays on this machine, and away from other data than the demo's. */
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { expect, it, onTestFinished } from 'vitest'
import { newTeam, newUser } from '../../../server/domain/new-records.ts'
import { scheduleDeletion } from '../../../server/domain/rules.ts'
import { startServer } from '../../../server/index.ts'
import { defaultPurgeMax } from '../../../server/jobs/purge.ts'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import { folderOfTest } from '../../support/folder-test.ts'
import { sendRaw, transmit } from '../../support/raw-http.ts'
import { demoSettings } from '../../support/settings.ts'

const real = { ...demoSettings, tokenSecret: 'a'.repeat(32), adminApiKey: 'b'.repeat(32), dataFile: undefined }
const open = async (settings: Parameters<typeof startServer>[0], openStore?: Parameters<typeof startServer>[2]) => {
  const server = await startServer(settings, undefined, openStore)
  onTestFinished(() => server.close(0))
  return server
}

it('Published secrets are served on this machine only, unless a flag allows more', async () => {
  await expect(startServer({ ...demoSettings, host: '0.0.0.0' })).rejects.toThrow(/this machine only.*--unsafe/)
  await open({ ...demoSettings, host: '0.0.0.0', isUnsafe: true })
  await open({ ...real, host: '0.0.0.0' })
})

it('Neither published secrets nor test hooks open a store with other records, unless a flag allows it', async () => {
  const { at } = await folderOfTest()
  const storeUrl = `sqlite:${at('store.db')}`
  const server = await startServer({ ...real, storeUrl })
  const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
  await transmit(server.url, 'POST', '/auth/signup', {}, account)
  await server.close()
  const refused = /other records.*--unsafe/
  await expect(startServer({ ...demoSettings, storeUrl })).rejects.toThrow(refused)
  await expect(startServer({ ...real, storeUrl, fixturesPort: 0 })).rejects.toThrow(refused)
  await open({ ...real, storeUrl, fixturesPort: 0, isUnsafe: true })
})

it('A sign-up with an address of the demo does not open a store to the demo', async () => {
  const { at } = await folderOfTest()
  const storeUrl = `sqlite:${at('store.db')}`
  const server = await startServer({ ...real, storeUrl })
  const account = { email: 'owner@acme.example', password: 'an-uncommon-password' }
  expect((await transmit(server.url, 'POST', '/auth/signup', {}, account)).statusLine).toBe('201')
  await server.close()
  await expect(startServer({ ...demoSettings, storeUrl })).rejects.toThrow(/other records.*--unsafe/)
})

it('A store of the demo is named in a warning, with the accounts that anybody can use, once its secrets are not published', async () => {
  const { at } = await folderOfTest()
  const warningsOf = async (settings: Parameters<typeof startServer>[0], store = 'store.db') => {
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
    await (await startServer({ ...settings, storeUrl: `sqlite:${at(store)}`, logLevel: 'warn' }, log)).close()
    // A purge that is running ends with the server.
    return lines.filter((line) => line !== 'purge')
  }
  expect(await warningsOf(demoSettings)).toEqual([])
  expect(await warningsOf(demoSettings)).toEqual([])
  const [line, ...others] = await warningsOf(real)
  expect(others).toEqual([])
  expect(line).toMatch(/accounts of the demo.*published: remove-user owner@acme.example, admin@acme.example/)
  expect(line).not.toMatch(/oauth@|leaver01@/)
  // Also at the start that loads them.
  expect(await warningsOf({ ...real, dataFile: demoDataFile }, 'loaded.db')).toEqual([line])
})

it('A store with other records is named in a warning if only the secrets are not the demo’s', async () => {
  const { at } = await folderOfTest()
  const settings = { ...real, storeUrl: `sqlite:${at('store.db')}`, logLevel: 'warn', docs: { hasDemo: true } }
  const start = async () => {
    const lines: string[] = []
    const server = await startServer(settings, { write: (line) => void lines.push(JSON.parse(line).msg) })
    onTestFinished(() => server.close(0))
    return { ...server, lines }
  }
  const { url, lines } = await start()
  expect(lines).toEqual([])
  const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
  await transmit(url, 'POST', '/auth/signup', {}, account)
  expect((await start()).lines).toEqual([expect.stringMatching(/^--demo on a store with records of your own/)])
})

it('The limits of attempts are lifted with published secrets on this machine only', async () => {
  for (const settings of [real, { ...demoSettings, isUnsafe: true }]) {
    await expect(startServer({ ...settings, hasNoLimits: true })).rejects.toThrow(
      '--no-limits needs --demo, without --unsafe',
    )
  }
  await expect(startServer({ ...demoSettings, hasNoLimits: true, host: '0.0.0.0' })).rejects.toThrow(
    /this machine only/,
  )
  const { url } = await open({ ...demoSettings, hasNoLimits: true, passwordCost: 4 })
  const post = async (path: string, email: string, password: string) =>
    (await transmit(url, 'POST', path, {}, { email, password })).statusLine
  const responses = []
  for (let count = 0; count < 12; count++)
    responses.push(await post('/auth/login', 'viewer@acme.example', 'wrong-password'))
  expect(new Set(responses)).toEqual(new Set(['401 INVALID_CREDENTIALS']))
  expect(await post('/auth/login', 'viewer@acme.example', demo.password)).toBe('200')
  for (let count = 0; count < 12; count++)
    responses.push(await post('/auth/signup', 'viewer@acme.example', 'an-uncommon-password'))
  expect(responses.at(-1)).toBe('409 EMAIL_ALREADY_REGISTERED')
})

it('The demo and the test hooks refuse the name of another site, which a page could give this machine', async () => {
  const { url, fixturesUrl = '' } = await open({ ...demoSettings, fixturesPort: 0 })
  const statusOf = async (base: string, path: string, Host: string, body?: object) =>
    (await transmit(base, body ? 'POST' : 'GET', path, { Host, 'X-Admin-Api-Key': demo.adminApiKey }, body)).statusLine
  const list = (host: string) => statusOf(url, '/admin/deletion-requests', host)
  expect(await Promise.all(['evil.example', 'localhost.evil.example:80'].map(list))).toEqual(
    Array(2).fill('400 VALIDATION_ERROR'),
  )
  for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', 'server', 'app.localhost'])
    expect(await list(host)).toBe('200')
  const get = (target: string, host: string) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  for (const refused of [get('/', 'evil.example'), get('/', 'a b'), get('http://evil.example/', 'localhost')]) {
    const answers = await sendRaw(url, refused + get('/', 'localhost'))
    expect(answers.map(({ statusLine }) => statusLine)).toEqual(['400 VALIDATION_ERROR'])
  }
  const make = (host: string) => statusOf(fixturesUrl, '/', host, { kind: 'team', fields: {} })
  expect([await make('evil.example'), await make('localhost')]).toEqual(['400 VALIDATION_ERROR', '200'])
})

it('The test hooks bound a body, and show no error of the language', async () => {
  const { fixturesUrl = '' } = await open({ ...demoSettings, fixturesPort: 0 })
  const post = async (body: unknown) =>
    (
      await fetch(fixturesUrl, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).json()
  const unclear = { error: 'the body must be JSON with a kind and the fields that it needs' }
  for (const body of [null, {}, { kind: 'service' }]) expect(await post(body)).toEqual(unclear)
  for (const fields of [null, { monitorIds: 'one' }])
    expect(await post({ kind: 'service', fields })).toEqual({ error: expect.stringMatching(/Invalid type/) })
  expect(await post({ kind: 'team', fields: { name: 'x'.repeat(70_000) } })).toEqual({
    error: expect.stringMatching(/large|64/i),
  })
  expect(await post({ kind: 'service', fields: { teamId: 'none', monitorIds: [] } })).toEqual({
    error: expect.stringMatching(/"none", which is not in teams/),
  })
})

it('The test hooks tell why they delete no due account if too many are due', async () => {
  const store = await openStore('memory:')
  const then = new Date(Date.now() - 40 * 86_400_000)
  const team = newTeam('free', then)
  const users = Array.from({ length: defaultPurgeMax + 1 }, (_, index) =>
    scheduleDeletion(
      newUser({ email: `due-${index}@x.example`, teamId: team.id, role: 'owner', passwordHash: null }, then),
      0,
      then,
    ),
  )
  await store.load({ ...emptyData(), teams: [team], users })
  const { fixturesUrl = '' } = await open({ ...demoSettings, fixturesPort: 0, isUnsafe: true }, async () => store)
  const headers = { 'content-type': 'application/json' }
  const fields = { teamId: team.id, owner: true, deletionRequestedAt: then.toISOString() }
  const body = JSON.stringify({ kind: 'account', fields })
  const response = await fetch(fixturesUrl, { method: 'POST', headers, body })
  expect(await response.json()).toEqual({ error: expect.stringMatching(/^\d+ accounts are due, and at most 1000/) })
})

it('Hashes are cheap only where all passwords are published and lost on exit, and then of one cost', async () => {
  const costsOf = async (settings: Partial<Parameters<typeof startServer>[0]>) => {
    const store = await openStore('memory:')
    const server = await startServer({ ...demoSettings, ...settings }, undefined, async () => store)
    onTestFinished(() => server.close(0))
    const post = (path: string, email: string, password: string) =>
      transmit(server.url, 'POST', path, {}, { email, password })
    expect((await post('/auth/signup', 'ada@new.example', 'an-uncommon-password')).statusLine).toBe('201')
    expect((await post('/auth/login', 'viewer@acme.example', demo.password)).statusLine).toBe('200')
    const { users } = await store.dump()
    const hashes = users.flatMap(({ passwordHash, verification }) => [passwordHash, verification?.codeHash])
    return [...new Set(hashes.flatMap((hash) => hash?.slice(4, 6) ?? []))]
  }
  for (const tools of [{ fixturesPort: 0 }, { fixturesPort: 0, isUnsafe: true }, { hasNoLimits: true }])
    expect(await costsOf(tools)).toEqual(['04'])
  const { tokenSecret, adminApiKey } = real
  const kept = { storeUrl: 'file:data.json' }
  for (const more of [{ tokenSecret, adminApiKey }, kept, { host: '0.0.0.0', isUnsafe: true }])
    expect(await costsOf({ fixturesPort: 0, ...more })).toEqual(['10'])
  expect(await costsOf({})).toEqual(['10'])
})
