/** The operator commands: the records that they write, as a server and other stores read them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { limits } from '@monitoring-service/contract'
import { compare } from 'bcryptjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTokens } from '../../server/auth/tokens.ts'
import { makeCode } from '../../server/auth/verification-code.ts'
import { writeBackup } from '../../server/commands/backup-file.ts'
import { runOperatorCommand } from '../../server/commands/run.ts'
import { startServer } from '../../server/start.ts'
import { openStore } from '../../server/store/open.ts'
import type { Data } from '../../server/store/records.ts'
import { sampleData } from '../../server/store/suite/sample-data.ts'
import { makeFolder } from '../support/folder.ts'
import { makeDatabase } from '../support/postgres/database.ts'
import { type Ended, secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

type Run = (url: string, args: string[], stdin?: string) => Promise<Ended>

/** As a process, without the environment of the tests. */
const asProcess: Run = async (url, args, stdin = '') => {
  const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, ...args], { env: { STORE_URL: url } })
  // A command that does not read stdin may end before the write.
  child.stdin.on('error', () => {}).end(stdin)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** In this process, which is faster. */
const inProcess: Run = async (url, args, stdin = '') => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const io = { env: { STORE_URL: url }, stdin: Readable.from([stdin]), stdout, stderr, exitCode: 0 }
  await runOperatorCommand(args, io).catch((error: Error) => {
    io.exitCode = 1
    stderr.write(`${error.message}\n`)
  })
  const [output, errors] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { code: io.exitCode, stdout: output, stderr: errors }
}

const folder = async () => {
  const made = await makeFolder()
  onTestFinished(made.remove)
  return made
}
/** Creates an empty store of each kind; returns its URL. */
const stores = {
  'file:': async () => `file:${(await folder()).at('data.json')}`,
  'sqlite:': async () => `sqlite:${(await folder()).at('data.db')}`,
  'postgres:': async () => {
    const { url, remove } = await makeDatabase()
    onTestFinished(remove)
    return url
  },
}

/** Runs commands that must succeed; returns their JSON output. */
const operator = (run: Run, url: string) => async (line: string, stdin?: string) => {
  const { code, stdout, stderr } = await run(url, [...line.split(' '), '--json'], stdin)
  const others = stderr.replace(/^\{.*"account deleted"\}\n/gm, '')
  expect({ code, others }, line).toEqual({ code: 0, others: '' })
  expect(stdout, line).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout)
}

const recordsOf = async (url: string): Promise<Data> => {
  const store = await openStore(url)
  return store.dump().finally(store.close)
}

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

// Twelve processes in sequence are slow on a busy machine.
describe('As processes, the commands', { timeout: 60_000 }, () => {
  it('create an owner, a viewer and an OAuth user whom the server then accepts', async () => {
    const { at } = await folder()
    const url = `file:${at('data.json')}`
    const execute = operator(asProcess, url)
    const { id: owner, teamId: team } = await execute('add-oauth-user --email Ada@Acme.example --name Ada')
    expect(await execute(`set-plan pro --team ${team}`)).toEqual({ id: team, plan: 'pro' })
    const { id: monitor } = await execute(`add-monitor --team ${team}`)
    const { id: service } = await execute(`add-service --team ${team} --monitor ${monitor}`)
    const { id: incident } = await execute(`add-incident --team ${team} --service ${service} --title Slow`)
    expect(await execute(`add-stats --monitor ${monitor} --from 2024-02-28 --to 2024-03-01`)).toEqual({ added: 3 })
    const viewer = `add-member --team ${team} --role viewer --email vera@acme.example --password-stdin`
    const { id: vera, ...nothing } = await execute(viewer, 'a piped password\r\nand more')
    expect(nothing).toEqual({})
    const { id: solo } = await operator(inProcess, url)('add-oauth-user --email solo@acme.example')
    const { code } = await execute('issue-code --email Solo@Acme.example')

    const server = await serve(url)
    expect((await server.login('vera@acme.example', 'a piped password')).body.user).toMatchObject({ role: 'viewer' })
    expect(await server.statusLine(vera, 'DELETE', `/api/v1/incidents/${incident}`)).toBe('403 INSUFFICIENT_SCOPE')
    const resolved = await server.send(owner, 'PUT', `/api/v1/incidents/${incident}/resolve`)
    expect(resolved.body.incident).toMatchObject({ type: 'manual', title: 'Slow', serviceId: service, monitorId: null })
    const reset = await server.send(vera, 'DELETE', `/api/v1/services/${service}/stats?before=2024-03-01`)
    expect(reset.body).toEqual({ ok: true, deletedCount: 2 })
    expect(await server.deleteAccount(solo, code)).toBe('200')
    const inUse = await asProcess(url, ['counts'])
    expect(inUse).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^\S+ is in use: [^\n]+\n$/) })
  })

  it('move all records from one file to another', async () => {
    const { at, path } = await folder()
    const url = `file:${at('data.json')}`
    const execute = operator(asProcess, url)
    await writeFile(at('world.json'), JSON.stringify(sampleData()))
    expect(await execute(`load ${at('world.json')}`)).toEqual({ records: Object.values(sampleData()).flat().length })
    expect(await execute('migrate')).toEqual({ versions: [] })
    expect(await execute('purge')).toEqual({ deleted: 1 })
    const counted = await asProcess(url, ['counts'])
    expect(counted).toMatchObject({ code: 0, stderr: '' })
    expect(counted.stdout).toMatch(/^teams {7}2\nusers {7}3\n(?:\w+ +\d+\n){5}$/)
    const { records } = await execute(`backup ${at('backup.json')}`)
    expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const other = `file:${at('other.json')}`
    expect(await operator(asProcess, other)(`restore ${at('backup.json')}`)).toEqual({ records })
    expect(await recordsOf(other)).toEqual(await recordsOf(url))
  })
})

