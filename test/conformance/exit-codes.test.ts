/** What the kit says, and with which code it ends, when not all is well; against small targets that misbehave. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Reference, startReference } from './reference-server.ts'
import { runKit } from './run-kit.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

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

async function file(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`)
  await writeFile(path, text)
  return path
}

/**
 * The reference server but for some requests.
 * @param reads what becomes of a request's headers on the way.
 * @param tells what becomes of an answer on the way back.
 */
function serveExcept(
  other: (path: string, ...call: Parameters<RequestListener>) => boolean,
  reads: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
  tells: (status: number, text: string) => [status: number, text: string] = (status, text) => [status, text],
): Promise<string> {
  return serve(async (request, response) => {
    if (other(request.url ?? '', request, response)) return
    const body = Buffer.concat(await request.toArray())
    const headers = Object.entries(reads(request.headers)).filter(
      ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
    )
    const { method = 'GET' } = request
    const answer = await fetch(`${reference.url}${request.url}`, {
      method,
      headers: headers as [string, string][],
      ...(body.length > 0 && { body }),
    })
    const [status, text] = tells(answer.status, await answer.text())
    response.writeHead(status, [...answer.headers].filter(([name]) => name !== 'content-length').flat())
    response.end(text)
  })
}

const json = { 'content-type': 'application/json' }

