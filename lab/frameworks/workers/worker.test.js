/** A request that ends while it refreshes the token, as when its browser leaves, holds up no later request. */
import { deepStrictEqual } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

/** Accepts tokens of a log-in, which takes a while. */
const service = createServer((request, response) => {
  const json = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  request.resume()
  if (request.url === '/auth/login')
    setTimeout(() => json(200, { user: {}, accessToken: 'good', refreshToken: 'r' }), 400)
  else if (request.headers.authorization === 'Bearer good') json(200, { incident: {} })
  else json(401, { error: { code: 'UNAUTHENTICATED', message: 'Log in.', status: 401 } })
})

test('a refresh that its request has left', async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const conditions = ['workerd', 'worker', 'browser']
  const { outputFiles } = await build({
    entryPoints: ['worker.js'],
    bundle: true,
    format: 'esm',
    conditions,
    write: false,
  })
  const worker = new Miniflare({
    modules: true,
    script: outputFiles[0].text,
    compatibilityDate: '2026-01-01',
    bindings: { SERVICE: `http://127.0.0.1:${service.address().port}` },
  })
  try {
    await (await worker.dispatchFetch('http://worker.example/leave')).text()
    const seen = []
    for (let count = 0; count < 3; count++) {
      seen.push(await (await worker.dispatchFetch('http://worker.example/')).json().catch(() => 'an error'))
    }
    deepStrictEqual(seen.slice(1), [
      { ok: true, status: 200 },
      { ok: true, status: 200 },
    ])
  } finally {
    await worker.dispose()
    service.close()
  }
})
