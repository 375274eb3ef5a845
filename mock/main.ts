/** `npm run mock`: the mock alone. */
import { closeOnSignal, runCommand } from '@monitoring-service/gate/node'
import { help, readSettings } from './settings.ts'

/** What is waited for at the end, in milliseconds: an answer under way, but no request that was made to hang. */
const grace = 500

await runCommand(async () => {
  const settings = readSettings(process.argv.slice(2))
  if (settings === 'help') return void process.stdout.write(help)
  // A mistake need not wait until all that answers is loaded.
  const { createMock } = await import('./mock.ts')
  const { readSource, withDocument } = await import('./source.ts')
  const { watchContract } = await import('./watch.ts')
  const { contract: file, verbose, ...options } = settings
  const text = readSource(file)
  const log = verbose ? console.error : undefined
  const mock = await withDocument(text, file, (contract) => createMock({ ...options, contract, log }))
  const watching = watchContract(file, text, mock, console.error)
  closeOnSignal(watching, { close: () => mock.close(grace) })
  console.log(`listening on ${mock.url}`)
})
