/** `npm run test:rolling`: restarts two servers one after the other behind each balancer of deploy/, under load. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '@monitoring-service/http/node'
import { createTokens } from '../../server/auth/tokens.ts'
import { makeFolder } from '../../test/support/folder.ts'
import { type Launched, launch } from '../../test/support/launch.ts'
import { freePort } from '../../test/support/ports.ts'
import { endOnSignal } from '../../test/support/postgres/cluster.ts'
import { type Expected, startLoad } from '../load.ts'
import { readOptions } from '../options.ts'
import { untilAnswered } from '../until.ts'
import { balancers, type Ports, startBalancer } from './balancers.ts'

const known = Object.keys(balancers)
/** Of the demo data. */
const owner = '01J00000000000000PERS0N001'
const help = `Restarts two servers one after the other, again and again, behind each balancer of deploy/, while requests come on ten
connections, and counts the lost ones: errors of the connection, and other statuses than on a server at rest.

  npm run test:rolling -- [${known.join('|')}]... [--requests N] [--drain-delay SECONDS]

  --requests N            at least so many behind each balancer; 5000
  --drain-delay SECONDS   of the servers; 5
  --help                  print this text

  haproxy and nginx are Debian's packages.
`

await runCommand(async () => {
  const options = {
    requests: { type: 'string', default: '5000' },
    'drain-delay': { type: 'string', default: '5' },
  } as const
  const { values, names } = readOptions(help, options, known)
  for (const name of names.length > 0 ? names : known) {
    const { sent, restarts, lost } = await restartBehind(name, Number(values.requests), values['drain-delay'])
    console.log(`${name}: ${lost.length} of ${sent} requests lost, ${restarts} restarts`)
    for (const [how, { length }] of Map.groupBy(lost, String)) console.log(`  ${length} ${how}`)
    if (lost.length > 0) process.exitCode = 1
  }
})

/** On the demo data; the last two write, and leave the records as they are. */
function requestsOf(adminApiKey: string, authorization: string): Expected[] {
  const service = '01J0000000000000SERV1CE001'
  const json = { 'Content-Type': 'application/json' }
  const headers = { authorization }
  return [
    { method: 'GET', path: '/admin/deletion-requests', headers: { 'X-Admin-Api-Key': adminApiKey }, status: 200 },
    { method: 'POST', path: '/auth/login', headers: json, body: '{"email":"nobody"}', status: 400 },
    { method: 'DELETE', path: '/api/v1/incidents/unknown', status: 401 },
    { method: 'PUT', path: '/api/v1/incidents/unknown/resolve', headers, status: 404 },
    { method: 'DELETE', path: `/api/v1/services/${service}/stats?before=0001-01-01`, headers, status: 200 },
  ]
}

async function restartBehind(name: string, least: number, drainDelay: string) {
  endOnSignal()
  const folder = await makeFolder()
  const store = `sqlite:${folder.at('store.db')}`
  const ports: Ports = {
    front: await freePort(),
    api: [await freePort(), await freePort()],
    ops: [await freePort(), await freePort()],
  }
  const secret = () => randomBytes(32).toString('hex')
  const env = {
    TOKEN_SECRET: secret(),
    ADMIN_API_KEY: secret(),
    UPGRADE_URL: 'https://example.com',
    LOG_LEVEL: 'warn',
    DRAIN_DELAY: drainDelay,
  }
  const start = async (index: 0 | 1): Promise<Launched> => {
    const flags = [`--port=${ports.api[index]}`, `--ops-port=${ports.ops[index]}`]
    const server = launch('server/main.ts', [...flags, `--store=${store}`, '--data=contract/demo/data.json'], env)
    await server.listening()
    await untilAnswered(`http://127.0.0.1:${ports.ops[index]}/readyz`, 200, server.child)
    return server
  }
  const servers: Launched[] = []
  try {
    for (const index of [0, 1] as const) servers[index] = await start(index)
    const stopBalancer = await startBalancer(name, ports, folder.path)
    const tokens = await createTokens(env.TOKEN_SECRET, () => new Date())
    const authorization = `Bearer ${(await tokens.issue(owner)).accessToken}`
    const requests = requestsOf(env.ADMIN_API_KEY, authorization)
    const load = startLoad(`http://127.0.0.1:${ports.front}`, (nth) => requests[nth % requests.length] as Expected, 200)
    let restarts = 0
    while (restarts < 4 || load.sent() < least) {
      const index = restarts % 2 === 0 ? 0 : 1
      const server = servers[index] as Launched
      server.signal('SIGTERM')
      const { code, stderr } = await server.ended
      if (code !== 0) throw new Error(`a server ended with ${code}: ${stderr}`)
      servers[index] = await start(index)
      restarts += 1
      // The balancer asks for readiness each second.
      await wait(2_500)
    }
    await load.stop()
    await stopBalancer()
    return { sent: load.sent(), restarts, lost: load.lost }
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await folder.remove()
  }
}
