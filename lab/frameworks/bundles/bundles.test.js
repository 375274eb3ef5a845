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
  webpack: (file) =>
    new Promise((done, fail) => {
      const output = { path: root, filename: file }
      webpack({ mode: 'production', target: 'node', context: root, entry: `./${input}`, output }, (error, stats) => {
        if (error ?? stats.hasErrors()) fail(error ?? new Error(stats.toString()))
        else done()
      })
    }),
}

for (const [name, build] of Object.entries(bundlers)) {
  test(name, async () => {
    const file = `dist/${name.replace(' ', '-')}.${name === 'webpack' ? 'cjs' : 'mjs'}`
    await build(file)
    strictEqual(execFileSync(process.execPath, [file], { encoding: 'utf8' }), 'true 404 INCIDENT_NOT_FOUND\n')
  })
}
