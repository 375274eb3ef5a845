/** Adds a CommonJS copy of compiled modules, for programs and tools that cannot `require` an ES module, such as Jest. */
import { cpSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The folder of the copy, relative to the folder of the compiled modules. */
export const commonjsFolder = 'commonjs'

/** One file for each module, so that a class that two entries export is the same. The types are copied as they are. */
export async function addCommonJs(folder: string): Promise<void> {
  const output = join(folder, commonjsFolder)
  const files = globSync('**/*.{js,d.ts}', { cwd: folder })
  const entryPoints = files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
  // Plain properties in place of esbuild's getters, which `jest.spyOn` cannot replace.
  const footer = { js: 'module.exports = { __esModule: true, ...module.exports }' }
  await build({
    entryPoints,
    outdir: output,
    outbase: folder,
    footer,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2022',
  })
  for (const file of files) if (file.endsWith('.d.ts')) cpSync(join(folder, file), join(output, file))
  writeFileSync(join(output, 'package.json'), '{ "type": "commonjs" }\n')
}
