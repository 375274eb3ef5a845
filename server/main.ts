#!/usr/bin/env node
/** `npm run server`, or `monitoring-server`: runs the server, or one of the operator's commands. */
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import manifest from './package.json' with { type: 'json' }

// Before anything is loaded that an older Node does not have. Only the published manifest names the Node it needs.
const { engines = { node: '' } } = manifest as { engines?: { node: string } }
const [neededMajor = 0, neededMinor = 0] = (/\d+\.\d+/.exec(engines.node)?.[0] ?? '').split('.').map(Number)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `monitoring-server needs Node ${neededMajor}.${neededMinor} or newer; this is Node ${process.versions.node}`,
  )
  process.exit(1)
}

// The compile cache is beside the packages, because other users may write to the system's temporary folder.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { closeOnSignal, ignoreReloads, runCommand } = await import('@monitoring-service/http/node')
const { readSettings } = await import('./read-settings.ts')
const { help } = await import('./help.ts')
const { findMisspelt } = await import('./setting-text.ts')

const args = process.argv.slice(2)

await runCommand(async (portFlags) => {
  // Commands load only what they need.
  if (args[0] && !args[0].startsWith('-')) {
    const { runOperatorCommand } = await import('./commands/run.ts')
    return runOperatorCommand(args, process)
  }
  const settings = await readSettings(args, process.env)
  if (settings === 'help') {
    const { listCommands } = await import('./commands/run.ts')
    return void process.stdout.write(`${help}\n${listCommands(process)}`)
  }
  if (settings === 'version') return void process.stdout.write(`${manifest.version}\n`)
  const { startServer } = await import('./start.ts')
  if (settings.storeUrl === 'memory:' && process.stderr.isTTY) {
    console.error('all data is lost on exit; use --store URL to keep it')
  }
  const { opsPort, fixturesPort } = settings
  if (opsPort) portFlags[opsPort] = '--ops-port'
  if (fixturesPort) portFlags[fixturesPort] = '--fixtures-port'
  // The log takes Node's warnings, which are no JSON.
  process.removeAllListeners('warning')
  // Before the start, which may wait for its database.
  ignoreReloads()
  const server = await startServer(settings)
  closeOnSignal(server)
  for (const line of findMisspelt(process.env)) process.emitWarning(line)
  console.log(`listening on ${server.url}`)
  if (server.opsUrl) console.log(`health and metrics at ${server.opsUrl}`)
  if (server.fixturesUrl) console.log(`test hooks for the conformance kit at ${server.fixturesUrl}`)
})
