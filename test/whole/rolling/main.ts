/** `npm run test:rolling`: restarts two servers one after the other behind each balancer of deploy/, under load. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { makeFolder } from '../../support/folder.ts'
import { type Launched, launch } from '../../support/launch.ts'
import { freePort } from '../../support/ports.ts'
import { balancers, type Ports, startBalancer } from './balancers.ts'
import { startLoad } from './load.ts'

const names = Object.keys(balancers)
const help = `Restarts two servers one after the other, again and again, behind each balancer of deploy/, while ten clients send
requests, and counts the lost ones: errors of the connection, and other statuses than on a server at rest.

  npm run test:rolling -- [${names.join('|')}]... [--requests N] [--drain-delay SECONDS]

  --requests N            at least so many behind each balancer; 5000
  --drain-delay SECONDS   of the servers; 5
  --help                  print this text

  haproxy and nginx are Debian's packages.
`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      requests: { type: 'string', default: '5000' },
      'drain-delay': { type: 'string', default: '5' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`there is no balancer ${JSON.stringify(unknown)}, only ${names.join(', ')}`)
  for (const name of positionals.length > 0 ? positionals : names) {
    const { sent, restarts, lost } = await restartBehind(name, Number(values.requests), values['drain-delay'])
    console.log(`${name}: ${lost.length} of ${sent} requests lost, ${restarts} restarts`)
    for (const line of lost.slice(0, 10)) console.log(`  ${line}`)
    if (lost.length > 0) process.exitCode = 1
  }
})

async function restartBehind(name: string, requests: number, drainDelay: string) {
  const folder = await makeFolder()
  const ports: Ports = {
    front: await freePort(),
    api: [await freePort(), await freePort()],
    ops: [await freePort(), await freePort()],
  }
  const secret = () => randomBytes(32).toString('hex')
  const env = { TOKEN_SECRET: secret(), ADMIN_API_KEY: secret(), UPGRADE_URL: 'https://example.com', LOG_LEVEL: 'warn' }
  const start = async (index: 0 | 1): Promise<Launched> => {
    const flags = [`--port=${ports.api[index]}`, `--ops-port=${ports.ops[index]}`, `--drain-delay=${drainDelay}`]
    const server = launch('server/main.ts', [...flags, `--store=sqlite:${folder.at('store.db')}`], env)
    await server.listening()
    return server
  }
  const servers: [Launched, Launched] = [await start(0), await start(1)]
  try {
    const stopBalancer = await startBalancer(name, ports, folder.path)
    const load = startLoad(ports.front, env.ADMIN_API_KEY)
    let restarts = 0
    while (restarts < 4 || load.sent() < requests) {
      const index = restarts % 2 === 0 ? 0 : 1
      servers[index].signal('SIGTERM')
      const { code, stderr } = await servers[index].ended
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
