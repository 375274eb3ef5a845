/** `npm run server`: runs the server, or one of the operator's commands. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache is beside the packages, because other users may write to the system's temporary folder.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { closeOnSignal, runCommand } = await import('@monitoring-service/http/node')
const { help, readSettings } = await import('./config.ts')

const args = process.argv.slice(2)

await runCommand(async () => {
  // Commands load only what they need.
  if (args[0] && !args[0].startsWith('-')) {
    const { runOperatorCommand } = await import('./commands/run.ts')
    return runOperatorCommand(args, process)
  }
  const settings = readSettings(args, process.env)
  if (settings === 'help') {
    const { listCommands } = await import('./commands/run.ts')
    return void process.stdout.write(`${help}\n${listCommands(process)}`)
  }
  const { startServer } = await import('./start.ts')
  if (settings.storeUrl === 'memory:' && process.stderr.isTTY) {
    console.error('all data is lost on exit; use --store URL to keep it')
  }
  const server = await startServer(settings)
  closeOnSignal(server)
  console.log(`listening on ${server.url}`)
  if (server.opsUrl) console.error(`health and metrics at ${server.opsUrl}`)
  if (server.fixturesUrl) console.error(`test hooks for the conformance kit at ${server.fixturesUrl}`)
})
