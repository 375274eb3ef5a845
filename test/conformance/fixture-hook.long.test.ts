/** Runs whose fixture hook fails, is slow, rejects the kit or creates the wrong records. */
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { threeDays } from '../../conformance/records/recipes.ts'
import type { Result } from '../../conformance/report/result.ts'
import { step } from '../../conformance/self-test/overrides.ts'
import { createHarness, type HookCall, type Json, outputOf, respond, runKit } from './kit-harness.ts'

const kit = createHarness()

const same = (...call: HookCall) => call

describe('exits with 4 in one line when the hook', () => {
  test.each<[condition: string, listener: RequestListener, message: RegExp]>([
    ['closes the connection', (request) => request.socket.destroy(), /could not make team: the connection was closed/],
    ['responds 500', respond(500, 'out of   order'), /could not make team: it answered 500: out of order/],
    ['redirects', respond(307, '', { location: '/elsewhere' }), /could not make team: it answered 307\n$/],
    ['responds with a page', respond(200, '<html>Welcome'), /team: it answered no JSON object: <html>Welcome/],
  ])('%s', async (_, listener, message) => {
    const flags = [kit.reference.url, '--hook', await kit.serve(listener), '--only', 'INC']
    const { code, out, err } = await runKit(...flags)
    expect({ code, out, err }).toEqual({ code: 4, out: '', err: expect.stringMatching(message) })
    expect(err.match(/\n/g)).toHaveLength(1)
    expect(await runKit('doctor', ...flags)).toMatchObject({ code: 4, out: expect.stringMatching(message) })
  })

  test('always responds 429, and names the flags that help', async () => {
    const hook = await kit.serve(respond(429, '', { 'retry-after': '60' }))
    const { code, err } = await runKit(kit.reference.url, '--hook', hook, '--only', 'INC-01')
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/it answered 429; .*--jobs.*--patience\n$/) })
  })

  test.each([401, 403])('responds %i, and names the flag for its secret', async (status) => {
    const hook = await kit.serve(respond(status, 'no'))
    const flags = [kit.reference.url, '--hook', hook, '--only', 'INC-01']
    expect((await runKit(...flags)).err).toMatch(
      new RegExp(`it answered ${status}: no; does it want --hook-secret \\(MC_HOOK_SECRET\\)\\?\n$`),
    )
    expect((await runKit(...flags, '--hook-secret', 'of-no-user')).err).toMatch(/is --hook-secret .* right\?\n$/)
  })
})

test('lists are no substitute for a hook that fails', async () => {
  const { email, password, teamId } = await kit.makeAccount()
  const lists = { teams: [{ id: teamId, plan: 'paid' }], accounts: [{ teamId, scope: 'write', email, password }] }
  const flags = ['--hook', await kit.serve(respond(500)), '--fixtures', await kit.writeFile(JSON.stringify(lists))]
  const { code, err } = await runKit(kit.reference.url, ...flags, '--only', 'INC-01')
  expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/could not make team: it answered 500\n$/) })
})

test('a hook that fails during a run leaves what needs it unverified, and is said once', async () => {
  const hook = await kit.serveHook((...call) => (call[0] === 'incident' ? 500 : call))
  const { code, out } = await runKit(kit.reference.url, '--hook', hook, '--only', 'LOGIN-01,INC-01,INC-08,MONITOR-05')
  const reason = 'the hook at \\S+ could not make incident: it answered 500: out of order'
  expect(out.match(new RegExp(`${reason}\\s+INC-01, INC-08\n`, 'g'))).toHaveLength(1)
  expect(code).toBe(3)
})

test('A verification code that is a number is a mistake of the hook, in one line.', async () => {
  const hook = await kit.serveHook(same, (made) =>
    made.verificationCode ? { ...made, verificationCode: 246810 } : made,
  )
  const { code, err } = await runKit(kit.reference.url, '--hook', hook, '--only', 'DEL-10')
  const message = expect.stringMatching(/account with verificationCode that is no text: put it in quotes\n$/)
  expect({ code, err }).toEqual({ code: 4, err: message })
})

