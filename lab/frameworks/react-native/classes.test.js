/**
 * Calls are right with the classes that React Native has in place of a browser's: its own, as its package ships them, and those
 * of react-native-url-polyfill. `.npmrc` keeps that one's peer, React Native, out.
 */
import { deepStrictEqual, match, notStrictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { build } from 'esbuild'
import removeTypes from 'flow-remove-types'

const { URL: urlOfNode, fetch: fetchOfNode } = globalThis

// Node's classes are still in place: it is no part of the app.
const mock = await createMock({ stateful: true })
after(() => mock.close())

const reactNative = {
  name: 'react-native',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /NativeBlobModule$/ }, () => ({ path: resolve('native.js') }))
    onLoad({ filter: /package.Libraries/ }, ({ path }) => {
      return { contents: removeTypes(readFileSync(path, 'utf8')).toString(), loader: 'js' }
    })
  },
}

/** Like React Native's: without streams, and it knows its own signals only. Node's takes its URL class from the globals. */
async function fetchText(url, { signal: _, ...init }) {
  const response = await fetchOfNode(url, init)
  const { ok, status, headers } = response
  const text = await response.text()
  return { ok, status, headers, text: async () => text }
}

for (const name of ['polyfilled', 'shipped']) {
  test(name, async () => {
    await build({
      entryPoints: [`${name}.js`],
      bundle: true,
      format: 'esm',
      platform: 'node',
      mainFields: ['react-native', 'module', 'main'],
      alias: { 'react-native': './native.js' },
      plugins: [reactNative],
      outfile: `dist/${name}.mjs`,
    })
    const { createMonitoring } = await import(`./dist/${name}.mjs`)
    notStrictEqual(URL, urlOfNode)
    const adminKey = 'published-demo-admin-api-key-never-use-it-for-real'
    const options = { baseUrl: mock.url, adminKey, fetch: fetchText, maxRetries: 0 }
    const { admin } = createMonitoring(options)
    const { data, pagination } = await admin.deletionRequests({ page: 2, limit: 3 })
    deepStrictEqual([data.length, pagination.page], [3, 2])

    const fetch = async () => {
      throw new TypeError('Network request failed')
    }
    const lost = await createMonitoring({ ...options, baseUrl: 'http://127.0.0.1:9', fetch })
      .admin.deletionRequests()
      .result()
    match(lost.error.message, /127\.0\.0\.1:9: Network request failed/)

    const left = new AbortController()
    const call = admin.deletionRequests({}, { signal: left.signal }).result()
    left.abort()
    deepStrictEqual(await call.catch((error) => error.name), 'AbortError')
  })
}