describe('The kit ends with', () => {
  test('0 if the target conforms.', async () => {
    const { code, out } = await runKit(reference.url, '--only', 'LOGIN-03')
    expect(out).toMatch(/is conformant as far as 1 of \d+ checks can tell at the level documented/)
    expect(code).toBe(0)
  })

  test('1 if an answer is malformed JSON, and says where.', async () => {
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/login') return false
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"user": {')
      return true
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-01')
    expect(out).toMatch(/LOGIN-01[\s\S]*the body is as documented; seen: is not JSON/)
    expect(code).toBe(1)
  })

  test('1 if one request is never answered though others are, and says which.', async () => {
    const url = await serveExcept((path) => path === '/auth/login')
    const { code, out } = await runKit(url, '--only', 'LOGIN-01', '--timeout', '0.5')
    expect(out).toContain('POST /auth/login was not answered: no answer within 0.5 s')
    expect(code).toBe(1)
  })

  test('2 if there is no target.', async () => {
    const { code, err } = await runKit()
    expect(err).toMatch(/no target: give its base address/)
    expect(code).toBe(2)
  })

  test('2 if a selection means no check, which must not look like success.', async () => {
    const { code, err } = await runKit(reference.url, '--only', 'INC-999')
    expect(err).toMatch(/no check is meant by "INC-999"/)
    expect(code).toBe(2)
  })

  test('2 if a listed access token opens nothing, before anybody is judged.', async () => {
    const fixtures = await file('writer: { accessToken: not-a-token-of-anybody }\n')
    const { code, err } = await runKit(reference.url, '--fixtures', fixtures)
    expect(err).toMatch(/^fixtures\.writer is not let in: 401 UNAUTHENTICATED: .*\n$/)
    expect(code).toBe(2)
  })

  test('2 if the admin API key opens nothing, before anybody is judged; doctor says so among the rest.', async () => {
    const wrong = [reference.url, '--admin-key', 'not-the-key-of-anybody']
    const { code, out, err } = await runKit(...wrong)
    expect(err).toMatch(/^the admin API key opens nothing: the target answers 401, as it does without a key; .*\n$/)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    const doctor = await runKit('doctor', ...wrong)
    expect(doctor.out).toMatch(/✗ the admin API key is taken: the admin API key opens nothing: the target answers 401/)
    expect(doctor.code).toBe(2)
  })

  test('3 if nothing failed but a fixture is missing, and says which; 0 if that is allowed.', async () => {
    const { code, out } = await runKit(reference.url, '--only', 'INC-01')
    expect(out).toMatch(/no writer: list it under fixtures, or let the hook make it\s+INC-01/)
    expect(code).toBe(3)
    expect((await runKit(reference.url, '--only', 'INC-01,LOGIN-03', '--allow-unverified')).code).toBe(0)
  })

  test('3 if nothing at all could be verified, allowed or not.', async () => {
    expect((await runKit(reference.url, '--only', 'INC-01', '--allow-unverified')).code).toBe(3)
  })

  test('4 if the target is down.', async () => {
    const url = await serve(() => {})
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const { code, err } = await runKit(url)
    expect(err).toMatch(/cannot be tested: .*ECONNREFUSED/)
    expect(code).toBe(4)
  })

  test('4 if the target takes requests and answers none.', async () => {
    const { code, err } = await runKit(await serve(() => {}), '--timeout', '0.3')
    expect(err).toMatch(/cannot be tested: no answer within 0\.3 s/)
    expect(code).toBe(4)
  })

  test('4 if the hook is down or answers garbage, which is not the fault of the target, in one line.', async () => {
    const hooks: [listener: RequestListener, why: RegExp][] = [
      [(request) => request.socket.destroy(), /could not make writer: other side closed/],
      [
        (_, response) => response.writeHead(500).end('out of   order'),
        /could not make writer: it answered 500: out of order/,
      ],
      [
        (_, response) => response.end('<html>Welcome'),
        /could not make writer: it answered no JSON object: <html>Welcome/,
      ],
    ]
    for (const [listener, why] of hooks) {
      const flags = [reference.url, '--hook', await serve(listener), '--only', 'INC']
      const { code, out, err } = await runKit(...flags)
      expect({ code, out, err }).toEqual({ code: 4, out: '', err: expect.stringMatching(why) })
      expect(err.match(/\n/g)).toHaveLength(1)
      expect(await runKit('doctor', ...flags)).toMatchObject({ code: 4, out: expect.stringMatching(why) })
    }
  })

  test('4 if none of the eight is there, and asks whether this is the base address.', async () => {
    const strangers: RequestListener[] = [
      (_, response) => response.writeHead(404, json).end('{"error":{"code":"NOT_FOUND","message":"","status":404}}'),
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      ({ method }, response) => response.writeHead(method === 'GET' ? 200 : 405).end('<html>'),
    ]
    for (const stranger of strangers) {
      const { code, out, err } = await runKit(await serve(stranger))
      expect({ code, out, err }).toEqual({ code: 4, out: '', err: expect.stringMatching(/is this the base address/) })
    }
  })

  test('4 if the target is elsewhere, and says where.', async () => {
    const url = await serve((_, response) => response.writeHead(308, { location: 'https://there.example/' }).end())
    const { code, err } = await runKit(url)
    expect(err).toMatch(/redirects each call, as to https:\/\/there\.example\/: give the address behind/)
    expect(code).toBe(4)
  })

  test('4 if a gateway keeps everybody out, and names the flag for its header.', async () => {
    const url = await serve((_, response) => response.writeHead(401).end('who are you?'))
    const { code, err } = await runKit(url)
    expect(err).toMatch(/answers every call alike.*--header/)
    expect(code).toBe(4)
  })

  test('4 if the target is never available: nothing could be seen.', async () => {
    const url = await serve((_, response) => response.writeHead(503).end())
    const { code, out, err } = await runKit(url, '--patience', '0')
    expect({ code, out }).toEqual({ code: 4, out: '' })
    expect(err).toMatch(/cannot be tested: the target is not available \(503\)/)
  })

  test('4 if the target goes away meanwhile, and says since when, whatever failed before.', async () => {
    let isGone = false
    const url = await serveExcept((path, request, response) => {
      isGone ||= path === '/dashboard/account/delete' && request.headers.authorization !== undefined
      if (isGone) request.socket.destroy()
      else if (path === '/auth/login') response.writeHead(200, json).end('{}')
      else return false
      return true
    })
    const checks = ['--only', 'LOGIN-01,DEL-01,DEL-02']
    const { code, out, err } = await runKit(url, ...checks, '--jobs', '1', '--patience', '1')
    expect(out).toMatch(/✗ LOGIN-01/)
    expect(err).toMatch(/^the target went away: no answer since DEL-01$/m)
    expect(out).toMatch(/the target went away: no answer since DEL-01\s+DEL-01, DEL-02/)
    expect(code).toBe(4)
  })

  test('1 if one call alone is never served, and says which.', async () => {
    let asked = 0
    const url = await serveExcept((path, _, response) => {
      const isDown = path === '/dashboard/account/delete' && ++asked > 1
      if (isDown) response.writeHead(503, json).end('{"error":{"code":"X","message":"later","status":503}}')
      return isDown
    })
    const { code, out } = await runKit(url, '--only', 'DEL-01', '--patience', '2')
    expect(out).toMatch(/POST \/dashboard\/account\/delete is served, as others are; seen: the target is not available/)
    expect(code).toBe(1)
  })

  test('2 if no report can be written, before anybody is judged.', async () => {
    const { code, out, err } = await runKit(reference.url, '--report', join(await file(''), 'reports'))
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(/no reports can be written to/) })
  })
})

