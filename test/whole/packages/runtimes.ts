/** The runtimes that this project brings as packages, as far as they are installed here. */
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

/** The package `bun` finds its program only by a script at installation, which is not run here. */
function findBun(): string | undefined {
  const scope = join(packages, '@oven')
  const folders = existsSync(scope) ? readdirSync(scope).sort() : []
  return folders.map((name) => programIn(`@oven/${name}/bin/bun`)).find((program) => program)
}

/** Each with its program; without one it is not installed. */
export const commands: [name: string, program: string | undefined][] = [
  ['this Node', process.execPath],
  ['Node 22', programIn('node-22/bin/node')],
  ['Node 20', programIn('node-20/bin/node')],
  ['Bun', findBun()],
]

/** The package holds a program for this kind of machine only. */
export const hasChromium = process.platform === 'linux' && process.arch === 'x64'

/** Without the flags that the package recommends: one of them would let every page read every answer. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'], headless: true })
}
