/** Runs whose fixture hook fails, is slow, rejects the kit or creates the wrong records. */
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { createHarness, type Json, outputOf, readHookRequest, respond, runKit } from './kit-harness.ts'

const kit = createHarness()

/** The reference server's hook with changed params and changed results. */
function serveHook(
  mapParams: (state: string, params: Json) => Json | Promise<Json>,
  mapResult = (result: Json, _state: string) => result,
): Promise<string> {
  return kit.serve(async (request, response) => {
    const { state, params } = await readHookRequest(request)
    response.end(JSON.stringify(mapResult(await kit.makeState(state, await mapParams(state, params)), state)))
  })
}

describe('exits with 4 in one line when the hook', () => {
  test.each<[condition: string, listener: RequestListener, message: RegExp]>([
    [
      'closes the connection',
      (request) => request.socket.destroy(),
      /could not make writer: the connection was closed/,
    ],
    ['responds 500', respond(500, 'out of   order'), /could not make writer: it answered 500: out of order/],
    ['redirects', respond(307, '', { location: '/elsewhere' }), /could not make writer: it answered 307\n$/],
    ['responds with a page', respond(200, '<html>Welcome'), /writer: it answered no JSON object: <html>Welcome/],
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

test('A verification code that is a number is a mistake of the hook, in one line.', async () => {
  const hook = await serveHook(
    (_, params) => params,
    (made) => (made.verificationCode ? { ...made, verificationCode: 246810 } : made),
  )
  const { code, err } = await runKit(kit.reference.url, '--hook', hook, '--only', 'DEL-10')
  const message = expect.stringMatching(/oauthUser with verificationCode that is no text: put it in quotes\n$/)
  expect({ code, err }).toEqual({ code: 4, err: message })
})

test.each([429, 503])('sends the request again when the hook responds %i with Retry-After', async (status) => {
  let requests = 0
  const hook = await kit.serve(async (request, response) => {
    if (requests++ % 2 === 0) return void response.writeHead(status, { 'retry-after': '0' }).end()
    const { state, params } = await readHookRequest(request)
    response.end(JSON.stringify(await kit.makeState(state, params)))
  })
  expect(await runKit(kit.reference.url, '--hook', hook, '--only', 'INC-01')).toMatchObject({ code: 0 })
})

test('reports a port on which nothing listens, of the target and of the hook', async () => {
  const nowhere = 'http://127.0.0.1:6000'
  expect((await runKit(nowhere)).err).toMatch(/ECONNREFUSED 127\.0\.0\.1:6000\n$/)
  expect((await runKit(kit.reference.url, '--hook', nowhere, '--only', 'INC-01')).err).toMatch(/ECONNREFUSED/)
})

test('leaves checks unverified when the hook knows no state, and asks for its address', async () => {
  const hook = await kit.serve(respond(404))
  const flags = [kit.reference.url, '--hook', hook, '--only', 'INC-01']
  const line = /the hook at http:.* answered 404 to every state: is the address right\?/
  const { code, out } = await runKit(...flags)
  expect(out).toMatch(new RegExp(`${line.source}\\s+INC-01`))
  expect(code).toBe(3)
  expect((await runKit('doctor', ...flags)).out).toMatch(new RegExp(`✗ the hook knows the states: ${line.source}`))
})

test.each([
  ['does not know the state', 404, '{}'],
  ['does not confirm the plan', 200, '{}'],
])('changes of plans are inapplicable when the hook %s', async (_, status, body) => {
  const hook = await kit.serve(async (request, response) => {
    const { state, params } = await readHookRequest(request)
    if (state === 'plan') return void response.writeHead(status).end(body)
    response.end(JSON.stringify(await kit.makeState(state, params)))
  })
  const { code, out } = await runKit(kit.reference.url, '--hook', hook, '--only', 'MONITOR-05,MONITOR-19')
  expect(out).toMatch(/pass +inapplicable\nStatistics +1 +1\n/)
  expect(code).toBe(0)
})

test('lists provide only the states that the hook does not know', async () => {
  const hook = await kit.serve(async (request, response) => {
    const { state, params } = await readHookRequest(request)
    if (state === 'freeCaller') return void response.writeHead(404).end()
    response.end(JSON.stringify(await kit.makeState(state, params)))
  })
  const freeCaller = JSON.stringify(await kit.makeState('freeCaller'))
  const lists = await kit.writeYaml(`freeCaller: ${freeCaller}\nwriter: { accessToken: not-a-token }\n`)
  const flags = ['--hook', hook, '--fixtures', lists, '--only', 'INC-01,MONITOR-05']
  expect((await runKit(kit.reference.url, ...flags)).code).toBe(0)
})

test('leaves a check unverified when a free caller shares a team with others', async () => {
  const hook = await kit.serve(async (request, response) => {
    const { state, params } = await readHookRequest(request)
    const caller = await kit.makeState(state, params)
    if (state === 'freeCaller') await kit.makeState('member', { teamId: caller.teamId, role: 'member' })
    response.end(JSON.stringify(caller))
  })
  const { code, out } = await runKit(
    ...[kit.reference.url, '--hook', hook, '--only', 'DEL-02,DEL-04,DEL-05', '--jobs', '1'],
  )
  expect(out).toMatch(/is the freeCaller alone in the team\? seen: 409 TEAM_HAS_OTHER_MEMBERS: .*\s+DEL-02\n/)
  expect(out).toMatch(/Account deletion +2 +1\n/)
  expect(code).toBe(3)
})

describe('exits with 2 when the hook creates the reader in another team', () => {
  const otherTeam = async (state: string, params: Json) =>
    state === 'reader' ? { teamId: (await kit.makeState('writer')).teamId } : params

  test('and its response shows that', async () => {
    const flags = ['--hook', await serveHook(otherTeam), '--only', 'INC-13,INC-14']
    const { code, out, err } = await runKit(kit.reference.url, ...flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      /^the hook's reader belongs to another team than the writer \(\w+, not \w+\): the hook must make it in the team of `params\.teamId`\n$/,
    )
    expect(await runKit('doctor', kit.reference.url, ...flags)).toMatchObject({
      code: 2,
      out: expect.stringMatching(/✗ the hook's reader belongs to the writer's team: /),
    })
  })

  test('and only a log-in shows that', async () => {
    const hook = await serveHook(otherTeam, ({ teamId: _, ...result }) => result)
    const { code, err } = await runKit(kit.reference.url, '--hook', hook, '--only', 'INC-13')
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/reader belongs to another team than the writer/),
    })
  })
})

describe('a hook that makes another fixture than the state says is a line of doctor, and accuses nothing, with', () => {
  type Call = [state: string, params: Json]
  const ofStranger = async () => ({ teamId: (await kit.makeState('stranger')).teamId })
  /** Changes the params of one state. */
  const changing =
    (changed: string, change: (params: Json) => Json | Promise<Json>) => async (state: string, params: Json) =>
      [state, state === changed ? { ...params, ...(await change(params)) } : params] as Call
  const instead =
    (role: string, state: string, more: Json = {}) =>
    async (asked: string, params: Json) =>
      (asked === role ? [state, { ...params, ...more }] : [asked, params]) as Call
  const withoutFirst = ({ days }: Json) => ({ days: (days as string[]).slice(1) })

  test.each<[what: string, change: (state: string, params: Json) => Promise<Call>, line: RegExp, unverified: string[]]>(
    [
      [
        'a writer on the free plan',
        instead('writer', 'freeCaller'),
        /hook's writer is on a paid plan: .*PLAN_UPGRADE/,
        ['ERROR-02', 'MONITOR-02', 'MONITOR-31', 'DEL-17', 'EXPLORE-04'],
      ],
      [
        'a stranger on the free plan',
        instead('stranger', 'freeCaller'),
        /hook's stranger is on a paid/,
        ['MONITOR-31'],
      ],
      [
        'monitors without rows',
        changing('monitor', () => ({ days: [] })),
        /finds 0 rows/,
        ['SERVICE-02', 'EXPLORE-04'],
      ],
      [
        'a row too few',
        changing('monitor', withoutFirst),
        /finds 2 rows/,
        ['SERVICE-02', 'SERVICE-18', 'DEL-22', 'EXPLORE-04'],
      ],
      ['a reader who is an owner', instead('reader', 'member', { role: 'owner' }), /reader can write/, ['INC-13']],
      [
        'a reader who is an admin',
        instead('reader', 'member', { role: 'admin' }),
        /reader can write, and has the role of the admin/,
        ['INC-13', 'INC-33', 'EXPLORE-02'],
      ],
      [
        'incidents of another team',
        changing('incident', ofStranger),
        /in the team `params.teamId`\?/,
        ['INC-01', 'INC-03'],
      ],
      [
        'open incidents only',
        changing('incident', () => ({ resolved: false })),
        /`params.resolved`/,
        ['INC-03', 'EXPLORE-02'],
      ],
      [
        'manual incidents only',
        changing('incident', () => ({ type: 'manual' })),
        /auto .* the type manual/,
        ['INC-05', 'INC-08', 'INC-31', 'INC-33'],
      ],
      [
        'auto incidents only',
        changing('incident', () => ({ type: 'auto' })),
        /manual .* the type auto/,
        ['INC-01', 'INC-05'],
      ],
    ],
  )('%s', async (_, change, line, unverified) => {
    const hook = await kit.serve(async (request, response) => {
      const { state, params } = await readHookRequest(request)
      response.end(JSON.stringify(await kit.makeState(...(await change(state, params)))))
    })
    const only =
      'INC-01,INC-03,INC-05,INC-08,INC-13,INC-28,INC-31,INC-32,INC-33,SERVICE-02,SERVICE-18,MONITOR-02,MONITOR-31,DEL-17,DEL-22,ERROR-02,EXPLORE-02,EXPLORE-04'
    await expectNoAccusation(['--hook', hook, '--only', only, '--explore', '0.2'], line, unverified)
  })

  test.each<[what: string, change: (made: Json) => Json, line: RegExp]>([
    ['an id that no incident has', (made) => ({ ...made, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }), /404 INCIDENT_NOT_FOUND/],
    ['no id', ({ id: _, ...made }) => made, /✗ the hook's response to incident is complete: .* without an `id`/],
  ])('incidents with %s', async (_, change, line) => {
    const hook = await serveHook(
      (_, params) => params,
      (made, state) => (state === 'incident' ? change(made) : made),
    )
    const unverified = ['INC-01', 'INC-31', 'INC-32', 'INC-33', 'DEL-37', 'DEL-22', 'EXPLORE-02']
    await expectNoAccusation(['--hook', hook, '--only', unverified.join(), '--explore', '0.2'], line, unverified)
  })

  // These checks declare only a caller, and ask for the rest in the team of that caller.
  test.each(['INC-31', 'INC-33'])('manual incidents only, if %s alone runs', async (id) => {
    const hook = await serveHook((state, params) => (state === 'incident' ? { ...params, type: 'manual' } : params))
    await expectNoAccusation(['--hook', hook, '--only', id], /does the hook use `params.type`\?/, [id])
  })

  test.each([
    ['freeCaller', ['MONITOR-05', 'EXPLORE-01']],
    ['ownerWithMember', ['DEL-09', 'EXPLORE-01']],
  ])('a wrong password of each %s, where checks that take any account sign one up', async (role, unverified) => {
    const hook = await serveHook(
      (_, params) => params,
      (made, state) => (state === role ? { ...made, password: `${made.password}x` } : made),
    )
    const only = ['LOGIN-04', 'DEL-04', 'DEL-20', ...unverified].join()
    const flags = ['--hook', hook, '--only', only, '--explore', '0.2']
    const outcomes = await expectNoAccusation(flags, new RegExp(`password of the hook's ${role} is right`), unverified)
    for (const id of ['LOGIN-04', 'DEL-04', 'DEL-20']) expect(outcomes[id]).toBe('pass')
  })
})

test('a hook that says of an account that it is not deleted leaves its checks unverified, and is told so', async () => {
  const stays: Override = (base) => ({
    states: {
      ...base.states,
      deletion: () => ({ isDeleted: false }),
      member: (params) => ({
        ...base.states.member?.(params),
        ...(params.deletionRequestedDaysAgo !== undefined && { isDeleted: false }),
      }),
    },
  })
  const out = await outputOf(stays, '--only', 'DEL-30,DEL-33,DEL-34,DEL-35')
  expect(out).toMatch(/Could not be verified: .*the hook says `isDeleted: false` of an account that is due/)
  expect(out).toMatch(/does the job delete it\? (?:DEL-3\d, ){3}DEL-3\d /)
})

/** Returns the outcome of each check. */
async function expectNoAccusation(
  flags: string[],
  line: RegExp,
  unverified: string[],
): Promise<Record<string, string>> {
  expect(await runKit('doctor', kit.reference.url, ...flags)).toMatchObject({
    code: 3,
    out: expect.stringMatching(line),
  })
  const { checks }: Result = JSON.parse((await runKit(kit.reference.url, ...flags, '--json')).out)
  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome.sound]))
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'fail' || outcome === 'error')).toEqual([])
  expect(Object.keys(outcomes).filter((id) => outcomes[id] === 'unverified')).toEqual(
    expect.arrayContaining(unverified),
  )
  return outcomes
}
