/** What is done with each installed package: the columns of the matrix that `npm run packages` prints. */
import { demo } from '@monitoring-service/contract'
import type { Installed, Result, Started } from './install.ts'

/** An address and its hook, of a server that the SDK calls and the kit judges. */
export interface Target {
  url: string
  hookUrl: string
}

export interface Use {
  /** What is done, as the matrix prints it. */
  title: string
  /** The least major version of Node that this use needs, if the package itself needs less. */
  node?: number
  /** @throws Error that says what went wrong. */
  run(installed: Installed, target: Target): Promise<void>
}

export interface PackageUses {
  /** Packages that users install beside this one. */
  peers: string[]
  uses: Use[]
  /** On a Node that is too old: what the package does instead. */
  refusal?: Use & { below: number }
}

function expect(condition: boolean, seen: unknown): void {
  if (!condition) throw new Error(typeof seen === 'string' ? seen : JSON.stringify(seen))
}

function expectOutput({ code, stdout, stderr }: Result, text: string | RegExp): void {
  const fits = typeof text === 'string' ? stdout.includes(text) : text.test(stdout)
  expect(code === 0 && fits && !/Importing JSON|DeprecationWarning/.test(stderr), `exit ${code}: ${stdout}${stderr}`)
}

async function whileRunning(started: Started, use: (url: string) => Promise<void>): Promise<void> {
  try {
    await use(started.url)
  } catch (error) {
    await started.stop()
    throw error
  }
  const code = await started.stop()
  expect(code === 0, `SIGTERM ended it with ${code}`)
}

const owner = { email: 'owner@acme.example', password: demo.password }

async function logIn(base: string, headers: Record<string, string> = {}): Promise<{ status: number; user: unknown }> {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(owner),
  })
  const { user } = (await response.json()) as { user?: unknown }
  return { status: response.status, user }
}

async function expectLogin(base: string): Promise<void> {
  const answer = await logIn(base)
  expect(answer.status === 200 && answer.user !== undefined, answer)
}

function printsVersionAndHelp(command: string): Use {
  return {
    title: '--version, --help',
    async run({ run }) {
      expectOutput(await run(command, '--version'), /^\d+\.\d+\.\d+\n$/)
      const help = await run(command, '--help')
      expectOutput(help, command)
      expect(!help.stdout.includes('npm run'), help.stdout)
    },
  }
}

