/** The exit code of a run and the message that explains it. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { execute } from '../../conformance/cli/execute.ts'
import type { Result } from '../../conformance/report/result.ts'
import { createHarness, json, listedWriter, respond, runKit, silent } from './kit-harness.ts'

const kit = createHarness()

test.each<[code: number, condition: string, flags: string, line?: RegExp]>([
  [0, 'the target conforms', 'LOGIN-03', /is conformant as far as 1 of \d+ checks can tell at the level sound/],
  [0, 'a record is missing and --allow-unverified is given', 'INC-01,LOGIN-03 --allow-unverified'],
  [0, 'the implementation has no such account', 'LOGIN-03,DEL-10 --without oauthUser', /inapplicable/],
  [3, 'a record is missing', 'INC-01', /no writer: list it under fixtures, or let the hook make it\s+INC-01/],
  [3, 'no check could be verified, --allow-unverified or not', 'INC-01 --allow-unverified'],
])('exits with %i when nothing failed and %s', async (code, _, flags, line = /./) => {
  const run = await runKit(kit.reference.url, '--only', ...flags.split(' '))
  expect(run.out).toMatch(line)
  expect(run.code).toBe(code)
})

describe('exits with 1 when', () => {
  test('a response is malformed JSON', async () => {
    const url = await kit.proxy((path, _, response) => {
      if (path === '/auth/login') response.writeHead(200, json).end('{"user": {')
      return path === '/auth/login'
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-01')
    expect(out).toMatch(
      /LOGIN-01[^\n]*\n {4}§0a: [^\n]*\n {4}expected: the body is as documented\n {4}seen: {5}is not JSON\n/,
    )
    expect(code).toBe(1)
  })

  test('one request is never answered though others are', async () => {
    const url = await kit.proxy((path) => path === '/auth/login')
    const { code, out } = await runKit(url, '--only', 'LOGIN-01', '--timeout', '0.5')
    expect(out).toMatch(/ expected: POST \/auth\/login is answered\n {4}seen: {5}no answer within 0\.5 s\n/)
    expect(code).toBe(1)
  })

  test('one operation alone always responds 503', async () => {
    let requests = 0
    const url = await kit.proxy((path, _, response) => {
      const isDown = path === '/dashboard/account/delete' && ++requests > 1
      if (isDown) response.writeHead(503, json).end('{"error":{"code":"X","message":"later","status":503}}')
      return isDown
    })
    const { code, out } = await runKit(url, '--only', 'DEL-01', '--patience', '0.6')
    expect(out).toMatch(
      / expected: POST \/dashboard\/account\/delete is served, as others are\n {4}seen: {5}the target is not available/,
    )
    expect(code).toBe(1)
  })
})

describe('exits with 2 when', () => {
  /** In the arguments, FILE is one with the text. */
  test.each<[condition: string, args: string, message: RegExp, text?: string]>([
    ['there is no target', '', /no target: give its base address/],
    ['the selection matches no check', 'URL --only INC-999', /no check is meant by "INC-999"/],
    ['a name of the selection is empty', 'URL --only LOGIN-01,', /^no check is meant by ""; /],
    [
      'it leaves no check',
      'URL --only LOGIN-01 --skip login-01',
      /^no check is left: --skip leaves out all .* selected$/,
    ],
    [
      'the preflight may not end',
      'URL --max-requests 5',
      /^the run has sent its 5 requests; --max-requests allows more$/,
    ],
    ['replay has no such flag', 'replay LOGIN-01 URL --json', /^replay takes no --json; see `help replay`$/],
    ['doctor has no such flag', 'doctor URL --report x', /^doctor takes no --report; see `help doctor`$/],
    ['what explain is asked for is unknown', 'explain INC-999', /neither a check nor a requirement/],
    ['sequences are missing', 'replay none.json URL', /^none\.json cannot be read: there is no such file$/],
    [
      'exploring found none',
      'replay FILE URL',
      /\.json holds no sequences: exploring found nothing at the level sound$/,
      '{"found":[]}',
    ],
    [
      'the sequences are another report',
      'replay FILE URL',
      /\.json is no exploration\.json of this kit$/,
      '{"checks":[]}',
    ],
    [
      'a listed access token is rejected',
      'URL --fixtures FILE',
      /^the listed writer is not accepted: 401 UNAUTHENTICATED: .*$/,
      listedWriter('accessToken: not-a-token'),
    ],
    [
      'a listed account cannot log in',
      'URL --fixtures FILE',
      /^the listed writer cannot log in: 401 INVALID_CREDENTIALS: .*; see its e-mail and password$/,
      listedWriter('email: unknown@their.example, password: Not-theirs-1'),
    ],
    ['reports cannot be written', 'URL --report FILE/reports', /no reports can be written to/],
    [
      'the folder cannot be made',
      `URL --report ${existsSync('/proc') ? '/proc' : '/dev/null'}/reports`,
      /^no reports can be written to \/(proc|dev\/null)\/reports: \w+$/,
    ],
  ])('%s, before any check runs', async (_, args, message, text = '') => {
    const file = await kit.writeFile(text, args.startsWith('replay') ? '.json' : '.yaml')
    const words = args.replace('URL', kit.reference.url).replace('FILE', file).split(' ')
    const { code, out, err } = await runKit(...words.filter((word) => word !== ''))
    expect({ code, out, err: err.replace(/\n$/, '') }).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    })
  })

  test('the hook makes accounts whose tokens are rejected', async () => {
    const account = '{"accessToken":"nonsense","id":"x","teamId":"x","plan":"paid","scope":"write"}'
    const { code, out, err } = await runKit(kit.reference.url, '--hook', await kit.serve(respond(200, account)))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^the hook's writer is not accepted: 401 UNAUTHENTICATED: .*; see its accessToken\n$/)
  })

  test('the admin API key is rejected, and doctor lists it among its findings', async () => {
    const wrong = [kit.reference.url, '--admin-key', 'not-the-key']
    const { code, out, err } = await runKit(...wrong)
    expect(err).toMatch(/^the admin API key is rejected: the target answers 401, as it does without a key; .*\n$/)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    const doctor = await runKit('doctor', ...wrong)
    expect(doctor.out).toMatch(/✗ the admin API key is accepted: the admin API key is rejected: the target answers 401/)
    expect(doctor.code).toBe(2)
  })
})

