/** One bundle has the SDK twice, as an ES module and as CommonJS; errors of each are those of the other. */
import { strictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { test } from 'node:test'
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import webpack from 'webpack'

const input = 'program.js'
const root = import.meta.dirname

const runWebpack = (filename, more = {}) =>
  new Promise((done, fail) => {
    const options = { mode: 'production', target: 'node', context: root, entry: `./${input}`, ...more }
    webpack({ ...options, output: { path: root, filename } }, (error, stats) => {
      if (error ?? stats.hasErrors()) fail(error ?? new Error(stats.toString()))
      else done()
    })
  })

const bundlers = {
  esbuild: (file) => esbuild({ entryPoints: [input], bundle: true, format: 'esm', outfile: file }),
  async Rollup(file) {
    const built = await rollup({ input, plugins: [resolve(), commonjs()] })
    await built.write({ file })
  },
  'Vite SSR': (file) =>
    vite({
      root,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: input, emptyOutDir: false, rollupOptions: { output: { entryFileNames: basename(file) } } },
    }),
  webpack: (file) => runWebpack(file),
  // As old tools, and Metro if it is set so.
  'webpack without exports': (file) =>
    runWebpack(file, { resolve: { exportsFields: [] }, module: { rules: [{ resolve: { fullySpecified: false } }] } }),
}

for (const [name, build] of Object.entries(bundlers)) {
  test(name, async () => {
    const file = `dist/${name.replaceAll(' ', '-')}.${name.startsWith('webpack') ? 'cjs' : 'mjs'}`
    await build(file)
    strictEqual(execFileSync(process.execPath, [file], { encoding: 'utf8' }), 'true 404 INCIDENT_NOT_FOUND\n')
  })
}
