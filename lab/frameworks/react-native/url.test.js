/** Addresses and queries are right with the URL classes of react-native-url-polyfill. `.npmrc` keeps its peer, React Native, out. */
import { deepStrictEqual, match, notStrictEqual } from 'node:assert'
import { test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { build } from 'esbuild'

await build({
  entryPoints: ['program.js'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  mainFields: ['react-native', 'module', 'main'],
  alias: { 'react-native': './native.js' },
  outfile: 'dist/program.mjs',
})
const { URL: urlOfNode, fetch: fetchOfNode } = globalThis
const { create } = await import('./dist/program.mjs')
notStrictEqual(URL, urlOfNode)

/** Like React Native's: without streams; Node's own takes its URL class from here. */
async function fetchText(...request) {
  const response = await fetchOfNode(...request)
  const { ok, status, headers } = response
  const text = await response.text()
  return { ok, status, headers, text: async () => text }
}

test('a list with a query', async () => {
  const mock = await createMock({ stateful: true })
  const { data, pagination } = await create(mock.url, fetchText).admin.deletionRequests({ page: 2, limit: 3 })
  deepStrictEqual([data.length, pagination.page], [3, 2])
  await mock.close()
})

test('a lost connection names its host', async () => {
  const lost = async () => {
    throw new TypeError('Network request failed')
  }
  const { error } = await create('http://127.0.0.1:9', lost).admin.deletionRequests().result()
  match(error.message, /127\.0\.0\.1:9: Network request failed/)
})
