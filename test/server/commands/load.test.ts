/** `load`: what a record may leave out, what it says, and the line that says what is wrong. */
import { existsSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../../support/folder.ts'
import { sampleFile } from '../store/sample-file.ts'
import { inProcess, operator, recordsOf, runLine } from './operator.ts'

const folder = await makeFolder()
const url = `sqlite:${folder.at('data.db')}`
beforeAll(() => load(sampleFile()))
afterAll(folder.remove)

const load = (data: object) => operator(inProcess, url)('load -', JSON.stringify(data))
const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const usual = {
  monitorId: null,
  teamId: 'acme',
  type: 'manual',
  title: null,
  startedAt: now,
  cause: null,
  createdAt: now,
}

describe('A record that leaves out what is usual', () => {
  it.each([
    ['monitors', { teamId: 'acme' }, {}],
    ['services', { teamId: 'acme' }, { monitorIds: [] }],
    ['incidents', { teamId: 'acme' }, { ...usual, status: 'open', resolvedAt: null }],
    ['incidents', { teamId: 'acme', status: 'resolved' }, { ...usual, status: 'resolved', resolvedAt: now }],
  ] as const)('of %s: %j', async (list, given, added) => {
    const { records, ids } = await load({ [list]: [given] })
    expect([records, ids.length]).toEqual([1, 1])
    expect((await recordsOf(url))[list].find(({ id }) => id === ids[0])).toEqual({ id: ids[0], ...given, ...added })
  })

  it('keeps what it has', async () => {
    const incident = { ...sampleFile().incidents[1], id: 'mine' }
    expect(await load({ incidents: [incident], monitors: [{ id: 'new', teamId: 'acme' }] })).toEqual({
      records: 2,
      ids: [],
    })
    expect((await recordsOf(url)).incidents.find(({ id }) => id === 'mine')).toEqual(incident)
  })

  it('has each day of a range, also over a leap day', async () => {
    await load({ dailyStats: [{ monitorId: 'acme-cart', from: '2024-02-28', to: '2024-03-01' }] })
    const days = (await recordsOf(url)).dailyStats.flatMap(({ monitorId, date }) =>
      monitorId === 'acme-cart' ? [date] : [],
    )
    expect(days).toEqual(expect.arrayContaining(['2024-02-28', '2024-02-29', '2024-03-01']))
  })
})

it('The line of a load says of which list each new id is', async () => {
  const data = { monitors: [{ teamId: 'acme' }, { teamId: 'acme' }], services: [{ id: 'named', teamId: 'acme' }] }
  const { stdout } = await inProcess(url, ['load', '-'], JSON.stringify({ ...data, incidents: [{ teamId: 'acme' }] }))
  expect(stdout).toMatch(/^loaded 4 records, with new ids: monitors \w{26} \w{26}, incidents \w{26}\n$/)
})

it('AUDIT_LOG has the number of records that a load added to each list', async () => {
  const env = { STORE_URL: url, AUDIT_LOG: folder.at('audit.log') }
  const stdin = JSON.stringify({ monitors: [{ teamId: 'acme' }, { teamId: 'acme' }], incidents: [{ teamId: 'acme' }] })
  expect(await runLine('load -', { env, stdin })).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(env.AUDIT_LOG, 'utf8'))).toMatchObject({
    ...{ command: 'load', result: 'done', added: { monitors: 2, incidents: 1 } },
  })
})

it('A load of a terminal, or of an incident with wrong times, is refused in one line and creates no store', async () => {
  const path = folder.at('none.db')
  const env = { STORE_URL: `sqlite:${path}` }
  const terminal = await runLine('load -', { env, stdin: Object.assign(Readable.from([]), { isTTY: true }) })
  const needsPipe = 'load - needs a pipe; name a file, or send it to stdin\n'
  expect(terminal).toEqual({ code: 2, stdout: '', stderr: needsPipe })
  const incident = { teamId: 'acme', startedAt: '9999-01-01T00:00:00.000Z' }
  const future = await runLine('load -', { env, stdin: JSON.stringify({ incidents: [incident] }) })
  expect(future).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^incident "\w+" starts in the future[^\n]*\n$/),
  })
  expect(existsSync(path)).toBe(false)
})

