/** `npm run test:silence`: drops connections between a server and PostgreSQL in silence, and counts refused requests. */
import { setTimeout as wait } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { runCommand } from '@monitoring-service/http/node'
import { launch } from '../../test/support/launch.ts'
import { endOnSignal, startCluster } from '../../test/support/postgres/cluster.ts'
import { openTcpProxy } from '../../test/support/postgres/tcp-proxy.ts'
import { readOptions } from '../options.ts'
import { enterOwnNetwork, forgetConnections } from './packet-filter.ts'

const help = `Puts a proxy between a server and PostgreSQL that forgets all open connections without a word to either end, as firewalls
and balancers do with idle ones, and sends bursts of requests: to connections that were idle, and to busy ones.

  npm run test:silence [-- --filter]

  --filter  a packet filter of Linux does that in place of the proxy, in a network of its own: needs root, and unshare, ip and nft

  Exit code 1 if a request to idle connections is refused, or the server is not back within 15 seconds.
`

const [burstSize, idleTime, longest] = [10, 5_000, 15_000]

await runCommand(async () => {
  const isFiltered = readOptions(help, { filter: { type: 'boolean' } }).values.filter === true
  if (isFiltered && !enterOwnNetwork()) return
  endOnSignal()
  const cluster = await startCluster()
  const database = await cluster.createDatabase()
  const line = isFiltered
    ? { url: database, forget: () => forgetConnections(cluster.port), close: async () => {} }
    : await openTcpProxy(database)
  const server = launch('server/main.ts', ['--demo', '--port=0', `--store=${line.url}`], {})
  try {
    const url = await server.listening()
    await burst(url)
    await wait(idleTime)
    await line.forget()
    if ((await burst(url, 'idle connections')) > 0) process.exitCode = 1
    await line.forget()
    const start = performance.now()
    await burst(url, 'connections in use')
    const refused = await burst(url, 'the next burst')
    const seconds = (performance.now() - start) / 1000
    console.log(`served again ${seconds.toFixed(1)} s after the loss`)
    if (refused > 0 || seconds * 1000 > longest) process.exitCode = 1
  } finally {
    await server.kill()
    await line.close()
    await cluster.remove()
  }
})

/** Sends requests at once; returns how many were refused. */
async function burst(url: string, lost?: string): Promise<number> {
  const start = performance.now()
  const headers = { 'X-Admin-Api-Key': demo.adminApiKey }
  const list = async () => (await fetch(`${url}/admin/deletion-requests`, { headers })).status
  const statuses = await Promise.all(Array.from({ length: burstSize }, list))
  const refused = statuses.filter((status) => status === 503).length
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (lost) console.log(`${lost}: ${refused} of ${burstSize} requests refused, in ${seconds} s`)
  return refused
}
