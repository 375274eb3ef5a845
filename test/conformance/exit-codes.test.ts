/** What the kit says, and with which code it ends, when not all is well; against small targets that misbehave. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run } from './collect.ts'
import { type Reference, startReference } from './reference.ts'

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

/** The reference server but for some requests. */
function serveExcept(other: (path: string, ...call: Parameters<RequestListener>) => boolean): Promise<string> {
  return serve(async (request, response) => {
    if (other(request.url ?? '', request, response)) return
    const body = Buffer.concat(await request.toArray())
    const headers = Object.entries(request.headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
    )
    const { method = 'GET' } = request
    const answer = await fetch(`${reference.url}${request.url}`, {
      method,
      headers: headers as [string, string][],
      ...(body.length > 0 && { body }),
    })
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => name !== 'content-length').flat())
    response.end(await answer.text())
  })
}

describe('The kit ends with', () => {
  test('0 if the target conforms.', async () => {
    const { code, out } = await run(reference.url, '--only', 'LOGIN-03')
    expect(out).toMatch(/is conformant at the level documented/)
    expect(code).toBe(0)
  })

  test('1 if an answer is malformed JSON, and says where.', async () => {
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/login') return false
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"user": {')
      return true
    })
    const { code, out } = await run(url, '--only', 'LOGIN-01')
    expect(out).toMatch(/LOGIN-01[\s\S]*the body is as documented; seen: is not JSON/)
    expect(code).toBe(1)
  })

  test('1 if one request is never answered though others are, and says which.', async () => {
    const url = await serveExcept((path) => path === '/auth/login')
    const { code, out } = await run(url, '--only', 'LOGIN-01', '--timeout', '0.5')
    expect(out).toContain('POST /auth/login was not answered: no answer within 0.5 s')
    expect(code).toBe(1)
  })

  test('2 if there is no target.', async () => {
    const { code, err } = await run()
    expect(err).toMatch(/no target: give its base address/)
    expect(code).toBe(2)
  })

  test('2 if a selection means no check, which must not look like success.', async () => {
    const { code, err } = await run(reference.url, '--only', 'INC-999')
    expect(err).toMatch(/no check is meant by "INC-999"/)
    expect(code).toBe(2)
  })

  test('2 if a listed access token opens nothing, before anybody is judged.', async () => {
    const fixtures = await file('writer: { accessToken: not-a-token-of-anybody }\n')
    const { code, err } = await run(reference.url, '--fixtures', fixtures)
    expect(err).toMatch(/the access token of fixtures\.writer opens nothing/)
    expect(code).toBe(2)
  })

  test('2 if the admin API key opens nothing, before anybody is judged; doctor says so among the rest.', async () => {
    const wrong = [reference.url, '--admin-key', 'not-the-key-of-anybody']
    const { code, out, err } = await run(...wrong)
    expect(err).toMatch(/^the admin API key opens nothing: the target answers 401, as it does without a key; .*\n$/)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect((await run('doctor', ...wrong)).out).toMatch(/✗ the admin API key is taken: the listing answers 401/)
  })

  test('3 if nothing failed but a fixture is missing, and says which; 0 if that is allowed.', async () => {
    const { code, out } = await run(reference.url, '--only', 'INC-01')
    expect(out).toMatch(/no writer: list it under fixtures, or let the hook make it\s+INC-01/)
    expect(code).toBe(3)
    expect((await run(reference.url, '--only', 'INC-01,LOGIN-03', '--allow-unverified')).code).toBe(0)
  })

  test('3 if nothing at all could be verified, allowed or not.', async () => {
    expect((await run(reference.url, '--only', 'INC-01', '--allow-unverified')).code).toBe(3)
  })

  test('4 if the target is down.', async () => {
    const url = await serve(() => {})
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const { code, err } = await run(url)
    expect(err).toMatch(/cannot be tested: .*ECONNREFUSED/)
    expect(code).toBe(4)
  })

  test('4 if the target takes requests and answers none.', async () => {
    const { code, err } = await run(await serve(() => {}), '--timeout', '0.3')
    expect(err).toMatch(/cannot be tested: no answer within 0\.3 s/)
    expect(code).toBe(4)
  })

  test('4 if the hook fails, which is not the fault of the target.', async () => {
    const hook = await serve((_, response) => response.writeHead(500).end())
    const { code, out } = await run(reference.url, '--hook', hook, '--only', 'INC-01')
    expect(out).toMatch(/! INC-01[\s\S]*the hook could not make writer: it answered 500/)
    expect(code).toBe(4)
  })
})

