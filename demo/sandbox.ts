/** `npm run sandbox`: the reference server in memory, open to web pages, with a reset to the demo data. */
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { closeOnSignal, runCommand } from '@monitoring-service/http/node'
import { createReplaceableStore, openStore, readDataFile, readPort, startServer } from '@monitoring-service/server'
import { accountLines, dim, formatWelcome, loginCommand } from './welcome.ts'

const help = `Runs the reference server in memory with the demo data, for front-end development.

  npm run sandbox -- [--port N]

  --port N        port to listen on, 0 for a free one; 3000
  --help          print this text

  A line "r" or "reset" on stdin restores the demo data; address, connections and tokens stay valid.
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void process.stdout.write(help)
  const storeUrl = 'memory:'
  const { store, replace } = createReplaceableStore(await openStore(storeUrl))
  const port = readPort(values.port)
  const data = { storeUrl, dataFile: demoDataFile }
  const options = { host: '127.0.0.1', logLevel: 'warn', corsOrigins: '*', docs: { hasDemo: true } } as const
  const server = await startServer({ ...demo, ...data, ...options, port }, undefined, async () => store)
  closeOnSignal(server)
  console.log(
    formatWelcome(
      [['sandbox', server.url, 'in memory, lost on exit; accepts pages of any origin']],
      {
        Read: [`${server.url}/docs`],
        'Log in': accountLines(),
        Paste: [loginCommand(server.url)],
        Reset: [`r and Enter ${dim('restore the demo data')}`],
      },
      'Ctrl-C stops it.',
    ),
  )
  // A terminal that closes must not end the process with an error.
  process.stdin.on('error', () => {})
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (!/^\s*(?:r|reset)\s*$/i.test(line)) return
    try {
      const fresh = await openStore(storeUrl)
      await fresh.load(await readDataFile(demoDataFile, new Date()))
      await replace(fresh).close()
      console.log('back to the demo data')
    } catch (error) {
      console.error(`not reset: ${(error as Error).message}`)
    }
  })
})
