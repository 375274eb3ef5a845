/** Bundles a source file with the packages that it imports, and collects their licences. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** Packages that Prism imports for features that this project does not use: Postman collections, and requests to other servers. */
const unused: Plugin = {
  name: 'unused',
  setup(build) {
    build.onResolve({ filter: /^(?:postman-collection|node-fetch)$/ }, ({ path }) => ({ path, namespace: 'unused' }))
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** A file that is started by its path. */
const worker: BuildOptions = {
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // CommonJS builds with dynamic paths cannot be bundled.
  mainFields: ['module', 'main'],
  // One language of many.
  alias: { '@faker-js/faker': '@faker-js/faker/locale/en' },
  plugins: [unused],
  // CommonJS packages within an ES module need Node's own modules by `require`.
  banner: {
    js: `import { createRequire as createRequireOfNode } from 'node:module'
const require = createRequireOfNode(import.meta.url)`,
  },
}

/** Writes the bundle, and beside it a file with the licences of what it contains. */
export async function bundle(root: string, source: string, output: string, options = worker): Promise<void> {
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [source],
    outfile: output,
    bundle: true,
    legalComments: 'none',
    metafile: true,
  })
  const included = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
  const folders = new Set(included.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  if (folders.size === 0) return
  writeFileSync(
    output.replace(/\.js$/, '.licenses.txt'),
    [...folders]
      .sort()
      .map((it) => licenseOf(join(root, it)))
      .join('\n'),
  )
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`
}