describe.each(['sqlite:', 'postgres:'] as const)('Beside a running server on %s', (kind) => {
  it('the server sees new incidents, members and plans at once', async () => {
    const url = await stores[kind]()
    const execute = operator(inProcess, url)
    expect([await execute('migrate'), await execute('migrate')]).toEqual([
      { versions: ['0001', '0002'] },
      { versions: [] },
    ])
    const server = await serve(url)
    const { id: owner, teamId: team } = await execute('add-oauth-user --email ada@acme.example')
    const { id: monitor } = await execute(`add-monitor --team ${team}`)
    await execute(`add-monitor --team ${team} --id checkout`)
    await execute(`add-stats --monitor ${monitor} --date 2025-01-01 --date 2024-02-29`)
    const reset = () => server.send(owner, 'DELETE', `/api/v1/monitors/${monitor}/stats`)
    expect((await reset()).statusLine).toBe('403 PLAN_UPGRADE_REQUIRED')
    await execute(`set-plan enterprise --team ${team}`)
    expect((await reset()).body).toEqual({ ok: true, deletedCount: 2 })
    expect(await server.statusLine(owner, 'DELETE', '/api/v1/monitors/checkout/stats')).toBe('200')

    const { id: viewer, password } = await execute(
      `add-member --team ${team} --role viewer --name Vera --email Vera@acme.example`,
    )
    const { user } = (await server.login('vera@acme.example', password)).body
    expect(user).toEqual({ id: viewer, email: 'vera@acme.example', name: 'Vera', teamId: team, role: 'viewer' })
    const add = (flags: string) => execute(`add-incident --team ${team} ${flags}`)
    const { id: auto } = await add(`--type auto --monitor ${monitor}`)
    expect(await server.statusLine(viewer, 'PUT', `/api/v1/incidents/${auto}/resolve`)).toBe('403 INSUFFICIENT_SCOPE')
    expect(await server.statusLine(owner, 'DELETE', `/api/v1/incidents/${auto}`)).toMatch(/^409 AUTO_INCIDENT/)
    const { body } = await server.send(owner, 'PUT', `/api/v1/incidents/${auto}/resolve`)
    expect(body.incident).toMatchObject({ type: 'auto', monitorId: monitor, cause: null, title: null })
    const { id: over } = await add('--status resolved --cause Digger --started-at 2025-06-15T14:00:00.5+02:00')
    expect(await server.statusLine(owner, 'PUT', `/api/v1/incidents/${over}/resolve`)).toBe(
      '409 INCIDENT_ALREADY_RESOLVED',
    )
    const kept = (await recordsOf(url)).incidents.find(({ id }) => id === over)
    expect(kept).toMatchObject({ type: 'manual', cause: 'Digger', startedAt: '2025-06-15T12:00:00.500Z' })
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

it('A verification code always has six digits', { tags: ['P44'] }, () => {
  const codes = Array.from({ length: 500 }, makeCode)
  for (const code of codes) expect(code).toMatch(/^[0-9]{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(490)
})

it('A failed backup leaves no file', async () => {
  const { at, path } = await folder()
  const unwritable = { ...sampleData(), attempts: [1n] } as never
  await expect(writeBackup(at('backup.json'), (use) => use(unwritable))).rejects.toThrow(/^no backup was written: /)
  expect(await readdir(path)).toEqual([])
})

describe.each(Object.entries(stores))('In a %s store', (kind, make) => {
  it('restore copies a backup unchanged into a store of another kind, if that one is empty', async () => {
    const [url, { at, path }] = [await make(), await folder()]
    await writeFile(at('world.json'), JSON.stringify(sampleData()))
    await operator(inProcess, url)(`load ${at('world.json')}`)
    const counts = Object.entries(sampleData()).map(([name, list]) => [name, list.length])
    expect(await operator(inProcess, url)('counts')).toEqual(Object.fromEntries(counts))
    await operator(inProcess, url)(`backup ${at('backup.json')}`)
    expect((await stat(at('backup.json'))).mode & 0o777).toBe(0o600)
    const records = await recordsOf(url)
    const lines = (await readFile(at('backup.json'), 'utf8')).trim().split('\n')
    expect(lines.slice(1, -1)).toHaveLength(Object.values(records).flat().length)
    expect(await operator(inProcess, url)(`drill ${at('backup.json')}`)).toEqual({ records: lines.length - 2 })
    await writeFile(at('cut.json'), lines.slice(0, -3).join('\n'))
    expect(await readdir(path)).toEqual(['backup.json', 'cut.json', 'world.json'])

    for (const make of Object.entries(stores).flatMap(([name, make]) => (name === kind ? [] : [make]))) {
      const other = await make()
      const cut = await inProcess(other, ['restore', at('cut.json')])
      expect(cut).toMatchObject({ code: 1, stderr: expect.stringMatching(/cut.json is incomplete/) })
      await operator(inProcess, other)(`restore ${at('backup.json')}`)
      expect(await recordsOf(other)).toEqual(records)
      const again = await inProcess(other, ['restore', at('backup.json')])
      expect(again).toEqual({ code: 1, stdout: '', stderr: 'the store is not empty; restore into a new one\n' })
    }
  })

  it('restore takes a backup of the first version, which is one JSON object', async () => {
    const [url, { at }] = [await make(), await folder()]
    await writeFile(at('first.json'), JSON.stringify(sampleData(), null, 2))
    await operator(inProcess, url)(`restore ${at('first.json')}`)
    await operator(inProcess, url)(`backup ${at('backup.json')}`)
    expect(await operator(inProcess, url)(`drill ${at('first.json')}`)).toEqual(
      await operator(inProcess, url)(`drill ${at('backup.json')}`),
    )
  })

  it('a rejected command changes nothing and reports one line', async () => {
    const [url, { at, path }] = [await make(), await folder()]
    const records = sampleData()
    await writeFile(at('world.json'), JSON.stringify(records))
    await writeFile(
      at('twice.json'),
      JSON.stringify({ monitors: [{ id: 'new', teamId: 'acme' }, ...records.monitors] }),
    )
    await writeFile(at('as-of.json'), JSON.stringify({ asOf: '2025-06-15T12:00:00.000Z', ...records }))
    const files = await readdir(path)
    expect(await inProcess(url, ['backup', at('empty.json')])).toMatchObject({ code: 1, stderr: /store is empty/ })
    await operator(inProcess, url)(`load ${at('world.json')}`)
    const before = await recordsOf(url)
    const rejected: [string, RegExp][] = [
      ['add-monitor --team missing', /there is no team "missing"/],
      ['add-monitor --team acme --id globex-home', /there is a monitor "globex-home" already/],
      ['add-service --team missing', /there is no team "missing"/],
      ['add-service --team acme --monitor acme-cart --monitor globex-home', /"acme" has no monitor "globex-home"/],
      ['add-incident --team missing', /there is no team "missing"/],
      ['add-incident --team acme --monitor globex-home', /team "acme" has no monitor "globex-home"/],
      ['add-incident --team acme --service globex-site', /team "acme" has no service "globex-site"/],
      ['add-stats --monitor nothing --date 2025-01-01', /"nothing", which is not in monitors/],
      [
        'add-stats --monitor acme-cart --from 2025-01-01 --to 2025-02-01',
        /nothing was added, because .*acme-cart 2025-01-01/,
      ],
      ['set-plan pro --team missing', /there is no team "missing"/],
      ['add-member --team missing --role member --email new@acme.example', /there is no team "missing"/],
      ['add-member --team acme --role member --email Gus@Example.com', /^gus@example.com has an account already$/m],
      ['add-oauth-user --email gus@example.com', /^gus@example.com has an account already$/m],
      ['add-oauth-user --team acme --role admin --email gus@example.com', / has an account already/],
      ['add-oauth-user --team missing --role admin --email new@acme.example', /there is no team "missing"/],
      ['issue-code --email missing@acme.example', /there is no user "missing@acme.example"/],
      ['issue-code --email ann@example.com', /ann@example.com has a password/],
      [`load ${at('twice.json')}`, /monitors have "\S+" twice/],
      [`load ${at('nothing.json')}`, /nothing.json/],
      [`restore ${at('nothing.json')}`, /the backup cannot be read: .*nothing.json|store is not empty/],
      [`restore ${at('as-of.json')}`, /has asOf, so it is no backup|store is not empty/],
      [`backup ${at('world.json')}`, /world.json exists already/],
      [`backup ${at('no/such/folder.json')}`, /no backup was written: .*no\/such/],
    ]
    // Validating an address is slow, and the same for all kinds of store.
    const some = rejected.filter(([line]) => kind === 'sqlite:' || !/--email (?!gus|ann)/.test(line))
    for (const [line, why] of some) {
      const { code, stdout, stderr } = await inProcess(url, line.split(' '))
      expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
      expect(stderr, line).toMatch(why)
      expect(stderr, line).toMatch(/^[^\n]+\n$/)
    }
    expect(await recordsOf(url)).toEqual(before)
    expect(await readdir(path)).toEqual(files)
    expect(await readFile(at('world.json'), 'utf8')).toBe(JSON.stringify(records))
  })
})
