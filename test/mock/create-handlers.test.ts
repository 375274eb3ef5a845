/** The MSW handlers on Node: scenarios, faults and options. */
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { calls, createHandlers, fault, resetCalls, scenario } from '@monitoring-service/mock/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

const baseUrl = 'https://api.example/service'
/** Answers requests that the handlers do not. */
const fallback = http.all('*', () => new HttpResponse('fallback'))
const server = setupServer(...createHandlers({ baseUrl }), fallback)
beforeAll(() => server.listen())
afterAll(() => server.close())

describe('createHandlers', () => {
  const login = (prefer: string, url = baseUrl, signal?: AbortSignal) =>
    fetch(`${url}/auth/login`, { method: 'POST', headers: { prefer }, ...(signal && { signal }) })

  it('resets the connection with fault=reset', async () => {
    await expect(login('fault=reset')).rejects.toThrow(TypeError)
  })

  it('breaks off the body with fault=half', async () => {
    await expect(login('fault=half').then((response) => response.text())).rejects.toThrow(TypeError)
  })

  it('hangs with fault=hang until the client aborts', async () => {
    const controller = new AbortController()
    let isOver = false
    const outcome = login('fault=hang', baseUrl, controller.signal).then(String, ({ name }) => name)
    outcome.finally(() => {
      isOver = true
    })
    for (let i = 0; i < 20; i++) expect((await login('fault=503')).status).toBe(503)
    expect(isOver).toBe(false)
    controller.abort()
    expect(await outcome).toBe('AbortError')
  })

  it('ends a hang whose request was aborted before', async () => {
    const [handler] = createHandlers({ baseUrl })
    const given = { method: 'POST', headers: { prefer: 'fault=hang' }, signal: AbortSignal.abort() }
    const request = new Request(`${baseUrl}/auth/login`, given)
    const result = await handler?.run({ request, requestId: 'aborted' })
    expect(result?.response?.type).toBe('error')
  })

  it('rejects dynamic=true and refers to the mock on Node', async () => {
    const { adminKey } = await credentialsOf({ caller: 'operator', credential: 'valid' }, new Date())
    const headers = { prefer: 'dynamic=true', 'x-admin-api-key': adminKey ?? '' }
    const response = await fetch(`${baseUrl}/admin/deletion-requests`, { headers })
    expect(response.status).toBe(400)
    const message = expect.stringContaining('only the mock on Node')
    expect(await response.json()).toEqual({ error: { code: 'VALIDATION_ERROR', message, status: 400 } })
  })

  function listen(options: Parameters<typeof createHandlers>[0]): void {
    server.use(...createHandlers(options))
    onTestFinished(() => server.resetHandlers())
  }

  it('answers by `scenario` in place of the usual response, at any address, once or until the handlers are reset', async () => {
    const urls = [baseUrl, 'http://elsewhere.example']
    const statusAt = async (url: string) => (await login('', url)).status
    server.use(scenario('login', 'tooManyAttempts'))
    const logIn = () => fetch(`${baseUrl}/auth/login`, valid('a@b.example'))
    const limited = await logIn()
    expect([limited.status, limited.headers.get('mock-scenario')]).toEqual([429, 'tooManyAttempts'])
    for (const url of urls) expect(await statusAt(url), 'an invalid request').toBe(400)
    server.resetHandlers()
    server.use(scenario('login', 'tooManyAttempts', { once: true }))
    expect(await statusAt(baseUrl), 'an invalid request does not use it up').toBe(400)
    const statuses = [(await logIn()).status, (await logIn()).status]
    expect(statuses).toEqual([429, 401])
    server.resetHandlers()
    // @ts-expect-error: there is no such scenario
    expect(() => scenario('login', 'tooManyAtempts')).toThrow('login has no scenario tooManyAtempts; it has login,')
  })

  it('answers by `scenario` and `fault` at one address, if one is given', async () => {
    const elsewhere = 'https://id.example'
    server.use(scenario('login', 'tooManyAttempts', { baseUrl }), fault('signup', '503', { baseUrl }))
    onTestFinished(() => server.resetHandlers())
    const send = async (url: string) => (await fetch(url, valid('a@b.example'))).text()
    expect(await send(`${baseUrl}/auth/login`)).toContain('RATE_LIMITED')
    expect(await send(`${baseUrl}/auth/signup`)).toContain('UNAVAILABLE')
    expect(await send(`${elsewhere}/auth/login`)).toBe('fallback')
    expect(await send(`${elsewhere}/auth/signup`)).toBe('fallback')
    expect(() => scenario('login', 'login', { baseUrl: 'nowhere' })).toThrow('baseUrl must be an http or https address')
  })

  it("answers by `scenario` with one's own data, which the contract must allow", async () => {
    const title = 'x'.repeat(200)
    server.use(scenario('resolveIncident', 'resolveWithCause', { body: { incident: { title, cause: null } } }))
    onTestFinished(() => server.resetHandlers())
    const response = await fetch(`${baseUrl}/api/v1/incidents/1/resolve`, { method: 'PUT' })
    const { incident } = (await response.json()) as { incident: object }
    expect(incident).toMatchObject({ title, cause: null, status: 'resolved' })
    const reject = (body: object) => () => scenario('resolveIncident', 'resolveWithCause', { body })
    expect(reject({ incident: { title: 7 } })).toThrow(
      'resolveIncident cannot answer resolveWithCause with this body: /response/incident/title must be string',
    )
    // @ts-expect-error: the operation's bodies have no such field
    expect(() => scenario('resolveIncident', 'resolveWithCause', { body: { incidnet: {} } })).toThrow('incidnet')
  })

  it('lists the calls that handlers have answered, with typed bodies', async () => {
    resetCalls()
    server.use(scenario('login', 'tooManyAttempts', { once: true }))
    await fetch(`${baseUrl}/auth/login`, valid('a@b.example'))
    await fetch(`${baseUrl}/auth/login`, valid('c@d.example'))
    await login('fault=reset').catch(() => {})
    await fetch(`${baseUrl}/nowhere`)
    expect(calls('login')).toMatchObject([
      { method: 'POST', target: '/auth/login', status: 429, scenario: 'tooManyAttempts' },
      { status: 401, reason: 'the reference operation, on new demo data' },
      { fault: 'reset' },
    ])
    const emails: (string | undefined)[] = calls('login').map(({ body }) => body?.email)
    expect(emails).toEqual(['a@b.example', 'c@d.example', undefined])
    expect([calls('signup'), calls()]).toEqual([[], calls('login')])
  })

  const valid = (email: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'any password' }),
  })

  it('fails by `fault` for one operation, as often as the rule says, and leaves the memory of other handlers', async () => {
    listen({ baseUrl: 'http://memory.example', stateful: true })
    const signUp = async () => (await fetch('http://memory.example/auth/signup', valid('ada@navy.example'))).status
    server.use(fault('signup', { fault: '429', times: 1 }), fault('login', 'reset'))
    expect([await signUp(), await signUp()]).toEqual([429, 201])
    await expect(login('', 'http://memory.example')).rejects.toThrow(TypeError)
    server.use(fault('signup', { delay: 1 }))
    expect(await signUp()).toBe(409)
    server.use(fault('*', '503'))
    expect([await signUp(), (await login('')).status]).toEqual([503, 503])
    // @ts-expect-error: there is no such operation
    expect(() => fault('logni', 'reset')).toThrow('there is no operation logni; there are signup, login')
  })

  it('rejects an address that is not set, in a page too', () => {
    vi.stubGlobal('location', { href: 'http://page.example/' })
    expect(() => createHandlers({ baseUrl: undefined as never })).toThrow('baseUrl must be an http or https address')
    expect(createHandlers({ baseUrl: '/proxied' })).toHaveLength(1)
  })

  it('begins with own records, if they are given', async () => {
    const team = { id: 'T1', name: 'Navy', plan: 'pro', createdAt: '2025-01-01T00:00:00.000Z' } as const
    expect(() => createHandlers({ baseUrl, data: { teams: [team] } })).toThrow('data needs stateful')
    const broken = { teams: [{ ...team, plan: 'gold' as 'pro' }] }
    expect(() => createHandlers({ baseUrl, stateful: true, data: broken })).toThrow('plan')
    listen({ baseUrl: 'http://memory.example', stateful: true, data: { teams: [team] } })
    const response = await fetch('http://memory.example/auth/login', valid('owner@acme.example'))
    expect(response.status).toBe(401)
  })

  it('fails at the given rate, and repeats failures with the same seed', async () => {
    const statuses = async (seed: number) => {
      listen({ baseUrl: 'http://chance.example/', failRate: 0.5, seed })
      const all: number[] = []
      for (let i = 0; i < 20; i++) all.push((await login('', 'http://chance.example')).status)
      return all
    }
    const first = await statuses(7)
    expect(new Set(first)).toEqual(new Set([400, 503]))
    expect(await statuses(7)).toEqual(first)
    expect(await statuses(8)).not.toEqual(first)
  })
})
