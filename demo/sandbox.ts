/** `npm run sandbox`: the reference server in memory, open to web pages, back to the demo data whenever asked. */
import { createInterface } from 'node:readline'
import { parseArgs, styleText } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { formatAccounts, login } from '@monitoring-service/contract/demo-accounts'
import { demoDataFile } from '@monitoring-service/contract/files'
import { closeOnSignal, type RunningServer, runCommand } from '@monitoring-service/http/node'
import { readPort, startServer } from '@monitoring-service/server'
import { readDataFile } from '../server/store/data-file.ts'
import { openStore } from '../server/store/open.ts'
import type { Store } from '../server/store/store.ts'

const help = `Runs the reference server in memory, with the demo data, for front ends that want to see what they did.

  npm run sandbox -- [--port N]

  --port N        port to listen on, 0 for a free one; 3000
  --help          print this text

  A line "r" or "reset" on stdin brings the demo data back; address, connections and tokens stay.
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void process.stdout.write(help)
  const sandbox = await openSandbox(readPort(values.port))
  closeOnSignal(sandbox)
  console.log(welcome(sandbox.url))
  // Without this, a terminal that goes away would end the process in the middle.
  process.stdin.on('error', () => {})
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (!/^\s*(?:r|reset)\s*$/i.test(line)) return
    await sandbox.reset().then(
      () => console.log('back to the demo data'),
      ({ message }) => console.error(`not reset: ${message}`),
    )
  })
})

interface Sandbox extends RunningServer {
  reset(): Promise<void>
}

async function openSandbox(port: number): Promise<Sandbox> {
  const storeUrl = 'memory:'
  let current = await openStore(storeUrl)
  // The server stays, only its store becomes another one.
  const store = new Proxy({} as Store, { get: (_, method: keyof Store) => current[method] })
  const settings = { ...demo, port, host: '127.0.0.1', storeUrl, dataFile: demoDataFile, logLevel: 'warn' }
  const server = await startServer(
    { ...settings, corsOrigins: '*', docs: { hasDemo: true } },
    undefined,
    async () => store,
  )
  return {
    ...server,
    async reset() {
      const fresh = await openStore(storeUrl)
      await fresh.load(await readDataFile(demoDataFile, new Date()))
      const old = current
      current = fresh
      await old.close()
    },
  }
}

function welcome(url: string): string {
  const strong = (text: string) => styleText('bold', text, { stream: process.stdout })
  const faint = (text: string) => styleText('dim', text, { stream: process.stdout })
  return [
    '',
    `${strong('sandbox')} listening on ${url}   ${faint('forgets at the end; pages of any origin may call')}`,
    '',
    `Read      ${url}/docs`,
    ...formatAccounts(faint),
    `Paste     curl -s ${url}/auth/login -H 'Content-Type: application/json' -d '${login}'`,
    `Reset     r and Enter ${faint('bring the demo data back')}`,
    '',
    faint('Ctrl-C stops it.'),
  ].join('\n')
}
