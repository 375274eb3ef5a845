/** Unusual targets: the preflight reports wrong credentials, and the kit retries before it reports a failure. */
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createHarness, json, outputOf, overrideOf, runKit } from './kit-harness.ts'

const kit = createHarness()

describe('the preflight', () => {
  test('exits with 2 and names the flags when the access token has another header', async () => {
    const url = await kit.proxy(() => false, {
      headers: ({ authorization: _, 'x-session': token, ...headers }) => ({
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }),
    })
    for (const flags of [[], ['--token-header', 'X-Session']]) {
      const { code, out, err } = await runKit(url, '--only', 'DEL', ...flags)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^the access token is rejected: the target answers 401 UNAUTHENTICATED.*\n$/)
      const how = flags[1] ?? 'Authorization'
      expect(err).toContain(`\`${how}: Bearer {token}\`, which --token-header and --token-value change`)
      expect(err).toContain('(auth.token.header, auth.token.value)')
      expect((await runKit('doctor', url, '--only', 'DEL', ...flags)).code).toBe(2)
    }
    const right = ['--token-header', 'X-Session', '--token-value', '{token}']
    expect((await runKit(url, '--only', 'DEL', ...right)).code).toBe(3)
  })

  test('doctor does not claim that a token is accepted when the target never reads it', async () => {
    const nothing = '{"error":{"code":"NOT_FOUND","message":"nothing","status":404}}'
    const url = await kit.proxy((path, request, response) => {
      const isPublic = path.startsWith('/auth/') || path.startsWith('/admin/')
      if (!isPublic) request.resume().on('end', () => response.writeHead(404, json).end(nothing))
      return !isPublic
    })
    const { out } = await runKit('doctor', url, '--only', 'DEL-01')
    expect(out).toMatch(/✓ the access token is sent; the target does not show whether it is accepted/)
    expect(out).not.toMatch(/the access token is accepted/)
  })

  test('accepts a target whose errors are all alike', async () => {
    const alike = '{"error":{"code":"FORBIDDEN","message":"no","status":403}}'
    const url = await kit.proxy(() => false, {
      response: (status, text) => (status < 400 ? [status, text] : [403, alike]),
    })
    const { code, err, out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'INC-01,DEL-01,DEL-10')
    expect(err).not.toMatch(/is rejected|not accepted/)
    expect(out).toMatch(/conformant as far as 3 of/)
    expect(code).toBe(0)
  })

  test('runs the checks when only the tokens of sign-up and log-in are rejected', async () => {
    let issued = 0
    const url = await kit.proxy(() => false, {
      response: (status, text) => [
        status,
        text.replace(/"accessToken":"[^"]+"/, () => `"accessToken":"broken-${issued++}"`),
      ],
    })
    const { code, out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'LOGIN-02,INC-01')
    expect(out).toMatch(/✗ LOGIN-02/)
    expect(code).toBe(1)
  })

  test('fails a target that accepts a path with an invalid escape', async () => {
    const url = await kit.proxy((path, request, response) => {
      const isOdd = /%(?![\da-f]{2})/i.test(path)
      if (isOdd) request.resume().on('end', () => response.writeHead(200, json).end('{}'))
      return isOdd
    })
    const { code, out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'ERROR-02')
    expect(out).toMatch(/✗ ERROR-02 .*§4\.3f/)
    expect(code).toBe(1)
  })

  test('probes accounts with requests that change nothing, but for an owner made for its probe, who leaves', async () => {
    const requests: string[] = []
    const url = await kit.proxy((path, { method, headers }) => {
      if (headers.authorization) requests.push(`${method} ${path}`)
      return false
    })
    await runKit('doctor', url, '--hook', kit.reference.hookUrl, '--only', 'SERVICE-14,MONITOR-14,DEL-09,DEL-10')
    expect(new Set(requests.map((request) => request.replace(/0[0-9A-Z]{25}/, 'NOWHERE')))).toEqual(
      new Set(['PUT /api/v1/incidents/NOWHERE/resolve', 'POST /dashboard/account/delete']),
    )
  })

  test('requests no path outside the eight operations', async () => {
    const known = /^\/(auth|api\/v1|dashboard|admin)\//
    const url = await kit.proxy((path, request) => {
      if (!known.test(path)) request.socket.destroy()
      return !known.test(path)
    })
    expect((await runKit(url, '--only', 'SIGN-20,LOGIN-01', '--jobs', '1')).code).toBe(0)
  })
})

describe('a target that responds 429', () => {
  /** Refuses sign-ups as long as there is a value of Retry-After. */
  const refusing = (retryAfter: () => string | undefined) =>
    kit.proxy((path, _, response) => {
      const after = path === '/auth/signup' ? retryAfter() : undefined
      if (after !== undefined) response.writeHead(429, { 'retry-after': after }).end()
      return after !== undefined
    })

  test('may send Retry-After as a date', async () => {
    const requests: number[] = []
    const until = Math.ceil(Date.now() / 1000 + 1) * 1000
    const url = await refusing(() => {
      requests.push(Date.now())
      return Date.now() >= until ? undefined : new Date(until).toUTCString()
    })
    expect((await runKit(url, '--only', 'SIGN-01')).code).toBe(0)
    expect(requests.filter((moment) => moment < until).length).toBeLessThan(4)
  })

  test('leaves its checks unverified when Retry-After exceeds the patience of the kit', async () => {
    const { code, out } = await runKit(await refusing(() => '60'), '--only', 'LOGIN-03')
    expect(out).toMatch(/the target limits the rate of requests/)
    expect(code).toBe(3)
  })
})

describe('after a lost response', () => {
  const unknown = '{"error":{"code":"OUTCOME_UNKNOWN","message":"unknown","status":503}}'
  test.each<[what: string, end: (response: ServerResponse) => unknown]>([
    ['closes the connection', (response) => response.destroy()],
    ['says that the outcome is unknown', (response) => response.writeHead(503, json).end(unknown)],
  ])('a target that %s has the whole check repeated, because the request may have been applied', async (_, end) => {
    const applied: string[] = []
    const url = await kit.proxy((path, { method, headers }, response) => {
      const isFirst = path.endsWith('/resolve') && headers.authorization && applied.length === 0
      if (!isFirst) return false
      applied.push(path)
      void fetch(`${kit.reference.url}${path}`, {
        method: method ?? '',
        headers: { authorization: headers.authorization ?? '' },
      })
        .then((response) => response.text())
        .then(() => end(response))
      return true
    })
    expect(await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'INC-01')).toMatchObject({ code: 0 })
    expect(applied).toHaveLength(1)
  })
})

test.each(['error-is-text', 'error-is-null'])('a target with %s fails, and the kit does not', async (id) => {
  const few = ['--only', 'SIGN-05,DEL-34,INC-33,SERVICE-05,EXPLORE', '--explore', '1', '--patience', '0.5']
  const out = await outputOf(overrideOf(id), '--level', 'profile', ...few)
  expect(out).toContain('expected: the error has the shape of part 7')
  expect(out).toMatch(/is not conformant at the level profile \(documented: not conformant, sound: not conformant\)/)
  expect(out).not.toMatch(/the kit failed|Cannot/)
})
