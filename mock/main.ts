#!/usr/bin/env node
/** `npm run mock`, or `monitoring-mock`: starts the mock as a process of its own. */
import { closeOnSignal, runCommand } from '@monitoring-service/http/node'
import { type Exchange, formatExchange, toJson } from './exchange.ts'
import { help, readSettings } from './flags.ts'
import manifest from './package.json' with { type: 'json' }

await runCommand(async () => {
  const settings = readSettings(process.argv.slice(2))
  if (settings === 'help') return void process.stdout.write(help)
  if (settings === 'version') return void process.stdout.write(`${manifest.version}\n`)
  // Loaded after the flags are checked, so that a wrong flag is reported at once.
  const { createMock } = await import('./server.ts')
  const { verbose, explain, json, ...options } = settings
  const format = (exchange: Exchange) => (json ? toJson(exchange) : formatExchange(exchange, explain))
  const report = (line: string) =>
    console.error(json ? JSON.stringify({ at: new Date().toISOString(), message: line }) : line)
  const onRequest = verbose || explain || json ? (exchange: Exchange) => console.error(format(exchange)) : undefined
  const mock = await createMock({ ...options, onRequest, watch: report })
  closeOnSignal(mock)
  console.log(`listening on ${mock.url}`)
  if (process.stderr.isTTY && !json) console.error(`live view: ${mock.url}/_mock   all scenarios: ${mock.scenariosUrl}`)
})
