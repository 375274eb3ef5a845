/** The MSW handlers in a bundle: they are small, and generate no code, which strict Content-Security-Policies forbid. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const program = `
  import { createHandlers } from '@monitoring-service/mock/msw'
  import { getResponse } from 'msw'
  const results = []
  try { new Function('') } catch (error) { results.push(error.name) }
  const handlers = createHandlers({ baseUrl: 'https://api.example' })
  for (const password of ['correct-horse-battery', 42]) {
    const body = JSON.stringify({ email: 'owner@acme.example', password })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('https://api.example/auth/login', { method: 'POST', headers, body })
    results.push((await getResponse(handlers, request)).status)
  }
  console.log(results.join(' '))
`

it('accepts and rejects requests without code generation from strings', async () => {
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program]
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd })
  expect(stdout).toBe('EvalError 200 400\n')
})

it('weighs at most 55 kB, minified and compressed, without MSW itself', async () => {
  const contents = `export { createHandlers } from '@monitoring-service/mock/msw'`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['msw'],
    write: false,
  })
  const [bundle] = outputFiles.map((file) => gzipSync(file.contents).length)
  expect(bundle).toBeGreaterThan(10_000)
  expect(bundle).toBeLessThanOrEqual(55_000)
})