describe('Before anybody is judged,', () => {
  /** The reference server, but that the access token travels as the whole of X-Session. */
  const serveSessions = () =>
    serveExcept(
      () => false,
      ({ authorization: _, 'x-session': token, ...headers }) => ({
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }),
    )

  test('an access token that does not travel as configured is told, with the flags that change it.', async () => {
    const url = await serveSessions()
    for (const flags of [[], ['--token-header', 'X-Session']]) {
      const { code, out, err } = await runKit(url, '--only', 'DEL', ...flags)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^the access token opens nothing: the target answers 401 UNAUTHENTICATED.*\n$/)
      const how = flags[1] ?? 'Authorization'
      expect(err).toContain(`\`${how}: Bearer {token}\`, which --token-header and --token-value change`)
      expect(err).toContain('(auth.token.header, auth.token.value)')
      expect((await runKit('doctor', url, '--only', 'DEL', ...flags)).code).toBe(2)
    }
    const right = ['--token-header', 'X-Session', '--token-value', '{token}']
    expect((await runKit(url, '--only', 'DEL', ...right)).code).toBe(3)
  })

  test('accounts of the hook that open nothing are told, and nobody is accused.', async () => {
    const hook = await serve((_, response) => response.end('{"accessToken":"nonsense","id":"nope","teamId":"x"}'))
    const { code, out, err } = await runKit(reference.url, '--hook', hook)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^the hook's writer is not let in: 401 UNAUTHENTICATED: .*; see its accessToken\n$/)
  })

  test('a token that may never be read is not called taken.', async () => {
    const nothing = '{"error":{"code":"NOT_FOUND","message":"nothing","status":404}}'
    const url = await serveExcept((path, request, response) => {
      const isPublic = path.startsWith('/auth/') || path.startsWith('/admin/')
      if (!isPublic) request.resume().on('end', () => response.writeHead(404, json).end(nothing))
      return !isPublic
    })
    const { out } = await runKit('doctor', url, '--only', 'DEL-01')
    expect(out).toMatch(/✓ the access token is sent; whether it is taken, the target does not tell/)
    expect(out).not.toMatch(/the access token is taken/)
  })

  test('a listed account that cannot log in is told.', async () => {
    const fixtures = await file('writer: { email: nobody@their.example, password: Not-theirs-1 }\n')
    const { code, out, err } = await runKit(reference.url, '--fixtures', fixtures)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^fixtures\.writer cannot log in: 401 INVALID_CREDENTIALS: .*; see its e-mail and password\n$/)
  })

  test('a target that refuses everything alike is not taken for one that lets nobody in.', async () => {
    const alike = '{"error":{"code":"FORBIDDEN","message":"no","status":403}}'
    const url = await serveExcept(
      () => false,
      undefined,
      (status, text) => (status < 400 ? [status, text] : [403, alike]),
    )
    const { code, err, out } = await runKit(url, '--hook', reference.hookUrl, '--only', 'INC-01,DEL-01,DEL-10')
    expect(err).not.toMatch(/opens nothing|not let in/)
    expect(out).toMatch(/conformant as far as 3 of/)
    expect(code).toBe(0)
  })

  test('a target that does not know some of its own tokens is judged, since it lets others in.', async () => {
    let entered = 0
    // Sign-up and log-in answer tokens that open nothing; those of the hook do.
    const url = await serveExcept(
      () => false,
      undefined,
      (status, text) => [status, text.replace(/"accessToken":"[^"]+"/, () => `"accessToken":"broken-${entered++}"`)],
    )
    const { code, out } = await runKit(url, '--hook', reference.hookUrl, '--only', 'LOGIN-02,INC-01')
    expect(out).toMatch(/✗ LOGIN-02/)
    expect(code).toBe(1)
  })

  test('accounts are asked by calls that change nothing.', async () => {
    const asked: string[] = []
    const url = await serveExcept((path, { method, headers }) => {
      if (headers.authorization) asked.push(`${method} ${path}`)
      return false
    })
    await runKit('doctor', url, '--hook', reference.hookUrl, '--only', 'INC,SERVICE,MONITOR,DEL')
    expect(new Set(asked.map((call) => call.replace(/0[0-9A-Z]{25}/, 'NOWHERE')))).toEqual(
      new Set(['DELETE /api/v1/incidents/NOWHERE']),
    )
  })

  test('one of the eight is called, since targets need not answer anything else.', async () => {
    const known = /^\/(auth|api\/v1|dashboard|admin)\//
    const url = await serveExcept((path, request) => {
      if (!known.test(path)) request.socket.destroy()
      return !known.test(path)
    })
    expect((await runKit(url, '--only', 'SIGN-20,LOGIN-20', '--jobs', '1')).code).toBe(0)
  })
})

