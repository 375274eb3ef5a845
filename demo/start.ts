/** `npm start`: reference server and mock side by side, with the demo data, and what to do next. */
import { parseArgs, styleText } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { formatAccounts, login } from '@monitoring-service/contract/demo-accounts'
import { demoDataFile } from '@monitoring-service/contract/files'
import { closeOnSignal, runCommand } from '@monitoring-service/http/node'
import { createMock, type Mock } from '@monitoring-service/mock'
import { readPort, type Server, startServer } from '@monitoring-service/server'

const help = `Runs the reference server and the mock with the demo data.

  npm start -- [--port N] [--mock-port N] [--store URL] [--ops-port N]

  --port N        port of the server, 0 for a free one; 3000
  --mock-port N   port of the mock, 0 for a free one; 4010
  --store URL     memory:, file:PATH, sqlite:PATH or postgres://…; file:data/monitoring.json
  --ops-port N    /healthz, /readyz and /metrics of the server, on a port of their own; nowhere
  --help          print this text
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      'mock-port': { type: 'string', default: '4010' },
      store: { type: 'string', default: 'file:data/monitoring.json' },
      'ops-port': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const [port, mockPort] = [readPort(values.port), readPort(values['mock-port'])]
  const opsPort = values['ops-port'] === undefined ? undefined : readPort(values['ops-port'])
  const mock = await createMock({ port: mockPort, watch: console.error })
  const server = await startServer({
    ...demo,
    dataFile: demoDataFile,
    port,
    host: '127.0.0.1',
    storeUrl: values.store,
    logLevel: 'warn',
    corsOrigins: '*',
    fixturesPort: 0,
    docs: { hasDemo: true, mockUrl: mock.url },
    opsPort,
  }).catch(async (error) => {
    await mock.close(0)
    throw error
  })
  closeOnSignal(server, mock)
  console.log(welcome(server, mock, values.store))
})

function welcome(server: Server, mock: Mock, store: string): string {
  const strong = (text: string) => styleText('bold', text, { stream: process.stdout })
  const faint = (text: string) => styleText('dim', text, { stream: process.stdout })
  const at = server.url === 'http://127.0.0.1:3000' ? '' : `MONITORING_URL=${server.url} `
  const ops = server.opsUrl ? [`Watch     ${server.opsUrl}/metrics   ${faint('/healthz and /readyz, too')}`] : []
  return [
    '',
    `${strong('server')}    listening on ${server.url}   ${faint(tellStore(store))}`,
    `${strong('mock')}      listening on ${mock.url}   ${faint(`remembers nothing`)}`,
    '',
    `Look      ${server.url}/   ${faint('what this is, and how server and mock are')}`,
    `          ${server.url}/docs   ${faint('API reference, to try')}`,
    `          ${mock.scenariosUrl}   ${faint('every answer')}`,
    ...ops,
    '',
    ...formatAccounts(faint),
    '',
    faint('          In another terminal, here; the last two change data:'),
    `Paste     curl -s ${server.url}/auth/login -H 'Content-Type: application/json' -d '${login}'`,
    `          ${at}npm run -s example`,
    `          npm run -s conformance -- ${server.url} --hook ${server.fixturesUrl} --admin-key ${demo.adminApiKey}`,
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
