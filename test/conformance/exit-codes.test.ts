/** The exit code of a run and the message that explains it. */
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHarness, json, respond, runKit } from './kit-harness.ts'

const kit = createHarness()

describe('exits with 0 when', () => {
  test('the target conforms', async () => {
    const { code, out } = await runKit(kit.reference.url, '--only', 'LOGIN-03')
    expect(out).toMatch(/is conformant as far as 1 of \d+ checks can tell at the level sound/)
    expect(code).toBe(0)
  })

  test('a fixture is missing and --allow-unverified is given', async () => {
    expect((await runKit(kit.reference.url, '--only', 'INC-01,LOGIN-03', '--allow-unverified')).code).toBe(0)
  })

  test('the only check needs a state that the implementation declares not to have', async () => {
    const { code, out } = await runKit(kit.reference.url, '--only', 'LOGIN-03,DEL-10', '--without', 'oauthUser')
    expect(out).toMatch(/inapplicable/)
    expect(code).toBe(0)
  })
})

describe('exits with 1 when', () => {
  test('a response is malformed JSON', async () => {
    const url = await kit.proxy((path, _, response) => {
      if (path === '/auth/login') response.writeHead(200, json).end('{"user": {')
      return path === '/auth/login'
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-01')
    expect(out).toMatch(/LOGIN-01[^\n]*\n {4}expected: the body is as documented\n {4}seen: {5}is not JSON\n/)
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
    const { code, out } = await runKit(url, '--only', 'DEL-01', '--patience', '2')
    expect(out).toMatch(
      / expected: POST \/dashboard\/account\/delete is served, as others are\n {4}seen: {5}the target is not available/,
    )
    expect(code).toBe(1)
  })
})

describe('exits with 2 when', () => {
  test.each<[condition: string, args: () => string[] | Promise<string[]>, message: RegExp]>([
    ['there is no target', () => [], /no target: give its base address/],
    [
      'the selection matches no check',
      () => [kit.reference.url, '--only', 'INC-999'],
      /no check is meant by "INC-999"/,
    ],
    [
      'a listed access token is rejected',
      async () => [kit.reference.url, '--fixtures', await kit.writeYaml('writer: { accessToken: not-a-token }\n')],
      /^fixtures\.writer is not accepted: 401 UNAUTHENTICATED: .*\n$/,
    ],
    [
      'reports cannot be written',
      async () => [kit.reference.url, '--report', join(await kit.writeYaml(''), 'reports')],
      /no reports can be written to/,
    ],
  ])('%s, before any check runs', async (_, args, message) => {
    const { code, out, err } = await runKit(...(await args()))
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) })
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

describe('exits with 3 when', () => {
  test('nothing failed but a fixture is missing', async () => {
    const { code, out } = await runKit(kit.reference.url, '--only', 'INC-01')
    expect(out).toMatch(/no writer: list it under fixtures, or let the hook make it\s+INC-01/)
    expect(code).toBe(3)
  })

  test('no check could be verified, --allow-unverified or not', async () => {
    expect((await runKit(kit.reference.url, '--only', 'INC-01', '--allow-unverified')).code).toBe(3)
  })
})

const page = { 'content-type': 'text/html' }
const notFound = '{"error":{"code":"NOT_FOUND","message":"","status":404}}'

describe('exits with 4 when', () => {
  test('the target is down', async () => {
    const { code, err } = await runKit('http://127.0.0.1:2')
    expect(err).toMatch(/cannot be tested: .*ECONNREFUSED/)
    expect(code).toBe(4)
  })

  test.each<[condition: string, listener: RequestListener, message: RegExp, flags?: string[]]>([
    ['the target never responds', () => {}, /cannot be tested: no answer within 0\.3 s/, ['--timeout', '0.3']],
    ['every path responds 404', respond(404, notFound, json), /is this the base address/],
    ['every path responds with a page', respond(200, '<html>', page), /is this the base address/],
    [
      'only GET is allowed',
      ({ method }, response) => response.writeHead(method === 'GET' ? 200 : 405).end('<html>'),
      /is this the base address/,
    ],
    [
      'the target redirects',
      respond(308, '', { location: 'https://there.example/' }),
      /redirects each call, as to https:\/\/there\.example\/: give the address behind/,
    ],
    ['a gateway rejects every request', respond(401, 'who are you?'), /answers every call alike.*--header/],
    [
      'the target is always unavailable',
      respond(503),
      /cannot be tested: .* not available \(503\)/,
      ['--patience', '0'],
    ],
  ])('%s', async (_, listener, message, flags = []) => {
    const { code, out, err } = await runKit(await kit.serve(listener), ...flags)
    expect({ code, out, err }).toEqual({ code: 4, out: '', err: expect.stringMatching(message) })
  })

  test('the target goes down during the run, even if a check failed before', async () => {
    let isGone = false
    const url = await kit.proxy((path, request, response) => {
      isGone ||= path === '/dashboard/account/delete' && request.headers.authorization !== undefined
      if (isGone) request.socket.destroy()
      else if (path === '/auth/login') response.writeHead(200, json).end('{}')
      else return false
      return true
    })
    const checks = ['--only', 'LOGIN-01,DEL-01,DEL-02']
    const { code, out, err } = await runKit(url, ...checks, '--jobs', '1', '--patience', '1')
    expect(out).toMatch(/✗ LOGIN-01/)
    expect(err).toMatch(/^the target stopped responding: no response since DEL-01$/m)
    expect(out).toMatch(/the target stopped responding: no response since DEL-01\s+DEL-01, DEL-02/)
    expect(code).toBe(4)
  })
})
