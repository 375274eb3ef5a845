/** Uses of the mock. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  expect,
  expectLogin,
  expectOutput,
  logIn,
  owner,
  type PackageUses,
  printsVersionAndHelp,
  whileRunning,
} from './use.ts'

export const mock: PackageUses = {
  prepare: (folder) => cp(join(import.meta.dirname, '../consumer/msw-page.mjs'), join(folder, 'msw-page.mjs')),
  peers: ['msw', '@types/node'],
  uses: [
    printsVersionAndHelp('monitoring-mock'),
    {
      title: "the command: a scenario, values by Prism's engine, a page, SIGTERM",
      async run({ start }) {
        await whileRunning(await start('monitoring-mock', '--port', '0'), async (url) => {
          await expectLogin(url)
          const { status, user } = await logIn(url, { Prefer: 'dynamic=true' })
          const { email } = (user ?? {}) as { email?: string }
          expect(status === 200 && email !== undefined && email !== owner.email, { status, user })
          const page = await fetch(`${url}/_mock/scenarios`, { headers: { Accept: 'text/html' } })
          expect((await page.text()).includes('alreadyResolved'), page.status)
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
      title: 'MSW 2 handlers',
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
}