test.each([429, 503])('sends the request again when the hook responds %i with Retry-After', async (status) => {
  let requests = 0
  const hook = await kit.serveHook((...call) => (requests++ % 2 === 0 ? status : call))
  expect(await runKit(kit.reference.url, '--hook', hook, '--only', 'INC-01')).toMatchObject({ code: 0 })
})

test('leaves checks unverified when the hook makes nothing, and asks for its address', async () => {
  const flags = [kit.reference.url, '--hook', await kit.serve(respond(404)), '--only', 'INC-01']
  const line = /the hook at http:.* answered 404 to every kind: is the address right\?/
  const { code, out } = await runKit(...flags)
  expect(out).toMatch(new RegExp(`${line.source}\\s+INC-01`))
  expect(code).toBe(3)
  expect((await runKit('doctor', ...flags)).out).toMatch(new RegExp(`✗ 2 needs \\(writer, .*\\): ${line.source}`))
})

test.each<[condition: string, isRefused: boolean]>([
  ['makes no changes', true],
  ['does not confirm the plan', false],
])('changes of plans are inapplicable when the hook %s', async (_, isRefused) => {
  const hook = await kit.serveHook(
    (...call) => (call[2] !== undefined && isRefused ? 404 : call),
    (made, _kind, _fields, id) => (id === undefined ? made : {}),
  )
  const { code, out } = await runKit(kit.reference.url, '--hook', hook, '--only', 'MONITOR-05,MONITOR-19')
  expect(out).toMatch(/pass +inapplicable\nStatistics +1 +1\n/)
  expect(code).toBe(0)
})

test('lists provide only what the hook does not make', async () => {
  const hook = await kit.serveHook((...call) => (call[1].plan === 'free' ? 422 : call))
  const { email, password, teamId } = await kit.makeAccount({ owner: true }, 'free')
  const { id } = await kit.make('monitor', { teamId, days: threeDays })
  const lists = {
    teams: [{ id: teamId, plan: 'free' }],
    accounts: [{ teamId, owner: true, email, password }],
    monitors: [{ id, teamId, days: threeDays }],
  }
  const flags = ['--hook', hook, '--fixtures', await kit.writeFile(JSON.stringify(lists))]
  expect((await runKit(kit.reference.url, ...flags, '--only', 'INC-01,MONITOR-05')).code).toBe(0)
})

