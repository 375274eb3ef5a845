/** `npm run server`: the server alone, or one of its operator's commands. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What Node compiles is kept for the next start, beside the packages: into the system's folder for such, others may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { closeOnSignal, runCommand } = await import('@monitoring-service/http/node')
const { help, readSettings } = await import('./config.ts')

const args = process.argv.slice(2)

await runCommand(async () => {
  // A command need not wait until all that serves is loaded.
  if (args[0] && !args[0].startsWith('-')) {
    const { runOperatorCommand } = await import('./commands/run.ts')
    return runOperatorCommand(args, process)
  }
  const settings = readSettings(args, process.env)
  if (settings === 'help') {
    const { listCommands } = await import('./commands/help.ts')
    const { commands } = await import('./commands/table.ts')
    return void process.stdout.write(`${help}\n${listCommands(commands)}`)
  }
  const { startServer } = await import('./start.ts')
  if (settings.storeUrl === 'memory:' && process.stderr.isTTY) {
    console.error('everything is forgotten at the end; --store URL keeps it')
  }
  const server = await startServer(settings)
  closeOnSignal(server)
  console.log(`listening on ${server.url}`)
  if (server.opsUrl) console.error(`health and metrics at ${server.opsUrl}`)
  if (server.fixturesUrl) console.error(`states for the conformance kit at ${server.fixturesUrl}`)
})
