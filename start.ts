/** `npm start`: reference server and mock side by side, with the demo data, and what to do next. */
import { parseArgs, styleText } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { closeOnSignal, type Listening, runCommand } from '@monitoring-service/gate/node'
import { createMock, type Mock } from '@monitoring-service/mock'
import { readPort, startServer } from '@monitoring-service/server'
import { login, tellAccounts } from './accounts.ts'

const help = `Runs the reference server and the mock with the demo data.

  npm start -- [--port N] [--mock-port N] [--store URL]

  --port N        port of the server, 0 for a free one; 3000
  --mock-port N   port of the mock, 0 for a free one; 4010
  --store URL     memory:, file:PATH, sqlite:PATH or postgres://…; file:data/monitoring.json
  --help          print this text
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      'mock-port': { type: 'string', default: '4010' },
      store: { type: 'string', default: 'file:data/monitoring.json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const [port, mockPort] = [readPort(values.port), readPort(values['mock-port'])]
  const server = await startServer({
    ...demo,
    dataFile: demoDataFile,
    port,
    host: '127.0.0.1',
    storeUrl: values.store,
    logLevel: 'warn',
    corsOrigins: '*',
  })
  const mock = await createMock({ port: mockPort, watch: console.error }).catch(async (error) => {
    await server.close()
    throw error
  })
  closeOnSignal(server, mock)
  console.log(welcome(server, mock, values.store))
})

function welcome(server: Listening, mock: Mock, store: string): string {
  const strong = (text: string) => styleText('bold', text, { stream: process.stdout })
  const faint = (text: string) => styleText('dim', text, { stream: process.stdout })
  return [
    '',
    `${strong('server')} listening on ${server.url}   ${faint(tellStore(store))}`,
    `${strong('mock')}   listening on ${mock.url}   ${faint(`answers every example of the contract: ${mock.catalogueUrl}`)}`,
    '',
    `Read      ${server.url}/docs`,
    ...tellAccounts(faint),
    `Paste     curl -s ${server.url}/auth/login -H 'Content-Type: application/json' -d '${login}'`,
    `          curl -s '${server.url}/admin/deletion-requests?limit=2' -H 'X-Admin-Api-Key: ${demo.adminApiKey}'`,
    '',
    faint('Ctrl-C stops both.'),
  ].join('\n')
}

/** Where the records are; not the address of a database, which may hold a password. */
function tellStore(url: string): string {
  const [, kind, path] = /^(\w+):(.*)$/.exec(url) ?? []
  if (kind === 'memory') return 'forgets at the end'
  if (kind === 'file' || kind === 'sqlite') return `keeps its data in ${path}; delete it to start over`
  return `keeps its data in the database ${new URL(url).pathname.slice(1)}`
}
