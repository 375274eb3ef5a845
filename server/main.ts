/** `npm run server`: the server alone. */
import { closeOnSignal, runCommand } from '@monitoring-service/gate'
import { help, readSettings } from './settings.ts'
import { startServer } from './start.ts'

await runCommand(async () => {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') return void process.stdout.write(help)
  const server = await startServer(settings)
  closeOnSignal(server)
  console.log(`listening on ${server.url}`)
})
