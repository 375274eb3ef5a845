/** What is done with the packages in other runtimes than Node. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkConsumer } from '../consumer/index.ts'
import { type Cell, expect, owner } from '../uses/use.ts'
import { browsers, callProgram, launchChromium } from './browsers.ts'
import { bundlers, esbuild, vite } from './bundlers.ts'
import { runtimes } from './runtimes.ts'
import { testRunners, vitest } from './test-runners.ts'

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
  ...Object.entries(bundlers).map(([runtime, bundler]) => ({
    runtime,
    title: `${title}, in a page of Chromium`,
    async run(folder: string) {
      await callProgram(launchChromium, await bundler(folder, 'consumer-page.mjs'), checkConsumer)
    },
  })),
  ...Object.entries(testRunners).map(([runtime, runTest]) => ({
    runtime,
    title: 'a login and a refused call in a test',
    run: (folder: string, { url }: { url: string }) =>
      runTest(
        folder,
        `import { ApiError, createMonitoring } from '@monitoring-service/sdk'
         test('logs in', async () => {
           const monitoring = createMonitoring({ baseUrl: '${url}' })
           const { user } = await monitoring.auth.login(${JSON.stringify(owner)})
           expect(user.role).toBe('owner')
           await expect(monitoring.incidents.resolve('01J0000000000001NC1DENT003')).rejects.toThrow(ApiError)
         })`,
      ),
  })),
]

const mock: Cell[] = [
  {
    runtime: 'Vitest',
    title: 'createMock and MSW handlers in a test',
    run: (folder) =>
      vitest(
        folder,
        `import { createMock } from '@monitoring-service/mock'
         import { createHandlers } from '@monitoring-service/mock/msw'
         import { setupServer } from 'msw/node'
         const logIn = (base) => fetch(base + '/auth/login', {
           method: 'POST',
           headers: { 'Content-Type': 'application/json', Prefer: 'example=tooManyAttempts' },
           body: '${JSON.stringify(owner)}',
         }).then(({ status }) => status)
         test('answers', async () => {
           const mock = await createMock()
           expect(await logIn(mock.url)).toBe(429)
           await mock.close()
           const server = setupServer(...createHandlers({ baseUrl: 'http://api.example' }))
           server.listen()
           expect(await logIn('http://api.example')).toBe(429)
           server.close()
         })`,
      ),
  },
  ...Object.entries(browsers).map(([runtime, launch]) => ({
    runtime: `Vite, ${runtime}`,
    title: 'MSW handlers in the service worker of a page',
    async run(folder: string) {
      const files = await vite(folder, 'msw-page.mjs')
      const worker = await readFile(join(folder, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8')
      await callProgram(launch, { ...files, '/mockServiceWorker.js': worker }, async (run) => {
        const seen = await run({ baseUrl: 'https://api.monitoring.invalid/v1', owner })
        expect(JSON.stringify(seen) === '[200,"owner"]', seen)
      })
    },
  })),
]

export const ecosystem: Record<string, Cell[]> = { sdk, mock }