describe('A load adds nothing, and says in one line', () => {
  const incident = (fields: object) => ({ incidents: [{ id: 'mine', teamId: 'acme', ...fields }] })
  const days = (fields: object) => ({ dailyStats: [{ monitorId: 'acme-cart', ...fields }] })
  const range =
    /^stdin: dailyStats\[0\] is from .* to .*, not between two dates like 2025-01-31, .* at most 3660 days$/m
  it.each<[string, object, RegExp]>([
    [
      'that a team is unknown',
      { monitors: [{ teamId: 'none' }] },
      /^monitors belong to "none", which is not in teams$/m,
    ],
    ['that a field is missing', { monitors: [{ id: 'new' }] }, /^stdin: monitors\[0\] \("new"\)\.teamId is missing$/m],
    [
      'that an id is taken',
      { monitors: [{ id: 'globex-home', teamId: 'acme' }] },
      /^monitors have "globex-home" twice$/m,
    ],
    [
      'that a monitor of a service is of another team',
      { services: [{ teamId: 'acme', monitorIds: ['acme-cart', 'globex-home'] }] },
      /^services belong to "globex-home", which is not in monitors of their team$/m,
    ],
    [
      'that a monitor of an incident is of another team',
      incident({ monitorId: 'globex-home' }),
      /^team "acme" has no monitor "globex-home"$/m,
    ],
    [
      'that a service of an incident is of another team',
      incident({ serviceId: 'globex-site' }),
      /^team "acme" has no service "globex-site"$/m,
    ],
    [
      'that an incident starts in the future',
      incident({ startedAt: '9999-01-01T00:00:00.000Z' }),
      /^incident "mine" starts in the future/m,
    ],
    [
      'that an open incident has an end',
      incident({ resolvedAt: '2025-06-15T12:00:00.000Z' }),
      /^incident "mine" is open, .* has resolvedAt 2025/m,
    ],
    [
      'that a resolved incident has none',
      incident({ status: 'resolved', resolvedAt: null }),
      /^incident "mine" is resolved, .* resolvedAt null$/m,
    ],
    [
      'that an incident ends before it starts',
      incident({ status: 'resolved', startedAt: '2025-06-15T12:00:00.000Z', resolvedAt: '2025-06-15T11:59:59.999Z' }),
      /^incident "mine" is resolved, started at 2025-06-15T12:00:00.000Z, but/m,
    ],
    [
      'that a day is stored',
      days({ from: '2025-01-01', to: '2025-02-01' }),
      /^dailyStats have "acme-cart 2025-01-\d\d" twice$/m,
    ],
    [
      'that a monitor of statistics is unknown',
      { dailyStats: [{ monitorId: 'none', date: '2025-01-01' }] },
      /"none", which is not in monitors$/m,
    ],
    ['that a range ends before it begins', days({ from: '2025-01-02', to: '2025-01-01' }), range],
    ['that a range is too long', days({ from: '2025-01-01', to: '2035-01-09' }), range],
    ['that a range has no end', days({ from: '2025-01-01' }), range],
    ['that a day of a range is none', days({ from: '2025-02-29', to: '2025-03-01' }), range],
    [
      'that a record has both a date and a range',
      days({ date: '2025-01-01', from: '2025-01-01' }),
      /dailyStats\[0\] has "from", which/,
    ],
    [
      'that the id of a user is no ULID',
      { users: [{ ...sampleFile().users[0], id: 'mine', email: 'new@example.com' }] },
      /^stdin: user "mine" has an id that is not a ULID$/m,
    ],
    [
      'that an id is empty',
      { monitors: [{ id: '', teamId: 'acme' }] },
      /^stdin: monitors\[0\] \(""\)\.id is "", not .* empty$/m,
    ],
    [
      'which record of the file is wrong after a range of days',
      { dailyStats: [{ monitorId: 'acme-cart', from: '2024-05-01', to: '2024-05-31' }, { monitorId: 'acme-cart' }] },
      /^stdin: dailyStats\[1\]\.date is missing$/m,
    ],
    ['that a list has no records', { incidents: ['none'] }, /^stdin: incidents\[0\] is "none", not an object$/m],
  ])('%s', async (_, data, line) => {
    const before = await recordsOf(url)
    const { code, stdout, stderr } = await inProcess(url, ['load', '-'], JSON.stringify(data))
    expect(stderr).toMatch(line)
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
    expect(await recordsOf(url)).toEqual(before)
  })
})
