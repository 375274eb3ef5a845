/** Uses of the server. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, expectLogin, expectOutput, type PackageUses, printsVersionAndHelp, whileRunning } from './use.ts'

export const server: PackageUses = {
  peers: ['vitest', '@types/node'],
  refusal: {
    below: 22,
    title: 'is refused in one line',
    async run({ run }) {
      const { code, stdout, stderr } = await run('monitoring-server', '--demo')
      expect(code === 1 && stdout === '' && /^monitoring-server needs Node [\d.]+ or newer; .*\n$/.test(stderr), stderr)
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
          for (const path of ['/docs/', '/docs/page.css', '/docs/favicon.svg', '/openapi.yaml']) {
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
      title: 'the guide for operators, with the files that it links to',
      async run({ folder }) {
        const guide = `${folder}/node_modules/@monitoring-service/server/docs/operating.md`
        const links = [...readFileSync(guide, 'utf8').matchAll(/\]\((\.[^)#]*)/g)].map(([, link = '']) => link)
        const missing = links.filter((link) => !existsSync(join(dirname(guide), link)))
        expect(links.includes('../deploy/nginx.conf') && missing.length === 0, { links, missing })
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
      async run({ write, run }) {
        const test = `
          import { openStore } from '@monitoring-service/server'
          import { testStore } from '@monitoring-service/server/store-suite'
          testStore('my store', async () => {
            const store = await openStore('memory:')
            return { store, close: () => store.close() }
          })`
        const file = await write('.test.js', test)
        const { code, stdout, stderr } = await run('vitest', 'run', file)
        expect(code === 0 && /Tests {2}\d\d+ passed/.test(stdout), stdout + stderr)
      },
    },
  ],
}
