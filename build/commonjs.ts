/** Adds CommonJS copies of compiled modules, for programs and tools that cannot `require` an ES module, such as Jest. */
import { cpSync, globSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { bundle } from './bundle.ts'
import { reachableFrom } from './compile.ts'

/** The folder of the copies, relative to the folder of the compiled modules. */
export const commonjsFolder = 'commonjs'

const options: BuildOptions = {
  // Plain properties in place of esbuild's getters, which `jest.spyOn` cannot replace.
  footer: { js: 'module.exports = { __esModule: true, ...module.exports }' },
  format: 'cjs',
  target: 'es2022',
}

/** One file for each module, so that a class that two entries export is the same. The types are copied as they are. */
export async function addCommonJs(folder: string): Promise<void> {
  const files = globSync('**/*.{js,d.ts}', { cwd: folder })
  const entryPoints = files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
  await build({ ...options, entryPoints, outdir: join(folder, commonjsFolder), outbase: folder, platform: 'neutral' })
  addTypes(
    folder,
    files.filter((file) => file.endsWith('.d.ts')),
  )
}

/** One file for each entry, with the packages that it imports but peers: some of them are ES modules only. */
export async function bundleCommonJs(root: string, entries: string[], folder: string, external: string[]) {
  for (const source of entries) {
    const output = join(folder, commonjsFolder, source.replace(/\.ts$/, '.js'))
    await bundle(root, source, output, { ...options, external, platform: 'browser' })
  }
  addTypes(
    folder,
    [...reachableFrom(folder, entries, '.d.ts')].map((file) => relative(folder, file)),
  )
}

function addTypes(folder: string, files: string[]): void {
  const output = join(folder, commonjsFolder)
  for (const file of files) cpSync(join(folder, file), join(output, file))
  writeFileSync(join(output, 'package.json'), '{ "type": "commonjs" }\n')
}