describe('doctor exits as a run with the same flags:', () => {
  test('the admin API key is demanded only if a check needs it', async () => {
    const flags = [kit.reference.url, '--hook', kit.reference.hookUrl, '--only', 'INC-08']
    const { code, out } = await runKit('doctor', ...flags)
    expect(out).not.toContain('admin API key')
    expect(code).toBe(0)
    expect((await runKit(...flags)).code).toBe(0)
  })

  test.each([
    ['INC-01,LOGIN-03', 0],
    ['INC-01', 3],
  ])('--allow-unverified accepts missing fixtures if another check can run: %s', async (only, code) => {
    const flags = [kit.reference.url, '--only', only, '--allow-unverified']
    expect((await runKit('doctor', ...flags)).code).toBe(code)
    expect((await runKit(...flags)).code).toBe(code)
  })

  test('fixtures that only a hook makes do not count as listed', async () => {
    const { code, out } = await runKit('doctor', kit.reference.url)
    expect(out).toMatch(/^✗ \d+ needs \(.*; \d+ × oauthUser; .*\): missing$/m)
    expect(out).not.toContain('are there')
    expect(code).toBe(3)
  })
})

describe('as a process, the kit', () => {
  const main = fileURLToPath(new URL('../../conformance/cli/main.ts', import.meta.url))
  /** Runs a command line of bash, in which `kit` is the kit. */
  const bash = async (line: string) =>
    promisify(execFile)('bash', ['-c', `kit() { "${process.execPath}" "${main}" "$@"; }; ${line}`])

  test('exits with 141 if the reader of its errors has gone', async () => {
    const run = `kit ${kit.reference.url} --only SIGN-01,LOGIN-03`
    expect((await bash(`{ { ${run}; echo $? >&3; } 2>&1 >/dev/null | true; } 3>&1`)).stdout).toBe('141\n')
  })

  test('exits with 4 and one line if its output cannot be written', async () => {
    const { stdout, stderr } = await bash('kit list > /dev/full; echo $?')
    expect(stderr).toMatch(/^the output cannot be written: ENOSPC\b.*\n$/)
    expect(stdout).toBe('4\n')
  })
})

test('an interrupted run says so in the line of the verdict, and leaves all other checks unverified', async () => {
  const out: string[] = []
  const terminal = {
    ...silent,
    out: (text: string) => void out.push(text),
    interruption: () => AbortSignal.abort('SIGINT'),
  }
  expect(await execute([...kit.flags, '--json'], {}, terminal)).toBe(130)
  const { checks }: Result = JSON.parse(out.splice(0).join(''))
  expect(new Set(checks.map(({ outcome }) => outcome.documented))).toEqual(new Set(['unverified', 'inapplicable']))
  expect(checks.filter(({ part, reason }) => part === 'Exploring' && reason !== 'the run was interrupted')).toEqual([])
  expect(await execute([...kit.flags, '--only', 'LOGIN'], {}, terminal)).toBe(130)
  expect(out.join('')).toMatch(
    / is not judged: nothing could be seen \(the run was interrupted\) at the level sound[^\n]*\n$/,
  )
})
