/** The output of commands: replay, explain, list, the baseline, grouped findings, progress and redacted headers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProgress } from '../../conformance/report/progress.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'
import { step } from '../../conformance/self-test/overrides.ts'
import { createHarness, json, runKit } from './kit-harness.ts'

const kit = createHarness()
const readReport = (name: string) => readFile(join(kit.folder, name), 'utf8')

test('replay prints the requests, responses and findings of one check', async () => {
  const { code, out } = await runKit('replay', 'LOGIN-03', kit.reference.url)
  expect(out).toMatch(
    /^BASE='http:\/\/\S+'\n\nLOGIN-03 [\s\S]*1\. curl [\s\S]* → 201, after \d+ ms[\s\S]*content-type: application\/json/,
  )
  expect(out).toMatch(/documented: pass, sound: pass, profile: pass/)
  expect(code).toBe(0)
})

test('replay --reveal prints command lines with their secrets', async () => {
  const { code, out } = await runKit('replay', 'LOGIN-03', kit.reference.url, '--reveal')
  expect(out).toMatch(/curl [^\n]*\/auth\/signup[^\n]*"password":"Kx7!-/)
  expect(out).not.toContain('$KIT_')
  expect(code).toBe(0)
})

test.each([
  ['EXPLORE-01', /\nNeeds: the base address only\.\n/],
  ['INC-08', /§4\.4c Incidents of type auto cannot be deleted\./],
  ['4.4c', /INC-08 An auto incident is not deleted/],
  ['ERROR-44', /level profile: .* At the level sound, .*server error \(500/],
])(
  'explain %s says what it needs, its requirements, their checks, and the levels at which it fails',
  async (id, text) => {
    expect((await runKit('explain', id)).out).toMatch(text)
  },
)

test('explain knows checks and requirements only', async () => {
  const unknown = await runKit('explain', 'INC-999')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/neither a check nor a requirement/) })
})

test.each([
  ['doctor', ['--hook', '--only', '--allow-unverified'], ['--report', '--json']],
  ['list', ['--json', '--only'], ['--hook', '--report']],
  ['baseline', ['--baseline'], ['--hook', '--only']],
  ['replay', ['--level', '--hook', '--reveal', '--seed'], ['--report DIR', '--json']],
  ['run', ['--report', '--hook', 'doctor URL'], []],
])('%s --help prints its own flags', async (command, own, others) => {
  for (const args of [
    [command, '--help'],
    ['help', command],
  ]) {
    const { code, out } = await runKit(...args)
    expect(code).toBe(0)
    for (const flag of own) expect(out).toContain(flag)
    for (const flag of others) expect(out).not.toContain(flag)
  }
})

test('list names what each check needs', async () => {
  expect((await runKit('list', '--only', '4.6')).out).toMatch(/ADMIN-01 .*needs sign-up, admin key/)
})

describe('a baseline', () => {
  const proxyWithBrokenLogin = () =>
    kit.proxy((path, _, response) => {
      if (path === '/auth/login') response.writeHead(418).end()
      return path === '/auth/login'
    })

  test('excludes known failures from the verdict in every report, with ids in any case and a day without quotes', async () => {
    const entry = '- { id: login-01, reason: log-in is being rewritten, until: 2099-12-31 }\n'
    const baseline = await kit.writeFile(entry)
    const flags = ['--only', 'LOGIN-01,SIGN-08', '--baseline', baseline, '--report', kit.folder]
    const { code, out } = await runKit(await proxyWithBrokenLogin(), ...flags)
    expect(out).toMatch(/^Known failures:\n +log-in is being rewritten\n +LOGIN-01/m)
    expect(out).toMatch(/is conformant as far as 2 of \d+ checks can tell \(1 known failure\) at the level[^\n]*\n$/)
    expect(out).toContain('at the level sound (documented: partial, profile: partial)')
    expect(code).toBe(0)
    expect(await readReport('junit.xml')).toMatch(
      /failures="0"[\s\S]*<skipped message="known failure: log-in is being rewritten"/,
    )
    expect(await readReport('summary.md')).toMatch(
      /^# .*: conformant as far[\s\S]*## Known failures\n\n- log-in is being rewritten/,
    )
    expect(await readReport('report.html')).toMatch(
      /Known failures<[\s\S]{0,50}log-in is being rewritten: <a href="#LOGIN-01"/,
    )
  })

  test('is printed from a report, and keeps the entries that still fail or did not run', async () => {
    const url = await proxyWithBrokenLogin()
    const flags = [url, '--only', 'LOGIN-01,LOGIN-03,SIGN-08']
    expect((await runKit(...flags, '--report', kit.folder)).code).toBe(1)
    const report = join(kit.folder, 'report.json')
    const old = await kit.writeFile(
      [
        '- { id: LOGIN-01, reason: "a # of reasons", until: "2099-12-31" }',
        '- { id: SIGN-08, reason: fixed }',
        '- { id: INC-01, reason: not run }',
        '- { id: INC-999, reason: no such check }',
      ].join('\n'),
    )
    const { code, out } = await runKit('baseline', report, '--baseline', old)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^- .*LOGIN-01.*"a # of reasons".*2099-12-31.* # .*\n- .*INC-01.* # .*\n- .*LOGIN-03","reason":"failed on \d{4}-\d\d-\d\d"} # A wrong .*\n$/,
      ),
    })
    const baseline = ['--baseline', await kit.writeFile(out)]
    expect((await runKit(...flags, ...baseline)).code).toBe(0)
    expect((await runKit(kit.reference.url, '--only', 'SIGN-08', '--report', kit.folder)).code).toBe(0)
    expect(await runKit('baseline', report)).toMatchObject({ code: 0, out: '[]\n' })
    expect(await runKit('baseline')).toMatchObject({ code: 2, err: expect.stringMatching(/give its file report.json/) })
  })

  test.each([
    ['{ id: SIGN-01, reason: x, until: someday }', 'entry 2 (SIGN-01) until is a day, as 2024-02-29, not "someday"'],
    [
      '{ id: SIGN-01, reason: x, until: 2026-13-45 }',
      'entry 2 (SIGN-01) until is a day, as 2024-02-29, not "2026-13-45"',
    ],
    [
      '{ id: SIGN-01, reason: x, until: 2026-02-29 }',
      'entry 2 (SIGN-01) until is a day, as 2024-02-29, not "2026-02-29"',
    ],
    ['{ id: SIGN-01, reason: x, untill: 2026-12-31 }', 'entry 2 (SIGN-01) has an unknown key "untill"'],
    ['{ id: SIGN-01, reason: 7 }', 'entry 2 (SIGN-01) reason is text, not 7: put it in quotes'],
    ['{ id: SIGN-01, reason: "" }', 'entry 2 (SIGN-01) reason is empty'],
    ['{ reason: x }', 'entry 2 needs id'],
    ['SIGN-01', 'entry 2 is an object, not "SIGN-01"'],
  ])('exits with 2 for the entry %s', async (entry, message) => {
    const file = await kit.writeFile(`- { id: INC-01, reason: later }\n- ${entry}\n`)
    const { code, err } = await runKit(kit.reference.url, '--only', 'LOGIN-01', '--baseline', file)
    expect({ code, err }).toEqual({ code: 2, err: `${file}: ${message}\n` })
  })

  test('may name checks that are not selected, and checks that do not run', async () => {
    const entries = ['INC-01', 'EXPLORE-01'].map((id) => `- { id: ${id}, reason: later }\n`)
    const flags = ['--only', 'LOGIN-01,EXPLORE-01', '--no-explore', '--baseline', await kit.writeFile(entries.join(''))]
    const { code, out } = await runKit(kit.reference.url, ...flags)
    expect(out).not.toContain('take it off the list')
    expect(code).toBe(0)
  })

  test.each<[condition: string, entry: string, isBroken: boolean, message: RegExp]>([
    [
      'names an unknown check',
      '{ id: INC-999, reason: later }',
      false,
      /INC-999 is known to fail, but there is no such/,
    ],
    ['names a check that passes', '{ id: LOGIN-01, reason: rewritten }', false, /known to fail, but does not/],
    ['has expired', '{ id: LOGIN-01, reason: x, until: "2020-01-01" }', true, /was known to fail until 2020-01-01/],
  ])('exits with 1 when an entry %s', async (_, entry, isBroken, message) => {
    const url = isBroken ? await proxyWithBrokenLogin() : kit.reference.url
    const result = await runKit(url, '--only', 'LOGIN-01', '--baseline', await kit.writeFile(`- ${entry}\n`))
    expect(result).toMatchObject({ code: 1, out: expect.stringMatching(message) })
  })
})

test('equal findings are printed once, with their checks and one example', async () => {
  const url = await kit.proxy(() => false, {
    response: (status, text) => [status, text.replace(/"id":"\w+"/, '"id":"user-1"')],
  })
  const { out } = await runKit(url, '--only', 'SIGN,LOGIN', '--report', kit.folder)
  expect(out.match(/user\.id must/g)).toHaveLength(1)
  expect(out.match(/ \(explain 2\.1b\)$/gm)).toHaveLength(1)
  expect(out).toMatch(
    /✗ \d+ checks, SIGN-\d+, .* and \d+ more {2}§2\.1b\n {4}§2\.1b: .* \(explain 2\.1b\)\n {4}as in SIGN-\d+: .*\n {4}(?:step 1, .*\n {4})?expected: the body is as documented\n {4}seen: {5}user\.id must/,
  )
  expect(out.split('\n').length).toBeLessThan(60)
  expect((await readReport('summary.md')).match(/user\.id must/g)).toHaveLength(1)
})

test('several findings of the same checks are printed with one example', async () => {
  const url = await kit.proxy(() => false, {
    response: (status, text) => [status, text.replace('VALIDATION_ERROR', 'INVALID')],
  })
  const { out } = await runKit(url, '--only', 'SIGN-10,LOGIN-10,DEL-06', '--level', 'profile')
  expect(out.match(/✗ 3 checks/g)).toHaveLength(1)
  expect(out).toMatch(/ expected: error\.code is "VALIDATION_ERROR" \(implied\)\n {4}seen: {5}"INVALID"\n/)
})

test('the steps before a finding are shown if they are few, also where several checks have it', async () => {
  const url = await kit.proxy(() => false, { response: (status, text) => [status === 409 ? 200 : status, text] })
  const { out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'INC-02,INC-15,INC-27')
  expect(out).toMatch(
    /✗ 2 checks, INC-02, INC-15 .*\n {4}§.*\n {4}as in INC-02: .*\n {4}step 2, .*\n {4}expected: the call is refused: incident already resolved\n {4}seen: {5}200 [^✗]*\n {4}1\. PUT \/api\/v1\/incidents\/\w+\/resolve \{"cause":"The first cause"\} by «writer accessToken» {2}→ 200\n {4}2\. curl /,
  )
})

test('a long response is cut around the field that a finding is about', async () => {
  const url = await kit.proxy(() => false, {
    response: (status, text) => [status, text.replace(/"daysRemaining":\d+/g, '"daysRemaining":1.5')],
  })
  const { out } = await runKit(url, '--admin-key', kit.reference.adminKey, '--only', 'ADMIN-01')
  expect(out).toMatch(/^ {9}….*"daysRemaining":1\.5/m)
})

test('a failure names callers, error codes and the response that decides', async () => {
  const url = await kit.proxy(() => false, {
    response: (status, text) => [status, text.replace(/"deletedCount":\d+/, '"deletedCount":7')],
  })
  const { out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'MONITOR-13')
  expect(out).toMatch(/given watched\.monitor: monitor \w+, days 2023-12-31/)
  expect(out).toMatch(/given caller: account \S+, role writer, source hook, .*accessToken «writer accessToken»/)
  expect(out).toMatch(/Bearer '"\$KIT_WRITER_ACCESSTOKEN"'' {2}→ 200\n {9}\{"ok":true,"deletedCount":7\}\n/)
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(200)
})

test('a request of a user that checks share is a step of the check that sent it', async () => {
  const url = await kit.proxy((path, { headers }, response) => {
    const isListed = path.startsWith('/admin/') && headers.authorization !== undefined
    if (isListed) response.writeHead(200, json).end('{"data":[],"pagination":{"page":1,"limit":20,"total":0}}')
    return isListed
  })
  const { out } = await runKit(url, '--admin-key', kit.reference.adminKey, '--only', 'LOGIN-01,AUTH-11', '--jobs', '1')
  expect(out).toMatch(
    /✗ AUTH-11 .*\n {4}§.*\n {4}expected: the call is refused: invalid admin API key\n {4}seen: {5}200\n(?: {4}given .*\n)* {4}1\. curl -sS -i -X GET \S+\/admin\/deletion-requests /,
  )
})

test('a step says how its credential is wrong, and an object what is special about it', async () => {
  const fault = faults.find(({ id }) => id === 'delete-with-altered-token')
  const implementation = await startImplementation({ fault })
  const { out } = await runKit(implementation.url, '--hook', implementation.hookUrl, '--only', 'AUTH-02')
  await implementation.close()
  expect(out).toMatch(/given thing: incident \w+, type manual, status open, /)
  expect(out).toMatch(/→ \d+[ \w]*, for a credential that is wrong: one letter changed/)
})

test('steps of a race say that they were sent at once, and the word sound is explained', async () => {
  const fault = faults.find(({ id }) => id === 'date-resolved-in-local-time')
  const implementation = await startImplementation({
    fault: { override: (base) => ({ ...fault?.override?.(base), assertResolvable: () => {} }) },
  })
  const { out } = await runKit(implementation.url, '--hook', implementation.hookUrl, '--only', 'INC-01,INC-20')
  await implementation.close()
  expect(out).toMatch(/→ 200, sent at once with others/)
  expect(out.match(/^\(sound\): the document leaves this open/gm)).toHaveLength(1)
})

describe('an account that the listing does not contain', () => {
  test('is reported with what was read', async () => {
    const url = await kit.proxy(() => false, {
      response(status, text, path) {
        if (!path.startsWith('/admin/')) return [status, text]
        return [status, JSON.stringify({ ...JSON.parse(text), data: [] })]
      },
    })
    const flags = ['--admin-key', kit.reference.adminKey, '--only', 'ADMIN-02', '--patience', '0.2']
    const { out } = await runKit(url, ...flags)
    const seen = 'on no page with limit=100; 0 records on 1 page, total \\d+\n'
    expect(out.replace(/\n {10,}/g, ' ')).toMatch(
      new RegExp(
        `expected: .* is listed while the kit waits \\(--patience\\)\n    seen: {5}\\S+@example.com.*: ${seen}`,
      ),
    )
  })

  test('is reported with its age, and the checks go on to show whether it is still there', async () => {
    const isDue = (deletion?: { requestedAt: Date }) =>
      deletion !== undefined && Date.now() - deletion.requestedAt.getTime() > 29 * 86_400_000
    const override = step('onRequest').before((_, { users }) => {
      for (const { id, deletion } of [...users.values()]) if (isDue(deletion)) users.delete(id)
    })
    const { url, hookUrl, adminKey, close } = await startImplementation({ fault: { override } })
    const only = ['--only', 'ADMIN-17', '--patience', '0.2']
    const { out } = await runKit(url, '--hook', hookUrl, '--admin-key', adminKey, ...only)
    await close()
    const text = out.replace(/\s+/g, ' ')
    expect(text).toMatch(/leavers\.2: account \S+, role freeCaller, source hook, asked \(.*deletionRequestedAt \d/)
    expect(text).toMatch(/\(requested 29\.6 days ago\) and \S+ \(requested 29\.99 days ago\): on no page/)
    expect(text).toMatch(/expected: the call is refused: e-mail already registered seen: 201/)
  })
})

test('progress counts the failures at the level that decides', async () => {
  const url = await kit.proxy(() => false, { response: (status, text) => [status === 201 ? 200 : status, text] })
  const documented = await runKit(url, '--only', 'SIGN-01')
  expect(documented).toMatchObject({ code: 0, err: expect.not.stringMatching(/failed/) })
  expect(documented.out).toContain('profile: not conformant; see --level profile for SIGN-01)')
  const profile = await runKit(url, '--only', 'SIGN-01', '--level', 'profile')
  const failure = /^first failure: SIGN-01 [^\n]+\n1 of 1 checks, 1 failed: Sign-up\n$/
  expect(profile).toMatchObject({ code: 1, err: expect.stringMatching(failure) })
})

test('progress begins before the first request, and estimates the time left', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const terminal = { out: () => {}, err: (text: string) => void lines.push(text), isStyled: false }
  const progress = createProgress(terminal, 10)
  progress.say('checking target')
  for (const id of ['A-1', 'B-1', 'C-1']) {
    progress.update({ id, part: id, title: 'A title.' }, id === 'A-1' ? 'pass' : 'fail')
    vi.advanceTimersByTime(5000)
  }
  expect(lines).toEqual([
    'checking target\n',
    '1 of 10 checks: A-1\n',
    'first failure: B-1 A title.\n',
    '2 of 10 checks, 1 failed, about 20 s left: B-1\n',
    '3 of 10 checks, 2 failed, about 25 s left: C-1\n',
  ])
})

test('of a target that is being built, the first line says which operations answer and which are not there yet', async () => {
  const url = await kit.proxy((path, _, response) => {
    const isBuilt = path.startsWith('/auth/')
    if (!isBuilt) response.writeHead(404, json).end('{"error":{"code":"NOT_FOUND","message":"","status":404}}')
    return !isBuilt
  })
  const line =
    /^2 of 8 operations answer; listDeletionRequests, .*, scheduleAccountDeletion: not there yet \(404, 405 or 501\)\. `--only login,signup --no-explore` runs/
  expect((await runKit(url, '--only', 'LOGIN-03')).err).toMatch(line)
  expect((await runKit('doctor', url, '--only', 'LOGIN-03')).out).toMatch(
    new RegExp(line.source.replace('^', '^! '), 'm'),
  )
  expect((await runKit(kit.reference.url, '--only', 'LOGIN-03')).err).not.toContain('not there yet')
})

test('checks of operations that are not there yet have not failed, and the others are judged', async () => {
  const url = await kit.proxy((path, _, response) => {
    const isMissing = path.startsWith('/api/v1/monitors/')
    if (isMissing) response.writeHead(404, json).end('{"error":{"code":"NOT_FOUND","message":"","status":404}}')
    return isMissing
  })
  const run = (only: string, ...flags: string[]) =>
    runKit(url, '--hook', kit.reference.hookUrl, '--only', only, '--allow-unverified', ...flags)
  const { code, out } = await run('MONITOR-01,MONITOR-02,LOGIN-03')
  expect(out).toMatch(
    /^Not there yet:\n +resetMonitorStats: not there yet; each call is answered 404, 405 or 501\n +MONITOR-01/m,
  )
  expect(out).toMatch(/conformant as far as 3 of \d+ checks can tell \(2 not there yet\)/)
  expect(code).toBe(3)
  const { checks } = JSON.parse((await run('MONITOR-01,LOGIN-03', '--json')).out)
  expect(checks.map((check: { outcome: { sound: string } }) => check.outcome.sound)).toEqual(['pass', 'missing'])
})

test.each([
  ['signup', '4.1'],
  ['resolve', '4.3'],
  ['/auth/login', '4.2'],
  ['/api/v1/incidents/{id}', '4.4'],
  ['/api/v1/monitors/mon_1/stats', '4.8'],
])('--only %s selects the checks of section %s', async (name, section) => {
  const selected = (await runKit('list', '--only', name)).out
  expect(selected).toBe((await runKit('list', '--only', section)).out)
  expect(selected).not.toBe('')
})

test('--fail-on warn says that warnings decide', async () => {
  // Two tokens alike are unsound, which is a warning at documented.
  const response = (status: number, text: string): [number, string] => {
    const { accessToken } = JSON.parse(text || '{}')
    return [status, text.replace(/"refreshToken":"[^"]*"/, `"refreshToken":"${accessToken}"`)]
  }
  const url = await kit.proxy(() => false, { response })
  const flags = [url, '--only', 'SIGN-01', '--level', 'documented']
  expect(await runKit(...flags)).toMatchObject({ code: 0, err: expect.not.stringContaining('--fail-on') })
  const { code, err } = await runKit(...flags, '--fail-on', 'warn')
  expect(err).toMatch(/\n1 check with warnings or hardening gaps: by --fail-on warn, that is exit code 1\n$/)
  expect(code).toBe(1)
})

test('an error condition counts as seen only where the permitted caller succeeds', async () => {
  const url = await kit.proxy((path, { method }, response) => {
    if (method !== 'DELETE' || !path.includes('/incidents/')) return false
    const error = { code: 'UNAUTHENTICATED', message: 'no', status: 401 }
    response.writeHead(401, json).end(JSON.stringify({ error }))
    return true
  })
  const { code, out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'AUTH-02')
  expect(out).toMatch(/✗ AUTH-02 [\s\S]*conditions of part 7 seen: 0 of 14\n/)
  expect(code).toBe(1)
})

test('--header is sent with each request and redacted in every report', async () => {
  const gateway = await kit.proxy((_, { headers }, response) => {
    if (headers['x-gateway'] === 'open-sesame-1') return false
    response.writeHead(403).end('closed')
    return true
  })
  const through = [gateway, '--header', 'X-Gateway: open-sesame-1', '--header', 'X-Tenant: acme']
  expect((await runKit(gateway, '--only', 'LOGIN-01')).code).toBe(4)
  const { code, out } = await runKit(...through, '--only', 'LOGIN-01,SIGN-08', '--report', kit.folder)
  expect(code).toBe(0)
  expect(out).not.toContain('open-sesame')
  const report = await readReport('report.json')
  expect(report).not.toContain('open-sesame')
  const replayed = await runKit('replay', 'LOGIN-01', ...through)
  expect(replayed.out).toContain(`x-gateway: '"$KIT_X_GATEWAY"'`)
  expect(replayed.out).not.toContain('open-sesame')
})
