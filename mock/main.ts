/** `npm run mock`: the mock alone. */
import { parseArgs } from 'node:util'
import { closeOnSignal, runCommand } from '@monitoring-service/gate/node'
import { readPort } from '@monitoring-service/server/settings'
import { startMock } from './mock.ts'

const help = `Runs the mock: every scenario of the contract, answered by its example.

  npm run mock -- [--port N] [--host NAME]

  --port N      port to listen on, 0 for a free one; 4010
  --host NAME   address to listen on; 127.0.0.1
  --help        print this text
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const mock = await startMock({ port: readPort(values.port), host: values.host })
  closeOnSignal(mock)
  console.log(`listening on ${mock.url}`)
})
