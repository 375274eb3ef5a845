/**
 * `npm run build -- [--check] [PACKAGE]...`: writes the packages to publish to dist/packages, each as a folder and as a tarball, and,
 * if no package is named, the forms of the contract and the collections to dist/contract.
 * `--check` also checks each by publint and Are the types wrong.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writePublished } from '../contract/codegen/published.ts'
import { pack } from './pack.ts'
import { isCommonJs, packages } from './packages.ts'
import { runTool } from './tool.ts'

const folder = fileURLToPath(new URL('../dist/packages', import.meta.url))
const help = `Writes the packages to publish, each as a folder and as a tarball, and, if none is named, the forms of the contract and
the collections of requests to dist/contract.

  npm run build -- [--check] [PACKAGE]...

  --check   also check each by publint and Are the types wrong
  --help    print this text
`
const flag = { type: 'boolean', default: false } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: flag, help: flag } })
if (values.help) {
  process.stdout.write(help)
  process.exit()
}
if (positionals.length === 0) {
  console.log(relative('', writePublished()))
}
for (const name of positionals.length > 0 ? positionals : Object.keys(packages)) {
  const tarball = await write(name)
  if (values.check) check(name, tarball)
  console.log(relative('', tarball))
}

/** Returns the path of the tarball; those of other versions are removed. */
async function write(name: string): Promise<string> {
  const packed = await pack(name)
  const [own, tarball] = [join(folder, name), join(folder, basename(packed))]
  for (const old of [own, ...globSync(join(folder, `*-${name}-*.tgz`))]) rmSync(old, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  copyFileSync(packed, tarball)
  // Names relative to the folder: some tars take a Windows path for a host.
  execFileSync('tar', ['-xzf', basename(tarball), '-C', name, '--strip-components=1'], { cwd: folder })
  return tarball
}

function check(name: string, tarball: string): void {
  runTool('publint', '--strict', join(folder, name))
  const entry = packages[name] ?? {}
  const paths = Object.keys(entry.exports ?? {})
  const required = paths.filter((path) => isCommonJs(entry, path))
  const others = paths.filter((path) => !isCommonJs(entry, path))
  checkTypes(tarball, 'strict', required, others)
  checkTypes(tarball, 'esm-only', others, required)
}

function checkTypes(tarball: string, profile: 'strict' | 'esm-only', paths: string[], others: string[]): void {
  if (paths.length === 0) return
  // The JSON and command-line entries have no types.
  const excluded = ['package.json', ...others]
  runTool('attw', tarball, '--profile', profile, '--format', 'ascii', '--exclude-entrypoints', ...excluded)
}
