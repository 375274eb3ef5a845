/** The example that has tests of its own, installed from the tarballs outside this repository. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, hasChromium } from '../../runtimes/index.ts'
import { freePort } from '../../support/ports.ts'
import { run } from './ecosystem/place.ts'
import { createFolder } from './install.ts'
import { pack } from './pack.ts'
import { type Cell, MissingError } from './uses/use.ts'

const source = fileURLToPath(new URL('../../../examples/react', import.meta.url))
const tests = ['tests/click-through.spec.ts', 'tests/stories.spec.ts']
const files = ['package.json', 'playwright.config.ts', 'src/service.ts', ...tests]

/** Copies the example, with free ports and with the tarballs in place of releases. */
async function copyExample(folder: string): Promise<void> {
  await cp(source, folder, { recursive: true, filter: (path) => !/\/(?:dist|node_modules)$/.test(path) })
  const changes = [
    ['5173', String(await freePort())],
    ['4010', String(await freePort())],
    ['6006', String(await freePort())],
    ...(await Promise.all(
      ['sdk', 'mock'].map(async (name) => {
        const dependency = `"@monitoring-service/${name}": "`
        return [`${dependency}^0.1.0`, `${dependency}file:${await pack(name)}`] as const
      }),
    )),
  ] as const
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    const changed = changes.reduce((whole, [from, to]) => whole.replaceAll(from, to), text)
    await writeFile(join(folder, file), changed)
  }
}

const steps = [
  ['install', '--no-audit', '--no-fund', '--prefer-offline'],
  ['run', 'check'],
  ['test'],
  ['run', 'test:e2e'],
]

export const examples: Cell[] = [
  {
    runtime: 'examples/react',
    title: 'types, Vitest with MSW, Playwright, Storybook',
    async run() {
      if (!hasChromium) throw new MissingError('no npm package of Chromium for this platform')
      const folder = await createFolder()
      try {
        await copyExample(folder)
        for (const args of steps) await run(folder, 'npm', args, { CHROMIUM: await findChromium() })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  },
]