test('A replay shows all that one check sent and received, and what it found.', async () => {
  const { code, out } = await runKit('replay', 'LOGIN-03', reference.url)
  expect(out).toMatch(/^LOGIN-03 [\s\S]*1\. curl [\s\S]* → 201 after \d+ ms[\s\S]*content-type: application\/json/)
  expect(out).toMatch(/documented: pass, profile: pass/)
  expect(code).toBe(0)
})

test('An explanation of a check cites the document, that of a sentence names the checks.', async () => {
  expect((await runKit('explain', 'INC-08')).out).toMatch(/§4\.4c Incidents of type auto cannot be deleted\./)
  expect((await runKit('explain', '4.4c')).out).toMatch(/INC-08 An auto incident is not deleted/)
  const unknown = await runKit('explain', 'INC-999')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/neither a check nor a sentence/) })
})

test('The list says of every check what it needs.', async () => {
  expect((await runKit('list', '--only', '4.6')).out).toMatch(/ADMIN-01 .*needs sign-up, admin key/)
})

describe('A hook', () => {
  test('that does not know a state leaves its checks unverified.', async () => {
    const hook = await serve((_, response) => response.writeHead(404).end())
    const { code, out } = await runKit(reference.url, '--hook', hook, '--only', 'INC-01')
    expect(out).toMatch(/no writer: .*\s+INC-01/)
    expect(code).toBe(3)
  })

  test('whose free callers are not alone in their teams leaves a check unverified, and accuses nobody.', async () => {
    const ask = async (state: string, params: unknown) => {
      const body = JSON.stringify({ state, params })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(reference.hookUrl, { method: 'POST', headers, body })).json()
    }
    const hook = await serve(async (request, response) => {
      const { state, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const made = await ask(state, params)
      if (state === 'freeCaller') await ask('member', { teamId: made.teamId, role: 'member' })
      response.end(JSON.stringify(made))
    })
    const { code, out } = await runKit(reference.url, '--hook', hook, '--only', 'DEL-02,DEL-04,DEL-05', '--jobs', '1')
    expect(out).toMatch(/is the freeCaller alone in the team\? seen: 409 TEAM_HAS_OTHER_MEMBERS: .*\s+DEL-02\n/)
    expect(out).toMatch(/Account deletion +2 +1\n/)
    expect(code).toBe(3)
  })
})

test('An implementation that declares to have no OAuth users has nothing to show there.', async () => {
  const { code, out } = await runKit(reference.url, '--only', 'LOGIN-03,DEL-10', '--without', 'oauthUser')
  expect(out).toMatch(/inapplicable/)
  expect(code).toBe(0)
})

