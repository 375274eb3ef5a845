/** The commands that list, show, close sign-up and end sessions, beside a running server. */
import { demo, limits } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { hash } from 'bcryptjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../../server/index.ts'
import { openStore } from '../../../server/store/open.ts'
import { cheaplyHashedDemoData } from '../../agreement/demo-data.ts'
import { transmit } from '../../support/raw-http.ts'
import { demoSettings } from '../../support/settings.ts'
import { inProcess, operator, runLine, stores } from './operator.ts'

async function openDemo(url: string) {
  await inProcess(url, ['load', demoDataFile])
  return operator(inProcess, url)
}

describe('list and show', () => {
  it('print what a kind of record has, without hashes, as a table or as JSON', async () => {
    const url = await stores['sqlite:']()
    const call = await openDemo(url)
    const { teams } = await call('list teams')
    const { users } = await call('list users --team 01J0000000000000000TEAM001')
    const { incidents } = await call('list incidents')
    const { monitors } = await call('list monitors --team 01J0000000000000000TEAM001')
    const { services } = await call('list services --team 01J0000000000000000TEAM001')
    expect(monitors.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(services[0].monitorIds))
    expect(await call(`show services ${services[0].id}`)).toEqual(services[0])
    expect(teams.length).toBeGreaterThan(2)
    expect(users.map(({ email }: { email: string }) => email)).toContain('viewer@acme.example')
    expect(incidents.length).toBeGreaterThan(4)
    expect(await call('show users VIEWER@acme.example')).toMatchObject({ role: 'viewer', logsInBy: 'password' })
    expect(await call('show teams 01J0000000000000000TEAM001')).toMatchObject({ plan: 'pro' })
    expect(JSON.stringify([users, await call('show users oauth@acme.example')])).not.toContain('$2b$')
    const { stdout } = await inProcess(url, ['list', 'teams'])
    expect(stdout).toMatch(/^id +name +plan +createdAt\n01J0000000000000000TEAM001 +\S/)
    expect(stdout.trimEnd().split('\n')).toHaveLength(teams.length + 1)
  })

  it('show no text of a caller that would move the cursor, and name what is missing', async () => {
    const url = await stores['sqlite:']()
    await openDemo(url)
    const store = await openStore(url)
    await store.changeTeam('01J0000000000000000TEAM001', (team) => ({ ...team, name: '\u001b[2J\nowned' }))
    await store.close()
    const { stdout } = await inProcess(url, ['list', 'teams', '--team', '01J0000000000000000TEAM001'])
    expect(stdout).toContain('\ufffd[2J\ufffdowned')
    expect(await inProcess(url, ['show', 'teams', 'none'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'there is none of the teams with the id "none"\n',
    })
    expect((await inProcess(url, ['list', 'users', '--team', 'none'])).stdout).toBe('no users\n')
  })
})

describe.each(Object.entries(stores).filter(([kind]) => kind !== 'file:'))('Beside a server on %s', (_, create) => {
  const account = { email: 'viewer@acme.example', password: demo.password }

  async function openServer() {
    const storeUrl = await create()
    const store = await openStore(storeUrl)
    await store.load(await cheaplyHashedDemoData({ hash: (text) => hash(text, 4) })).finally(store.close)
    const server = await startServer({ ...demoSettings, dataFile: undefined, storeUrl, passwordCost: 4 })
    onTestFinished(() => server.close(0))
    const post = (path: string, body: object) => transmit(server.url, 'POST', path, {}, body)
    return {
      call: operator(inProcess, storeUrl),
      signUp: async (name: string) =>
        await post('/auth/signup', { email: `${name}@new.example`, password: 'an-uncommon-password' }),
      run: (line: string, env = {}) => runLine(line, { env: { STORE_URL: storeUrl, ...env } }),
      logIn: async (email = account.email, password: string = demo.password) =>
        (await post('/auth/login', { email, password })).body.accessToken,
      use: async (token: string | undefined) => {
        const headers = { Authorization: `Bearer ${token}` }
        return (await transmit(server.url, 'DELETE', '/api/v1/monitors/unknown/stats', headers)).statusLine.slice(0, 3)
      },
    }
  }

  it('sign-up is closed with 503 and Retry-After, and opened again', async () => {
    const { call, signUp } = await openServer()
    expect(await call('sign-up close')).toEqual({ open: false })
    expect(await call('sign-up close')).toEqual({ open: false })
    expect(await call('sign-up status')).toEqual({ open: false })
    const closed = await signUp('ada')
    expect([closed.statusLine, closed.headers['retry-after']]).toEqual(['503 UNAVAILABLE', '3600'])
    expect(await call('sign-up open')).toEqual({ open: true })
    expect(await call('sign-up status')).toEqual({ open: true })
    expect((await signUp('ada')).statusLine).toBe('201')
  })

  it('set-password lets in a user with too many wrong attempts, who would have to wait', async () => {
    const { call, logIn } = await openServer()
    for (let attempt = 0; attempt < limits.attempts; attempt++) await logIn(account.email, 'not the password')
    expect(await logIn()).toBeUndefined()
    const { password } = await call(`set-password --email ${account.email.toUpperCase()}`)
    expect(await logIn(account.email, password)).toBeDefined()
  })

  it('set-password replaces the password and ends all sessions of the user, but gives none to a user of OAuth', async () => {
    const { call, run, logIn, use } = await openServer()
    const [first, second, other] = [await logIn(), await logIn(), await logIn('admin@acme.example')]
    const { password } = await call(`set-password --email ${account.email}`)
    expect([await use(first), await use(second), await use(other)]).toEqual(['401', '401', '404'])
    expect(await logIn()).toBeUndefined()
    expect(await use(await logIn(account.email, password))).toBe('404')
    const given = await call(`set-password --email ${account.email} --password-stdin`, 'of my own choice')
    expect(given).not.toHaveProperty('password')
    expect(await logIn(account.email, 'of my own choice')).toBeDefined()
    expect(await run('set-password --email oauth@acme.example')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'oauth@acme.example has no password, but logs in by OAuth\n',
    })
  })

  it('purge deletes the users that remove-user names, but none of more than PURGE_MAX without --max', async () => {
    const { call, run, logIn } = await openServer()
    await call('purge')
    await call(`remove-user --email ${account.email}`)
    await call('remove-user --email admin@acme.example')
    const { code, stderr } = await run('purge', { PURGE_MAX: '1' })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^2 accounts are due, and at most 1 /) })
    expect(await logIn()).toBeDefined()
    expect(await run('purge --max 2', { PURGE_MAX: '1' })).toMatchObject({ code: 0, stdout: 'deleted 2 accounts\n' })
    expect(await logIn()).toBeUndefined()
  })

  it('the tokens of a user, or of every user, are refused from then on, and new ones are accepted', async () => {
    const { call, logIn, use } = await openServer()
    const [own, other] = [await logIn(), await logIn('admin@acme.example')]
    expect([await use(own), await use(other)]).toEqual(['404', '404'])
    expect(await call(`end-sessions --email ${account.email}`)).toEqual({ ended: account.email })
    expect([await use(own), await use(other)]).toEqual(['401', '404'])
    expect(await call('end-sessions --all')).toEqual({ ended: 'all' })
    expect([await use(own), await use(other)]).toEqual(['401', '401'])
    expect(await use(await logIn())).toBe('404')
  })
})
