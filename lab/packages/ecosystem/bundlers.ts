/** Bundlers in their default configuration for production, each with the site that it builds. */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../consumer/bundle.ts'
import { type Files, readSite } from '../site.ts'
import { load } from './place.ts'

/** Builds a module of a project that defines `program`, and returns the page with its scripts. */
export type Bundler = (folder: string, module: string) => Promise<Files>

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

type Compiler = (
  options: object,
  done: (error: Error | null, stats?: { toJson(): { errors?: unknown[] } }) => void,
) => void

/** webpack and Rspack have the same interface. */
const webpackLike =
  (name: string): Bundler =>
  async (folder, module) => {
    const { default: compile } = await load<{ default: Compiler }>(name)
    const path = join(folder, `built-by-${name.replace(/\W/g, '')}-${module}`)
    const options = {
      mode: 'production',
      context: folder,
      entry: `./${module}`,
      output: { path, filename: 'program.js' },
    }
    await new Promise<void>((resolve, reject) => {
      compile(options, (error, stats) => {
        const errors = stats?.toJson().errors ?? []
        if (error ?? errors.length > 0) reject(error ?? new Error(JSON.stringify(errors)))
        else resolve()
      })
    })
    return { '/': page('/program.js'), ...(await readSite(path)) }
  }

export const bundlers: Record<string, Bundler> = {
  esbuild,
  Vite: vite,
  webpack: webpackLike('webpack'),
  Rspack: webpackLike('@rspack/core'),
}
