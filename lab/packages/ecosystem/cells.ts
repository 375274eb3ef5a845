/** The uses of the packages in other runtimes than Node. */
import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkConsumer } from '../consumer/index.ts'
import { checkTypes, typeSettings } from '../types.ts'
import { type Cell, expect, owner } from '../uses/use.ts'
import { browsers, callProgram, launchChromium } from './browsers.ts'
import { esbuild, vite } from './bundlers.ts'
import { installEcosystem } from './place.ts'
import { runtimes } from './runtimes.ts'

const title = 'all entries: data, errors, pages'

const sdk: Cell[] = [
  ...Object.entries(runtimes).map(([runtime, runConsumer]) => ({
    runtime,
    title,
    run: (folder: string) => checkConsumer((input) => runConsumer(folder, input)),
  })),
  ...Object.entries(browsers).map(([runtime, launch]) => ({
    runtime,
    title,
    async run(folder: string) {
      const files = await esbuild(folder, 'consumer-page.mjs')
      await callProgram(launch, files, checkConsumer)
    },
  })),
  {
    runtime: 'Vite',
    title: `${title}, in a page of Chromium`,
    async run(folder: string) {
      await callProgram(launchChromium, await vite(folder, 'consumer-page.mjs'), checkConsumer)
    },
  },
]

async function useWorker(folder: string, launch: (typeof browsers)[string]): Promise<void> {
  const files = await vite(folder, 'msw-page.mjs')
  const worker = await readFile(join(folder, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8')
  await callProgram(launch, { ...files, '/mockServiceWorker.js': worker }, async (run) => {
    const seen = await run({ baseUrl: 'https://api.monitoring.invalid/v1', owner })
    expect(JSON.stringify(seen) === '[200,"owner"]', seen)
  })
}

/** Creates a project within the project, in which the package finds another version of MSW. */
async function withMsw(folder: string, name: string): Promise<string> {
  const path = await mkdtemp(join(folder, 'msw-'))
  for (const file of ['msw-page.mjs', 'node_modules/@monitoring-service']) {
    await cp(join(folder, file), join(path, file), { recursive: true })
  }
  await symlink(join(installEcosystem(), 'node_modules', name), join(path, 'node_modules/msw'))
  return path
}

const inPage = 'MSW handlers in the service worker of a page'

const mock: Cell[] = [
  ...Object.entries(browsers).map(([runtime, launch]) => ({
    runtime: `Vite, ${runtime}`,
    title: inPage,
    run: (folder: string) => useWorker(folder, launch),
  })),
  ...Object.entries({ 'MSW 2.12': 'msw-2', 'MSW 3': 'msw-3' }).flatMap(([runtime, name]) => [
    { runtime, title: inPage, run: async (folder: string) => useWorker(await withMsw(folder, name), launchChromium) },
    {
      runtime,
      title: 'types: bundlerWithDom',
      async run(folder: string) {
        const messages = await checkTypes('mock', await withMsw(folder, name), typeSettings.bundlerWithDom)
        expect(messages === '', messages)
      },
    },
  ]),
]

export const ecosystem: Record<string, Cell[]> = { sdk, mock }
