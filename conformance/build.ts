/** Builds the published package: one JavaScript file, and the contract that it reads. */
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

await rm(here('dist'), { recursive: true, force: true })
await build({
  entryPoints: [here('cli/main.ts')],
  outdir: here('dist/kit/bin'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Workspaces are bundled; packages of the registry are dependencies.
  external: ['ajv', 'ajv/*', 'ajv-formats', 'ajv-formats/*', 'js-yaml'],
})
// The contract package reads openapi.yaml two folders above its module.
await cp(here('../openapi.yaml'), here('dist/openapi.yaml'))
