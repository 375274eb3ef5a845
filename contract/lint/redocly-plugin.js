/**
 * Loads the Redocly plugin on every Node. Redocly and the extensions of editors run on the Node that they find; one before 22.18
 * cannot import TypeScript, so esbuild compiles the plugin first.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'

const source = fileURLToPath(new URL('redocly-plugin.ts', import.meta.url))

async function compile() {
  const { build } = await import('esbuild')
  // As far below the root as the source, which finds openapi.yaml from its own place.
  const outfile = fileURLToPath(new URL('../../node_modules/.redocly-plugin/plugin.js', import.meta.url))
  const options = { bundle: true, packages: 'external', format: 'esm', platform: 'node', logLevel: 'error' }
  await build({ ...options, entryPoints: [source], outfile })
  return outfile
}

const file = process.features.typescript ? source : await compile()

const { default: plugin } = await import(pathToFileURL(file).href)
export default plugin
