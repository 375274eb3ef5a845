/** The MSW handlers on Node: faults, options, and requests that are not theirs. */
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { createHandlers, fault, scenario } from '@monitoring-service/mock/msw'
import { build } from 'esbuild'
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
    const statuses = [(await logIn()).status, (await logIn()).status]
    expect(statuses).toEqual([429, 401])
    server.resetHandlers()
    // @ts-expect-error: there is no such scenario
    expect(() => scenario('login', 'tooManyAtempts')).toThrow('login has no scenario tooManyAtempts; it has login,')
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

  it('keeps changes if it is stateful', async () => {
    listen({ baseUrl: 'http://memory.example', stateful: true })
    const signUp = () => fetch('http://memory.example/auth/signup', valid('grace@navy.example'))
    expect([(await signUp()).status, (await signUp()).status]).toEqual([201, 409])
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

  it('ignores requests outside its base URL', async () => {
    const neighbours = ['/serviceable/auth/login', '/auth/login', '/service', '.invalid/service/auth/login']
    for (const neighbour of neighbours) {
      const response = await fetch(`https://api.example${neighbour}`)
      expect(await response.text()).toBe('fallback')
    }
  })

  it('needs no Node modules', async () => {
    const options = { bundle: true, write: false, metafile: true, platform: 'browser', format: 'esm' } as const
    const { metafile, warnings } = await build({ ...options, entryPoints: ['mock/msw.ts'], logLevel: 'silent' })
    expect(warnings).toEqual([])
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
    expect(imports).toEqual([])
    expect(Object.keys(metafile.inputs).filter((file) => /prism|\bnode:/.test(file))).toEqual([])
  })
})
