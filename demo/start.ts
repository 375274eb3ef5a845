/** `npm start`: reference server and mock side by side, with the demo data. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { closeOnSignal, runCommand } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { readPort, startServer } from '@monitoring-service/server'
import { accountLines, dim, formatWelcome, loginCommand } from './welcome.ts'

const help = `Runs the reference server and the mock with the demo data.

  npm start -- [--port N] [--mock-port N] [--store URL] [--ops-port N]

  --port N        port of the server, 0 for a free one; 3000
  --mock-port N   port of the mock, 0 for a free one; 4010
  --store URL     memory:, file:PATH, sqlite:PATH or postgres://…; file:data/monitoring.json
  --ops-port N    /healthz, /readyz and /metrics of the server, on a port of their own; nowhere
  --help          print this text
`

await runCommand(async (portFlags) => {
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
  const ports = Object.entries({ '--port': port, '--mock-port': mockPort, ...(opsPort && { '--ops-port': opsPort }) })
  for (const [flag, number] of ports) {
    const other = portFlags[number]
    if (other) throw new Error(`port ${number} is that of ${other}, too; choose another with ${flag}`)
    if (number !== 0) portFlags[number] = flag
  }
  await tryPorts(ports.map(([, number]) => number))
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
  const exampleUrl = server.url === 'http://127.0.0.1:3000' ? '' : `MONITORING_URL=${server.url} `
  console.log(
    formatWelcome(
      [
        ['server', server.url, describeStore(values.store)],
        ['mock', mock.url, 'stateless'],
      ],
      {
        Look: [
          `${server.url}/docs   ${dim('API reference; sends requests')}`,
          `${mock.scenariosUrl}   ${dim('every response')}`,
        ],
        ...(server.opsUrl && { Watch: [`${server.opsUrl}/metrics   ${dim('also /healthz and /readyz')}`] }),
        'Log in': accountLines(),
        Paste: [
          loginCommand(server.url),
          `${exampleUrl}npm run -s example`,
          `npm run -s conformance -- ${server.url} --hook ${server.fixturesUrl} --admin-key ${demo.adminApiKey}`,
        ],
      },
      'Paste the commands into another terminal in this folder; the last one adds accounts. Ctrl-C stops both servers.',
    ),
  )
})

/** Tries all ports before anything starts, so that one attempt names all that are in use. */
async function tryPorts(ports: number[]) {
  const attempts = await Promise.allSettled(
    ports.map(async (port) => {
      const probe = createServer().listen(port, '127.0.0.1')
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
    }),
  )
  const errors = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors)
}

/** Where the records are, without the URL of a database, which may hold a password. */
function describeStore(url: string): string {
  const [, kind, path] = /^(\w+):(.*)$/.exec(url) ?? []
  if (kind === 'memory') return 'in memory, lost on exit'
  if (kind === 'file' || kind === 'sqlite') return `stores its data in ${path}; delete it to start over`
  return `stores its data in the database ${new URL(url).pathname.slice(1)}`
}
