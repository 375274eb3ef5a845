/**
 * `npm run build -- [--check] [PACKAGE]...`: writes the packages to publish to dist/packages, each with all that it needs.
 * `--check` also checks each by publint and Are the types wrong.
 */
import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackage } from './build-package.ts'
import { packages } from './packages.ts'

const folder = fileURLToPath(new URL('../dist/packages', import.meta.url))
const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
for (const name of positionals.length > 0 ? positionals : Object.keys(packages)) {
  await buildPackage(name, join(folder, name))
  if (values.check) check(name)
  console.log(relative('', join(folder, name)))
}

function check(name: string): void {
  const run = (...args: string[]) => execFileSync('npx', ['--no-install', ...args], { stdio: 'inherit' })
  run('publint', '--strict', join(folder, name))
  // The JSON and command-line entries have no types, and no package is for CommonJS.
  if (packages[name]?.exports)
    run(
      'attw',
      '--pack',
      join(folder, name),
      '--profile',
      'esm-only',
      '--format',
      'ascii',
      '--exclude-entrypoints',
      'package.json',
    )
}
