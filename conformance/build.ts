/** Builds what is published: one JavaScript file for each command's code, and the contract that it judges by. */
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

await rm(here('dist'), { recursive: true, force: true })
await build({
  entryPoints: [here('cli/main.ts')],
  outdir: here('dist/bin'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // The workspaces go in; what is on the registry stays outside.
  external: ['ajv', 'ajv/*', 'ajv-formats', 'ajv-formats/*', 'js-yaml'],
})
// The contract looks for openapi.yaml one folder above its own.
await cp(here('../openapi.yaml'), here('dist/openapi.yaml'))
