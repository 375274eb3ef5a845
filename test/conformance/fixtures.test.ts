/** What the kit says of fixtures that are not what they should be: of another team, used up, or by a hook in trouble. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dump, load } from 'js-yaml'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FixtureLists } from '../../conformance/fixtures/lists.ts'
import { type Reference, startReference } from './reference-server.ts'
import { runKit } from './run-kit.ts'

// Runs of many checks take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Params = Record<string, unknown>

let reference: Reference
let folder: string
const servers: Server[] = []

beforeAll(async () => {
  reference = await startReference()
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(async () => {
  await reference.close()
  await rm(folder, { recursive: true })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What the reference server's own hook makes. */
async function ask(state: string, params: Params): Promise<Params> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ state, params })
  return (await (await fetch(reference.hookUrl, { method: 'POST', headers, body })).json()) as Params
}

/** The reference server's hook, but that it reads its params and tells its answers otherwise. */
function serveHook(
  reads: (state: string, params: Params) => Params | Promise<Params>,
  tells = (made: Params) => made,
): Promise<string> {
  return serve(async (request, response) => {
    const { state, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    response.end(JSON.stringify(tells(await ask(state, await reads(state, params)))))
  })
}

async function file(lists: FixtureLists): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`)
  await writeFile(path, dump(lists))
  return path
}

/** All that the template asks for, made by the reference server's hook. */
async function makeLists(...selection: string[]): Promise<FixtureLists> {
  const { out } = await runKit('template', ...selection)
  const asked = load(out) as Required<FixtureLists>
  const writer = await ask('writer', {})
  const callers: Params = { writer, stranger: await ask('stranger', {}) }
  const { teamId } = writer
  const ownerOf = ({ of = 'writer' }: { of?: string }) => (callers[of] as Params).teamId
  if (asked.freeCaller) callers.freeCaller = await ask('freeCaller', {})
  if (asked.reader) callers.reader = await ask('reader', { teamId })
  if (asked.leavingReader) callers.leavingReader = await ask('reader', { teamId })
  for (const role of ['admin', 'member']) callers[role] = await ask('member', { teamId, role })
  callers.ownerWithMember = await ask('ownerWithMember', {})
  const monitorOf = async (teamId: unknown, days: string[]) => ({
    id: String((await ask('monitor', { teamId, days })).id),
    days,
  })
  const onService = async (one: { serviceId?: string }, teamId: unknown) =>
    one.serviceId && { serviceId: (await ask('service', { teamId, monitors: [] })).id }
  return {
    ...callers,
    oauthUser: await Promise.all(asked.oauthUser.map(() => ask('oauthUser', {}))),
    incidents: await Promise.all(
      asked.incidents.map(async (one) => {
        const params = { type: one.type, resolved: one.resolved ?? false, ...(await onService(one, ownerOf(one))) }
        return { ...one, ...params, ...(await ask('incident', { teamId: ownerOf(one), ...params })) }
      }),
    ),
    monitors: await Promise.all(
      asked.monitors.map(async (one) => ({ ...one, ...(await monitorOf(ownerOf(one), one.days)) })),
    ),
    services: await Promise.all(
      asked.services.map(async (one) => {
        const monitors = await Promise.all(one.monitors.map(({ days }) => monitorOf(ownerOf(one), days)))
        const params = { teamId: ownerOf(one), monitors: monitors.map(({ id }) => id) }
        return { ...one, ...(await ask('service', params)), monitors }
      }),
    ),
  } as FixtureLists
}

describe('Nobody is judged where', () => {
  const ignoring = async (state: string, params: Params) =>
    state === 'reader' ? { teamId: (await ask('writer', {})).teamId } : params

  test('the hook makes the reader in another team, which would be refused for that.', async () => {
    const flags = ['--hook', await serveHook(ignoring), '--only', 'INC-13,INC-14']
    const { code, out, err } = await runKit(reference.url, ...flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      /^the hook's reader is of another team than the writer \(\w+, not \w+\): the hook is to make it in the team that `teamId` in its params names\n$/,
    )
    const doctor = await runKit('doctor', reference.url, ...flags)
    expect(doctor).toMatchObject({
      code: 2,
      out: expect.stringMatching(/✗ the hook's reader is of the writer's team: /),
    })
  })

  test('a log-in shows that the reader is of another team, if nobody says so.', async () => {
    const hook = await serveHook(ignoring, ({ teamId: _, ...made }) => made)
    const { code, err } = await runKit(reference.url, '--hook', hook, '--only', 'INC-13')
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/reader is of another team than the writer/) })
  })

  test('a listed account is of the wrong team: a colleague of another, or the stranger of the same.', async () => {
    const writer = await ask('writer', {})
    const other = await ask('writer', {})
    const colleague = await ask('reader', { teamId: writer.teamId })
    const wrongs: [name: string, checks: string, who: Params, why: RegExp][] = [
      [
        'reader',
        'INC-13',
        await ask('reader', { teamId: other.teamId }),
        /reader is of another team than the writer .*: list one of the same team\n$/,
      ],
      ['leavingReader', 'ADMIN-08', await ask('reader', { teamId: other.teamId }), /leavingReader is of another team/],
      [
        'stranger',
        'INC-30',
        colleague,
        /stranger is of the writer's team \(\w+\): make the stranger in another one\n$/,
      ],
    ]
    for (const [name, checks, who, why] of wrongs) {
      const { email, password } = who
      const fixtures = await file({ writer, stranger: other, [name]: { email, password } })
      const flags = ['--fixtures', fixtures, '--only', `${checks},INC-01`, '--admin-key', reference.adminKey]
      expect(await runKit(reference.url, ...flags)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(why) })
    }
  })
})

test('Of whom no team can be known, since there is a token only, nothing is said.', async () => {
  const writer = await ask('writer', {})
  const { accessToken } = await ask('reader', { teamId: writer.teamId })
  const fixtures = await file({ writer, reader: { accessToken: String(accessToken) } })
  const { out } = await runKit('doctor', reference.url, '--fixtures', fixtures, '--only', 'INC-13')
  expect(out).toMatch(/✓ fixtures\.reader is let in\n/)
  expect(out).not.toMatch(/team/)
})

describe('A hook', () => {
  test('that asks to come back later is asked again, as the target is.', async () => {
    for (const status of [429, 503]) {
      let turned = 0
      const hook = await serve(async (request, response) => {
        if (turned++ % 2 === 0) return void response.writeHead(status, { 'retry-after': '0' }).end()
        const { state, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
        response.end(JSON.stringify(await ask(state, params)))
      })
      expect(await runKit(reference.url, '--hook', hook, '--only', 'INC-01')).toMatchObject({ code: 0 })
    }
  })

  test('that never stops asking that ends the run, with the flags that help.', async () => {
    const hook = await serve((_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
    const { code, err } = await runKit(reference.url, '--hook', hook, '--only', 'INC-01')
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/it answered 429; .*--jobs.*--patience\n$/) })
  })

  test('that refuses the kit is told with the flag for its secret.', async () => {
    for (const status of [401, 403]) {
      const hook = await serve((_, response) => response.writeHead(status).end('no'))
      const flags = [reference.url, '--hook', hook, '--only', 'INC-01']
      expect((await runKit(...flags)).err).toMatch(
        new RegExp(`it answered ${status}: no; does it want --hook-secret \\(MC_HOOK_SECRET\\)\\?\n$`),
      )
      expect((await runKit(...flags, '--hook-secret', 'of-nobody')).err).toMatch(/is --hook-secret .* right\?\n$/)
    }
  })

  test('or a target at a port that fetch refuses needs another one.', async () => {
    const refused = 'http://127.0.0.1:6000'
    expect((await runKit(refused)).err).toMatch(/fetch refuses this port: use another\n$/)
    expect((await runKit(reference.url, '--hook', refused, '--only', 'INC-01')).err).toMatch(/fetch refuses this port/)
  })
})

describe('A list that was used up by an earlier run', () => {
  const told = /the list of fixtures looks used up by an earlier run: make new ones/g

  test('is told first and last, and accuses nobody.', async () => {
    const flags = ['--fixtures', await file(await makeLists()), '--admin-key', reference.adminKey]
    const first = await runKit(reference.url, ...flags)
    expect(first.out).not.toMatch(told)
    expect(first.code).toBe(0)
    const second = await runKit(reference.url, ...flags)
    expect(second.out).toMatch(
      /^the list of fixtures looks used up[^\n]*\n\n[\s\S]*\nthe list of fixtures looks used up[^\n]*\n$/,
    )
    expect(second.out).not.toMatch(/✗/)
    expect(second.code).toBe(3)
    expect((await runKit(reference.url, ...flags, '--only', 'INC', '--allow-unverified')).code).toBe(3)
  })

  test('is no excuse for what alone is refused.', async () => {
    const lists = await makeLists('--only', 'INC,MONITOR')
    const gone = lists.incidents?.find(({ type, resolved }) => type === 'auto' && !resolved)
    const { accessToken } = lists.writer ?? {}
    const headers = { authorization: `Bearer ${accessToken}` }
    await fetch(`${reference.url}/api/v1/incidents/${gone?.id}/resolve`, { method: 'PUT', headers })
    const flags = ['--fixtures', await file(lists), '--only', 'INC,MONITOR', '--rounds', '1', '--jobs', '1']
    const { code, out } = await runKit(reference.url, ...flags)
    expect(out).toMatch(/✗ INC/)
    expect(out).not.toMatch(told)
    expect(code).toBe(1)
  })
})

describe('Doctor', () => {
  test('tells of many accounts of one role in one line.', async () => {
    const oauthUser = await Promise.all([1, 2, 3].map(() => ask('oauthUser', {})))
    const right = await runKit('doctor', reference.url, '--fixtures', await file({ oauthUser }), '--only', 'DEL-10')
    expect(right.out.match(/let in/g)).toHaveLength(1)
    expect(right.out).toMatch(/✓ 3 oauthUsers are let in\n/)
    const wrong = { oauthUser: [...oauthUser, { accessToken: 'of-nobody' }, { accessToken: 'of-nobody-else' }] }
    const { code, out } = await runKit('doctor', reference.url, '--fixtures', await file(wrong), '--only', 'DEL-10')
    expect(out).toMatch(/✗ 5 oauthUsers are let in: fixtures\.oauthUser is not let in: 401 .*; of 5, 2 are not\n/)
    expect(code).toBe(2)
  })

  test('tells what is missing itself, not whose it would be; and counts what is listed.', async () => {
    const incidents = [{ id: 'one', type: 'manual' as const }]
    const fixtures = await file({ incidents })
    const { code, out } = await runKit(
      'doctor',
      reference.url,
      '--fixtures',
      fixtures,
      '--only',
      'INC-01,INC-08,INC-13',
    )
    expect(out).toMatch(/✗ writer, for \d+ checks: no writer: list it/)
    expect(out).toMatch(/✗ reader, for 1 check: no reader: list it/)
    expect(out).toMatch(/✗ 2 × open manual incident: there are 1; no open manual incident: list it/)
    expect(out).toMatch(/✗ 2 × open auto incident: no open auto incident: list it/)
    expect(out.match(/no writer/g)).toHaveLength(1)
    expect(code).toBe(3)
  })

  test('lists nothing that is missing where a token is wrong.', async () => {
    const fixtures = await file({ writer: { accessToken: 'of-nobody' } })
    const { code, out } = await runKit('doctor', reference.url, '--fixtures', fixtures)
    expect(out).toMatch(/✗ fixtures\.writer is let in: .*\n/)
    expect(out).not.toMatch(/list it under fixtures/)
    expect(code).toBe(2)
  })
})

test('The template asks of an OAuth user for all that a hook answers, with a code that stays text.', async () => {
  const { out } = await runKit('template', '--only', 'DEL-10')
  const [user] = (load(out) as Required<FixtureLists>).oauthUser
  expect(Object.keys(user ?? {}).sort()).toEqual(['accessToken', 'email', 'teamId', 'verificationCode'])
  expect(user?.verificationCode).toBe('000000')
})