export const packageUses: Record<string, PackageUses> = {
  sdk: {
    peers: ['@types/node', 'jest'],
    uses: [
      {
        title: 'a login and a refused call',
        async run({ script }, { url }) {
          const code = `
            import { ApiError, createMonitoring } from '@monitoring-service/sdk'
            const monitoring = createMonitoring({ baseUrl: '${url}' })
            const { user } = await monitoring.auth.login(${JSON.stringify(owner)})
            const error = await monitoring.incidents.resolve('01J0000000000001NC1DENT003').catch((error) => error)
            console.log(user.role, error instanceof ApiError, error.status)`
          expectOutput(await script(code), 'owner true 401\n')
        },
      },
      {
        title: "a test in Jest's default configuration",
        async run({ script, run }) {
          const test = `
            const { createMonitoring } = require('@monitoring-service/sdk')
            test('a client', () => expect(createMonitoring({ baseUrl: 'https://a.example' }).incidents).toBeDefined())`
          await script(
            `import { writeFileSync } from 'node:fs'; writeFileSync('sdk.test.cjs', ${JSON.stringify(test)})`,
          )
          const { code, stderr } = await run('jest')
          expect(code === 0 && stderr.includes('1 passed'), stderr)
        },
      },
    ],
  },
  conformance: {
    peers: [],
    uses: [
      printsVersionAndHelp('monitoring-conformance'),
      {
        title: 'a run: verdict, exit code, reports',
        async run({ run, script }, { url, hookUrl }) {
          const flags = ['--hook', hookUrl, '--only', 'LOGIN,INC', '--report', 'report']
          expectOutput(await run('monitoring-conformance', url, ...flags), /is conformant as far as .*\n$/)
          const reports = await script(
            `import { readdirSync } from 'node:fs'; console.log(readdirSync('report').join())`,
          )
          expectOutput(reports, /report\.html.*report\.json/)
          const wrong = await run('monitoring-conformance', url, '--only', 'NOTHING')
          expect(wrong.code === 2, wrong)
        },
      },
    ],
  },
  mock: {
    peers: ['msw', '@types/node'],
    uses: [
      printsVersionAndHelp('monitoring-mock'),
      {
        title: 'the command: a scenario, a page, SIGTERM',
        async run({ start }) {
          await whileRunning(await start('monitoring-mock', '--port', '0'), async (url) => {
            await expectLogin(url)
            const page = await fetch(`${url}/_mock/scenarios`, { headers: { Accept: 'text/html' } })
            expect((await page.text()).includes('alreadyResolved'), page.status)
          })
        },
      },
      {
        title: "values by Prism's engine",
        async run({ start }) {
          await whileRunning(await start('monitoring-mock', '--port', '0'), async (url) => {
            const { status, user } = await logIn(url, { Prefer: 'dynamic=true' })
            const { email } = (user ?? {}) as { email?: string }
            expect(status === 200 && email !== undefined && email !== owner.email, { status, user })
          })
        },
      },
      {
        title: 'createMock',
        async run({ script }) {
          const code = `
            import { createMock } from '@monitoring-service/mock'
            const mock = await createMock()
            const response = await fetch(mock.url + '/auth/login', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', Prefer: 'example=tooManyAttempts' },
              body: '${JSON.stringify(owner)}',
            })
            console.log(response.status, mock.scenarios.length > 100)
            await mock.close()`
          expectOutput(await script(code), '429 true\n')
        },
      },
      {
        title: 'MSW handlers',
        node: 22,
        async run({ script }) {
          const code = `
            import { createHandlers } from '@monitoring-service/mock/msw'
            import { setupServer } from 'msw/node'
            const server = setupServer(...createHandlers({ baseUrl: 'http://api.example' }))
            server.listen()
            const response = await fetch('http://api.example/auth/login', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: '${JSON.stringify(owner)}',
            })
            console.log(response.status, response.headers.get('Mock-Scenario'))
            server.close()`
          expectOutput(await script(code), /^200 \w+\n/)
        },
      },
    ],
  },
  server: {
    peers: ['vitest', '@types/node'],
    refusal: {
      below: 22,
      title: 'is refused in one line',
      async run({ run }) {
        const { code, stdout, stderr } = await run('monitoring-server', '--demo')
        expect(
          code === 1 && stdout === '' && /^monitoring-server needs Node [\d.]+ or newer; .*\n$/.test(stderr),
          stderr,
        )
      },
    },
    uses: [
      printsVersionAndHelp('monitoring-server'),
      {
        title: 'the command: a login, pages, SIGTERM',
        async run({ start }) {
          const flags = ['--demo', '--store', 'memory:', '--port', '0']
          await whileRunning(await start('monitoring-server', ...flags), async (url) => {
            await expectLogin(url)
            for (const path of ['/docs/', '/docs/swagger-ui.css', '/docs/landing.client.js', '/openapi.yaml']) {
              const { status } = await fetch(url + path)
              expect(status === 200, `${path}: ${status}`)
            }
          })
        },
      },
      {
        title: 'operator commands on SQLite',
        async run({ run, folder }) {
          const store = ['--store', `sqlite:${folder}/${Math.random()}.db`, '--json']
          const data = `${folder}/node_modules/@monitoring-service/server/dist/contract/demo/data.json`
          const loaded = await run('monitoring-server', 'load', data, ...store)
          expect(loaded.code === 0, loaded)
          const counts = await run('monitoring-server', 'counts', ...store)
          expectOutput(counts, /"teams":[1-9]/)
        },
      },
      {
        title: 'createApp',
        async run({ script }) {
          const code = `
            import { createServer } from 'node:http'
            import { createApp, createPasswords, createTokens, openStore } from '@monitoring-service/server'
            const now = () => new Date()
            const [store, passwords] = [await openStore('memory:'), createPasswords()]
            const tokens = await createTokens('s'.repeat(32), now)
            const app = createApp({ store, passwords, tokens, now, upgradeUrl: 'https://a.example', adminApiKey: 'k'.repeat(32) })
            const server = createServer(app).listen(0, '127.0.0.1', async () => {
              const response = await fetch('http://127.0.0.1:' + server.address().port + '/auth/signup', {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ email: 'a@b.example', password: 'correct-horse-battery', name: 'A' }),
              })
              console.log(response.status)
              server.close()
              server.closeAllConnections()
              await passwords.close()
            })`
          expectOutput(await script(code), /^201\n/)
        },
      },
      {
        title: 'the store suite in Vitest',
        async run({ script, run }) {
          const test = `
            import { openStore } from '@monitoring-service/server'
            import { testStore } from '@monitoring-service/server/store-suite'
            testStore('my store', async () => {
              const store = await openStore('memory:')
              return { store, close: () => store.close() }
            })`
          const write = `import { writeFileSync } from 'node:fs'; writeFileSync('store.test.js', ${JSON.stringify(test)})`
          expect((await script(write)).code === 0, 'the test cannot be written')
          const { code, stdout, stderr } = await run('vitest', 'run', 'store.test.js')
          expect(code === 0 && /Tests {2}\d\d+ passed/.test(stdout), stdout + stderr)
        },
      },
    ],
  },
}
