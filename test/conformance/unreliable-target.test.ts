/** Targets that limit the rate or close connections: the kit retries before it reports a failure. */
import { describe, expect, test } from 'vitest'
import { createHarness, runKit } from './kit-harness.ts'

const kit = createHarness()

describe('a target that responds 429', () => {
  test('receives the request again and is not failed', async () => {
    let signUps = 0
    const url = await kit.proxy((path, _, response) => {
      if (path !== '/auth/signup' || signUps++ > 0) return false
      response.writeHead(429, { 'retry-after': '0' }).end()
      return true
    })
    expect((await runKit(url, '--only', 'LOGIN-03')).code).toBe(0)
    expect(signUps).toBeGreaterThan(1)
  })

  test('may send Retry-After as a date', async () => {
    const requests: number[] = []
    const until = Math.ceil(Date.now() / 1000 + 1) * 1000
    const url = await kit.proxy((path, _, response) => {
      if (path !== '/auth/signup') return false
      requests.push(Date.now())
      if (Date.now() >= until) return false
      response.writeHead(429, { 'retry-after': new Date(until).toUTCString() }).end()
      return true
    })
    expect((await runKit(url, '--only', 'SIGN-02')).code).toBe(0)
    expect(requests.filter((moment) => moment < until).length).toBeLessThan(4)
  })

  test('leaves its checks unverified when Retry-After exceeds the patience of the kit', async () => {
    const url = await kit.proxy((path, _, response) => {
      if (path !== '/auth/signup') return false
      response.writeHead(429, { 'retry-after': '60' }).end()
      return true
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-03')
    expect(out).toMatch(/the target limits the rate of requests/)
    expect(code).toBe(3)
  })
})

describe('a target that closes the connection', () => {
  test('has the whole check repeated, because the request may have been applied', async () => {
    const applied: string[] = []
    // Resolves the incident and closes the connection without a response.
    const url = await kit.proxy((path, { method, headers, socket }) => {
      const isFirst = path.endsWith('/resolve') && headers.authorization && applied.length === 0
      if (!isFirst) return false
      applied.push(path)
      void fetch(`${kit.reference.url}${path}`, {
        method: method ?? '',
        headers: { authorization: headers.authorization ?? '' },
      })
        .then((response) => response.text())
        .then(() => socket.destroy())
      return true
    })
    expect(await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'INC-01')).toMatchObject({ code: 0 })
    expect(applied).toHaveLength(1)
  })

  test('fails when it never responds', async () => {
    const url = await kit.proxy((path, request) => {
      if (path === '/auth/login') request.socket.destroy()
      return path === '/auth/login'
    })
    const { code, out } = await runKit(url, '--only', 'LOGIN-03')
    expect(out).toMatch(/POST \/auth\/login was not answered: other side closed/)
    expect(code).toBe(1)
  })
})