describe('A target that limits the rate', () => {
  test('is asked again when it says so, and is not accused.', async () => {
    let turned = 0
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/signup' || turned++ > 0) return false
      response.writeHead(429, { 'retry-after': '0' }).end()
      return true
    })
    expect((await runKit(url, '--only', 'LOGIN-03')).code).toBe(0)
    expect(turned).toBeGreaterThan(1)
  })

  test('may say until when, as a date.', async () => {
    const asked: number[] = []
    const until = Math.ceil(Date.now() / 1000 + 1) * 1000
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/signup') return false
      asked.push(Date.now())
      if (Date.now() >= until) return false
      response.writeHead(429, { 'retry-after': new Date(until).toUTCString() }).end()
      return true
    })
    expect((await runKit(url, '--only', 'SIGN-02')).code).toBe(0)
    expect(asked.filter((moment) => moment < until).length).toBeLessThan(4)
  })

  test('for longer than the kit waits leaves its checks unverified.', async () => {
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/signup') return false
      response.writeHead(429, { 'retry-after': '60' }).end()
      return true
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-03')
    expect(out).toMatch(/the target limits the rate of requests/)
    expect(code).toBe(3)
  })
})

describe('A target that closes connections', () => {
  test('has its check begin again, since what was on its way may have been done.', async () => {
    const done: string[] = []
    // Resolves the incident, and hangs up instead of saying so.
    const url = await serveExcept((path, { method, headers, socket }) => {
      const isFirst = path.endsWith('/resolve') && headers.authorization && done.length === 0
      if (!isFirst) return false
      done.push(path)
      void fetch(`${reference.url}${path}`, {
        method: method ?? '',
        headers: { authorization: headers.authorization ?? '' },
      })
        .then((answer) => answer.text())
        .then(() => socket.destroy())
      return true
    })
    expect(await runKit(url, '--hook', reference.hookUrl, '--only', 'INC-01')).toMatchObject({ code: 0 })
    expect(done).toHaveLength(1)
  })

  test('instead of answering is not conformant.', async () => {
    const url = await serveExcept((path, request) => {
      if (path === '/auth/login') request.socket.destroy()
      return path === '/auth/login'
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-03')
    expect(out).toMatch(/POST \/auth\/login was not answered: other side closed/)
    expect(code).toBe(1)
  })
})

describe('A baseline', () => {
  const broken = () =>
    serveExcept((path, _, response) => {
      if (path !== '/auth/login') return false
      response.writeHead(418).end()
      return true
    })

  test('takes known failures out of the count, in every report.', async () => {
    const baseline = await file('- { id: LOGIN-01, reason: log-in is being rewritten }\n')
    const flags = ['--only', 'LOGIN-01,SIGN-02', '--baseline', baseline, '--report', folder]
    const { code, out } = await runKit(await broken(), ...flags)
    expect(out).toMatch(/known: log-in is being rewritten\s+LOGIN-01/)
    expect(out).toMatch(/is conformant as far as 2 of \d+ checks can tell \(1 known failure\) at the level[^\n]*\n$/)
    expect(code).toBe(0)
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    expect(await read('junit.xml')).toMatch(
      /failures="0"[\s\S]*<skipped message="known failure: log-in is being rewritten"/,
    )
    expect(await read('badge.json')).toMatch(/partial, 2 of \d+ checks, 1 known failure.*yellow/)
    expect(await read('summary.md')).toMatch(
      /^# .*: conformant as far[\s\S]*## Known failures\n\n- log-in is being rewritten/,
    )
    expect((await read('report.html')).includes('Known: log-in is being rewritten')).toBe(true)
    expect(JSON.parse(await read('ctrf.json')).results.summary).toMatchObject({ failed: 0, skipped: 1 })
  })

  test('asks nothing of what was not selected, but of checks that there are not.', async () => {
    const others = await file('- { id: INC-01, reason: later }\n')
    expect((await runKit(reference.url, '--only', 'LOGIN-01', '--baseline', others)).code).toBe(0)
    const unknown = await file('- { id: INC-999, reason: later }\n')
    const told = await runKit(reference.url, '--only', 'LOGIN-01', '--baseline', unknown)
    expect(told).toMatchObject({
      code: 1,
      out: expect.stringMatching(/INC-999 is known to fail, but there is no such/),
    })
  })

  test('fails on an entry that does not fail any more, and on one whose time is over.', async () => {
    const mended = await file('- { id: LOGIN-01, reason: log-in was being rewritten }\n')
    const fine = await runKit(reference.url, '--only', 'LOGIN-01', '--baseline', mended)
    expect(fine).toMatchObject({ code: 1, out: expect.stringMatching(/known to fail, but does not/) })
    const expired = await file('- { id: LOGIN-01, reason: log-in is being rewritten, until: "2020-01-01" }\n')
    const late = await runKit(await broken(), '--only', 'LOGIN-01', '--baseline', expired)
    expect(late).toMatchObject({ code: 1, out: expect.stringMatching(/was known to fail until 2020-01-01/) })
  })
})

describe('Equal findings', () => {
  test('are told once, with the checks that have them and one example.', async () => {
    const url = await serveExcept(
      () => false,
      undefined,
      (status, text) => [status, text.replace(/"id":"\w+"/, '"id":"user-1"')],
    )
    const { out } = await runKit(url, '--only', 'SIGN,LOGIN', '--report', folder)
    expect(out.match(/user\.id must/g)).toHaveLength(1)
    expect(out).toMatch(
      /✗ \d+ checks: the body is as documented; seen: user\.id must.*\n {4}SIGN-01, .* and \d+ more\n {4}as in SIGN-01/,
    )
    expect(out.split('\n').length).toBeLessThan(60)
    expect((await readFile(join(folder, 'summary.md'), 'utf8')).match(/user\.id must/g)).toHaveLength(1)
  })
})

test('Progress counts what fails at the level that decides.', async () => {
  const url = await serveExcept(
    () => false,
    undefined,
    (status, text) => [status === 201 ? 200 : status, text],
  )
  const documented = await runKit(url, '--only', 'SIGN-01')
  expect(documented).toMatchObject({ code: 0, err: expect.not.stringMatching(/failed/) })
  const profile = await runKit(url, '--only', 'SIGN-01', '--level', 'profile')
  expect(profile).toMatchObject({ code: 1, err: '1 of 1 checks, 1 failed: Sign-up\n' })
})

test('A condition of refusal counts as seen only where the right caller was not refused, too.', async () => {
  const url = await serveExcept((path, { method }, response) => {
    if (method !== 'DELETE' || !path.includes('/incidents/')) return false
    const error = { code: 'UNAUTHENTICATED', message: 'no', status: 401 }
    response.writeHead(401, json).end(JSON.stringify({ error }))
    return true
  })
  const { code, out } = await runKit(url, '--hook', reference.hookUrl, '--only', 'AUTH-02a')
  expect(out).toMatch(/✗ AUTH-02a[\s\S]*conditions of part 7 seen: 0 of 14\n/)
  expect(code).toBe(1)
})

describe('A header for a gateway', () => {
  test('is sent with each request, and shown in no report.', async () => {
    const open = await serveExcept((_, { headers }, response) => {
      if (headers['x-gateway'] === 'open-sesame-1') return false
      response.writeHead(403).end('closed')
      return true
    })
    const through = [open, '--header', 'X-Gateway: open-sesame-1', '--header', 'X-Tenant: acme']
    expect((await runKit(open, '--only', 'LOGIN-01')).code).toBe(4)
    const { code, out } = await runKit(...through, '--only', 'LOGIN-01,SIGN-02', '--report', folder)
    expect(code).toBe(0)
    expect(out).not.toContain('open-sesame')
    const report = await readFile(join(folder, 'report.json'), 'utf8')
    expect(report).not.toContain('open-sesame')
    expect(report).toMatch(/"x-gateway": "«x-gateway»"/)
    expect((await runKit(...through, '--only', 'LOGIN-01', '--through', 'sdk')).code).toBe(0)
  })
})