describe('a record that comes back otherwise is a line of doctor, and accuses nothing:', () => {
  /** Changes the fields of the records of a kind that have one. */
  const changing =
    (kind: string, field: string, change: (fields: Json) => Json | Promise<Json>) =>
    async (...[made, fields]: HookCall): Promise<HookCall> => [
      made,
      made === kind && fields[field] ? { ...fields, ...(await change(fields)) } : fields,
    ]
  const ofAnother = async () => ({ teamId: (await kit.makeAccount()).teamId })

  test.each<[what: string, change: (...call: HookCall) => Promise<HookCall>, line: RegExp, unverified: string[]]>([
    [
      'a free plan',
      changing('team', 'plan', () => ({ plan: 'free' })),
      /team with plan paid came back with another `plan`/,
      ['ERROR-02', 'MONITOR-02', 'MONITOR-30'],
    ],
    [
      'a row too few',
      changing('monitor', 'days', ({ days }) => ({ days: (days as string[]).slice(1) })),
      /monitor came back with another `days`/,
      ['SERVICE-02', 'SERVICE-18', 'DEL-22'],
    ],
    [
      'a reader who can write',
      changing('account', 'scope', () => ({ scope: 'write' })),
      /account with scope read came back with another `scope`/,
      ['INC-13'],
    ],
    [
      'a reader of another team',
      async (kind, fields) => [kind, fields.scope === 'read' ? { ...fields, ...(await ofAnother()) } : fields],
      /came back with another `teamId`/,
      ['INC-13'],
    ],
    ['incidents of another team', changing('incident', 'type', ofAnother), /another `teamId`/, ['INC-01', 'INC-03']],
    [
      'open incidents only',
      changing('incident', 'status', () => ({ status: 'open' })),
      /incident with type manual and status resolved came back with another `status`/,
      ['INC-03'],
    ],
    ['manual incidents only', changing('incident', 'type', () => ({ type: 'manual' })), /`type`/, ['INC-08', 'INC-31']],
    ['auto incidents only', changing('incident', 'type', () => ({ type: 'auto' })), /`type`/, ['INC-01', 'INC-02']],
  ])('%s', async (_, change, line, unverified) => {
    const only =
      'INC-01,INC-02,INC-03,INC-08,INC-13,INC-28,INC-31,INC-32,INC-33,SERVICE-02,SERVICE-18,MONITOR-02,MONITOR-30,DEL-17,DEL-22,ERROR-02,EXPLORE-01'
    await expectNoAccusation(
      ['--hook', await kit.serveHook(change), '--only', only, '--explore', '0.2'],
      line,
      unverified,
    )
  })

  test.each<[what: string, change: (made: Json) => Json, line: RegExp]>([
    [
      'an id that no incident has',
      (made) => ({ ...made, id: `${made.id}`.replace('01', '00') }),
      /404 INCIDENT_NOT_FOUND/,
    ],
    ['no id', ({ id: _, ...made }) => made, /incident .* came back without `id`/],
  ])('incidents with %s', async (_, change, line) => {
    const hook = await kit.serveHook(same, (made, kind) => (kind === 'incident' ? change(made) : made))
    const judged = ['INC-01', 'INC-31', 'INC-32', 'INC-33', 'DEL-36', 'DEL-22', 'EXPLORE-01']
    await expectNoAccusation(['--hook', hook, '--only', judged.join(), '--explore', '0.2'], line, judged)
  })

  test('monitors with one id', async () => {
    const ids: unknown[] = []
    const hook = await kit.serveHook(same, (made, kind) => {
      if (kind === 'monitor') ids.push(made.id)
      return kind === 'monitor' ? { ...made, id: ids[0] } : made
    })
    const flags = ['--hook', hook, '--only', 'MONITOR-01,MONITOR-02,SERVICE-01', '--explore', '0.2']
    await expectNoAccusation(flags, /monitor came back with the `id` of an earlier one/, ['MONITOR-02', 'SERVICE-01'])
  })

  test('a wrong password of each free caller, where checks of any account go on', async () => {
    const hook = await kit.serveHook(same, (made, kind, { owner }) =>
      kind === 'account' && owner === true ? { ...made, password: `${made.password}x` } : made,
    )
    const flags = ['--hook', hook, '--only', 'LOGIN-03,DEL-03,DEL-20,MONITOR-05', '--explore', '0.2']
    const outcomes = await expectNoAccusation(flags, /freeCaller cannot log in with its `password`/, ['MONITOR-05'])
    for (const id of ['LOGIN-03', 'DEL-03', 'DEL-20']) expect(outcomes[id]).toBe('pass')
  })
})

test('a hook that says of an account that it is not deleted leaves its checks unverified, and the report says so', async () => {
  const stays = step('makeRecord').around((make, kind, { deletionRequestedAt, deletionScheduledAt, ...fields }) => {
    const leaving = deletionRequestedAt ? { deletionRequestedAt, deletionScheduledAt, deleted: false } : {}
    return { ...make(kind, fields), ...leaving }
  })
  const out = await outputOf(stays, '--only', 'DEL-30,DEL-33,DEL-34')
  expect(out).toMatch(/Could not be verified: .*an account that is due is not deleted, as the hook says/)
  expect(out).toMatch(/does the job delete it\? (?:DEL-3\d, ){2}DEL-3\d /)
})

/** @returns the outcome of each check. */
async function expectNoAccusation(flags: string[], line: RegExp, silent: string[]): Promise<Record<string, string>> {
  expect((await runKit('doctor', kit.reference.url, ...flags)).out).toMatch(line)
  const { checks }: Result = JSON.parse((await runKit(kit.reference.url, ...flags, '--json')).out)
  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome.sound]))
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'fail' || outcome === 'error')).toEqual([])
  const notJudged = ['unverified', 'inapplicable']
  expect(silent.filter((id) => !notJudged.includes(outcomes[id] ?? '') && !id.startsWith('EXPLORE'))).toEqual([])
  return outcomes
}
