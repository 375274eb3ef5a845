/** Bundlers in their default configuration for production, each with the site that it builds. */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../consumer/bundle.ts'
import { type Files, readSite } from '../site.ts'
import { load } from './place.ts'

/** Builds a module of a project that defines `program`, and returns the page with its scripts. */
type Bundler = (folder: string, module: string) => Promise<Files>

const page = (script: string) =>
  `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`

export const esbuild: Bundler = async (folder, module) => ({
  '/': page('/program.js'),
  '/program.js': await bundle(folder, 'browser', module),
})

interface Vite {
  build(options: object): Promise<unknown>
}

export const vite: Bundler = async (folder, module) => {
  const { build } = await load<Vite>('vite')
  const out = `vite-${module}`
  await cp(join(folder, module), join(folder, 'main.js'))
  await writeFile(join(folder, 'index.html'), page('/main.js'))
  await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir: out, copyPublicDir: false } })
  const { '/index.html': html = '', ...others } = await readSite(join(folder, out))
  return { '/': html, ...others }
}
