/** `npm run build -- [PACKAGE]...`: writes the packages to publish to dist/packages, each with all that it needs. */
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackage } from './build-package.ts'
import { packages } from './packages.ts'

const folder = fileURLToPath(new URL('../dist/packages', import.meta.url))
const { positionals } = parseArgs({ allowPositionals: true })
for (const name of positionals.length > 0 ? positionals : Object.keys(packages)) {
  await buildPackage(name, join(folder, name))
  console.log(relative('', join(folder, name)))
}