test('A replay shows all that one check sent and received, and what it found.', async () => {
  const { code, out } = await run('replay', 'LOGIN-03', reference.url)
  expect(out).toMatch(/^LOGIN-03 [\s\S]*1\. curl [\s\S]* → 201 after \d+ ms[\s\S]*content-type: application\/json/)
  expect(out).toMatch(/documented: pass, profile: pass/)
  expect(code).toBe(0)
})

test('An explanation of a check cites the document, that of a sentence names the checks.', async () => {
  expect((await run('explain', 'INC-08')).out).toMatch(/§4\.4c Incidents of type auto cannot be deleted\./)
  expect((await run('explain', '4.4c')).out).toMatch(/INC-08 An auto incident is not deleted/)
  const unknown = await run('explain', 'INC-999')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/neither a check nor a sentence/) })
})

test('The list says of every check what it needs.', async () => {
  expect((await run('list', '--only', '4.6')).out).toMatch(/ADMIN-01 .*needs sign-up, admin key/)
})

describe('A hook', () => {
  test('that does not know a state leaves its checks unverified.', async () => {
    const hook = await serve((_, response) => response.writeHead(404).end())
    const { code, out } = await run(reference.url, '--hook', hook, '--only', 'INC-01')
    expect(out).toMatch(/no writer: .*\s+INC-01/)
    expect(code).toBe(3)
  })
})

test('An implementation that declares to have no OAuth users has nothing to show there.', async () => {
  const { code, out } = await run(reference.url, '--only', 'LOGIN-03,DEL-10', '--without', 'oauthUser')
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
    expect((await run(url, '--only', 'LOGIN-03')).code).toBe(0)
    expect(turned).toBeGreaterThan(1)
  })

  test('for longer than the kit waits leaves its checks unverified.', async () => {
    const url = await serveExcept((path, _, response) => {
      if (path !== '/auth/signup') return false
      response.writeHead(429, { 'retry-after': '60' }).end()
      return true
    })
    const { code, out } = await run(url, '--only', 'LOGIN-03')
    expect(out).toMatch(/the target limits the rate of requests/)
    expect(code).toBe(3)
  })
})

describe('A target that closes connections', () => {
  test('is asked once more, since it may close one that was kept alive at any moment.', async () => {
    let closed = 0
    const url = await serveExcept((path, request) => {
      if (path !== '/auth/login' || closed++ > 0) return false
      request.socket.destroy()
      return true
    })
    expect((await run(url, '--only', 'LOGIN-03')).code).toBe(0)
  })

  test('instead of answering is not conformant.', async () => {
    const url = await serveExcept((path, request) => {
      if (path === '/auth/login') request.socket.destroy()
      return path === '/auth/login'
    })
    const { code, out } = await run(url, '--only', 'LOGIN-03')
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

  test('takes known failures out of the count.', async () => {
    const baseline = await file('- { id: LOGIN-01, reason: log-in is being rewritten }\n')
    const { code, out } = await run(await broken(), '--only', 'LOGIN-01,SIGN-02', '--baseline', baseline)
    expect(out).toMatch(/LOGIN-01[\s\S]*known: log-in is being rewritten/)
    expect(code).toBe(0)
  })

  test('fails on an entry that does not fail any more, and on one whose time is over.', async () => {
    const mended = await file('- { id: LOGIN-01, reason: log-in was being rewritten }\n')
    const fine = await run(reference.url, '--only', 'LOGIN-01', '--baseline', mended)
    expect(fine).toMatchObject({ code: 1, out: expect.stringMatching(/known to fail, but does not/) })
    const expired = await file('- { id: LOGIN-01, reason: log-in is being rewritten, until: "2020-01-01" }\n')
    const late = await run(await broken(), '--only', 'LOGIN-01', '--baseline', expired)
    expect(late).toMatchObject({ code: 1, out: expect.stringMatching(/was known to fail until 2020-01-01/) })
  })
})
