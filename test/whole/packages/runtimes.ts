/** The JavaScript runtimes that are installed as packages. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

function programIn(folder: string): string | undefined {
  const program = join(packages, folder)
  return existsSync(program) ? program : undefined
}

/** Searches the platform packages of Bun, since the install script that links its program is not run. */
function findBun(): string | undefined {
  const scope = join(packages, '@oven')
  const folders = existsSync(scope) ? readdirSync(scope).sort() : []
  return folders.map((name) => programIn(`@oven/${name}/bin/bun`)).find((program) => program)
}

/** Runtimes with their programs; undefined if not installed. */
export const commands: [name: string, program: string | undefined][] = [
  ['this Node', process.execPath],
  ['Node 22', programIn('node-22/bin/node')],
  ['Node 20', programIn('node-20/bin/node')],
  ['Bun', findBun()],
]

/** The package contains a program for this platform only. */
export const hasChromium = process.platform === 'linux' && process.arch === 'x64'

/** Omits the flags that the package recommends, since one of them disables the same-origin policy. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'], headless: true })
}
