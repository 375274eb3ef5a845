/** The commands beside a run: replay, explain, list and baseline. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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

test('replay prints the findings of the level that decides', async () => {
  const url = await kit.proxy(() => false, { response: (status, text) => [status === 201 ? 200 : status, text] })
  expect((await runKit('replay', 'SIGN-01', url)).out).not.toContain('(profile)')
  expect((await runKit('replay', 'SIGN-01', url, '--level', 'profile')).out).toMatch(
    /✗ the status is 201.* \(profile\)/,
  )
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
      if (path === '/auth/login') response.writeHead(200, json).end('{}')
      return path === '/auth/login'
    })

  test('excludes known failures from the verdict in every report, with ids in any case and a day without quotes', async () => {
    const entry = '- { id: login-01, reason: log-in is being rewritten, until: 2099-12-31 }\n'
    const baseline = await kit.writeFile(entry)
    const flags = ['--only', 'LOGIN-01,SIGN-08', '--baseline', baseline, '--report', kit.folder]
    const { code, out, err } = await runKit(await proxyWithBrokenLogin(), ...flags)
    expect(err).not.toMatch(/failure|failed/)
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
    [
      '{ id: SIGN-01, reason: x, until: 2026-02-29 }',
      'entry 2 (SIGN-01) until is a day, as 2024-02-29, not "2026-02-29"',
    ],
    ['{ id: SIGN-01, reason: x, untill: 2026-12-31 }', 'entry 2 (SIGN-01) has an unknown key "untill"'],
    ['{ id: SIGN-01, reason: 7 }', 'entry 2 (SIGN-01) reason must be string, not 7: put it in quotes'],
    ['{ id: SIGN-01, reason: "" }', 'entry 2 (SIGN-01) reason must NOT have fewer than 1 characters, not ""'],
    ['{ reason: x }', "entry 2 must have required property 'id'"],
    ['SIGN-01', 'entry 2 must be object, not "SIGN-01"'],
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
    expect(result.out).toMatch(/; outdated entries of the baseline: 1\n$/)
  })
})
