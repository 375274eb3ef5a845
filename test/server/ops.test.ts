/** The operator's port: health and metrics. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { startServer } from '@monitoring-service/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReadiness } from '../../server/ops/readiness.ts'
import { openStore } from '../../server/store/open.ts'
import { begin, login as credentials } from '../http/clients.ts'
import { start } from '../support/process.ts'
import { sendRaw, transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

async function startWatched(open?: typeof openStore, settings = {}) {
  const server = await startServer({ ...demoSettings, ...settings, opsPort: 0 }, undefined, open)
  onTestFinished(() => server.close(0))
  const ask = async (path: string) => {
    const response = await fetch(`${server.opsUrl}${path}`)
    return [response.status, await response.text()] as const
  }
  /** The values of a metric, by its labels, without series that have counted nothing. */
  const read = async (name: string) => {
    const lines = (await ask('/metrics'))[1]
      .split('\n')
      .filter((line) => line.startsWith(name) && !line.endsWith('} 0'))
    return Object.fromEntries(
      lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }
  return { ...server, ask, read }
}

const login = { email: 'owner@acme.example', password: 'correct-horse-battery' }

describe('The operator’s port', () => {
  it('reports liveness and readiness', async () => {
    const { ask } = await startWatched()
    expect(await ask('/healthz')).toEqual([200, 'alive\n'])
    expect(await ask('/readyz')).toEqual([200, 'ready\n'])
    expect((await ask('/'))[0]).toBe(404)
    expect((await ask('/constructor'))[0]).toBe(404)
  })

  it('asks for a restart while the store says that its connections do not recover', async () => {
    let isStuck = false
    const open = async (url: string) => ({ ...(await openStore(url)), isStuck: () => isStuck })
    const { ask } = await startWatched(open)
    expect((await ask('/healthz'))[0]).toBe(200)
    isStuck = true
    expect(await ask('/healthz')).toEqual([503, expect.stringContaining('restart')])
  })

  it('is separate from the API’s port', async () => {
    const { url, opsUrl = '' } = await startWatched()
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await transmit(url, 'GET', path, {})).statusLine).toBe('404 NOT_FOUND')
      expect((await fetch(`${opsUrl}${path}`, { method: 'POST' })).status).toBe(404)
    }
    expect((await fetch(`${opsUrl}/auth/login`)).status).toBe(404)
  })

  it('refuses the name of another site, which a page could give this machine', async () => {
    const { opsUrl = '' } = await startWatched()
    const get = async (host: string) => {
      const [response] = await once(request(`${opsUrl}/metrics`, { headers: { host } }).end(), 'response')
      response.destroy()
      return response.statusCode
    }
    expect(await get('evil.example')).toBe(400)
    for (const host of ['localhost:1', '127.0.0.1', 'server']) expect(await get(host)).toBe(200)
  })

  it('is off by default, and listens on the loopback interface', async () => {
    const server = await startServer(demoSettings)
    onTestFinished(() => server.close(0))
    expect(server.opsUrl).toBeUndefined()
    expect((await startWatched()).opsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('is alive but not ready while the store does not answer', async () => {
    const store = await openStore('memory:')
    const { ask, read, url } = await startWatched(async () => store)
    expect((await ask('/readyz'))[0]).toBe(200)
    await store.close()
    await vi.waitFor(
      async () => expect(await ask('/readyz')).toEqual([503, 'the store does not accept writes\n']),
      5_000,
    )
    expect((await ask('/healthz'))[0]).toBe(200)
    expect((await transmit(url, 'POST', '/auth/login', {}, login)).statusLine).toBe('503 UNAVAILABLE')
    const failures = await read('monitoring_store_errors_total')
    expect(failures['{method="probe"}']).toBe(1)
    expect(Object.keys(failures).length).toBeGreaterThan(1)
  })

  it('is not ready while the store hangs, and probes it once at a time', async () => {
    let probes = 0
    const probe = () => {
      probes += 1
      return new Promise<void>(() => {})
    }
    const readiness = createReadiness({ probe }, 10)
    expect(await readiness.state()).toBe('the store does not accept writes')
    expect(await readiness.state()).toBe('the store does not accept writes')
    expect(probes).toBe(1)
  })

  it('is not ready during shutdown, while requests in progress finish', async () => {
    const server = await start(['--demo', '--port', '0', '--ops-port', '0'], { LOG_LEVEL: 'silent' })
    await vi.waitFor(() => expect(server.stdout()).toContain('health and metrics at'))
    const [, opsUrl] = /at (http:\S+)/.exec(server.stdout()) ?? []
    const socket = await begin(server.url)
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200)
    server.signal('SIGTERM')
    await vi.waitFor(async () => {
      const response = await fetch(`${opsUrl}/readyz`)
      expect([response.status, await response.text()]).toEqual([503, 'draining\n'])
    }, 5_000)
    socket.write(credentials)
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK/)
    expect((await server.ended).code).toBe(0)
  })

  it('counts requests by operation and status, and errors by code, without text from callers', async () => {
    const { url, read, ask } = await startWatched()
    await transmit(url, 'POST', '/auth/login', {}, login)
    await transmit(url, 'POST', '/auth/login', {}, { ...login, password: 'canary-password' })
    await transmit(url, 'GET', '/canary-path', { 'x-request-id': 'canary-id' })
    await vi.waitFor(async () =>
      expect(await read('monitoring_http_requests_total')).toEqual({
        '{operation="login",status="200"}': 1,
        '{operation="login",status="401"}': 1,
        '{operation="none",status="404"}': 1,
      }),
    )
    expect(await read('monitoring_refusals_total')).toEqual({
      '{code="INVALID_CREDENTIALS"}': 1,
      '{code="NOT_FOUND"}': 1,
    })
    expect(await read('monitoring_http_request_duration_seconds_count')).toEqual({
      '{operation="login"}': 2,
      '{operation="none"}': 1,
    })
    expect(await read('monitoring_password_queue')).toEqual({ '': 0 })
    const [, text] = await ask('/metrics')
    expect(text).not.toContain('canary')
    expect(text).toContain('process_cpu_seconds_total')
  })

  it('counts malformed HTTP and dropped connections', { tags: ['P18'] }, async () => {
    const { url, read } = await startWatched(undefined, { maxConnections: 1 })
    await sendRaw(url, 'hello\r\n\r\n')
    expect(await read('monitoring_http_requests_total')).toEqual({ '{operation="none",status="400"}': 1 })
    expect(await read('monitoring_refusals_total')).toEqual({ '{code="VALIDATION_ERROR"}': 1 })
    await vi.waitFor(async () => expect(await read('monitoring_http_connections ')).toEqual({ '': 0 }))
    const { hostname, port } = new URL(url)
    const sockets = [1, 2, 3].map(() => connect(Number(port), hostname).on('error', () => {}))
    await vi.waitFor(
      async () =>
        expect(await read('monitoring_http_connections_dropped_total')).toEqual({ '{reason="connections"}': 2 }),
      5_000,
    )
    for (const socket of sockets) socket.destroy()
  })

  it('counts open connections', async () => {
    const { url, read } = await startWatched()
    expect(await read('monitoring_http_connections ')).toEqual({ '': 0 })
    const { hostname, port } = new URL(url)
    const sockets = [1, 2, 3].map(() => connect(Number(port), hostname))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await vi.waitFor(async () => expect(await read('monitoring_http_connections ')).toEqual({ '': 3 }))
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect(await read('monitoring_http_connections ')).toEqual({ '': 0 }))
  })
})
