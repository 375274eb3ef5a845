/** The reference server as a child process, whose parent sets its clock and inspects it; it exits with its parent. */
import { closeOnSignal } from '@monitoring-service/http/node'
import { callMethod, type Methods, startInspectedServer } from './inspected-server.ts'

/** A call by the parent. */
export interface CallMessage {
  id: number
  method: keyof Methods
  input: unknown[]
}

/** The result of the call with the same id; id 0 brings the server's URL. */
export interface ResultMessage {
  id: number
  output?: unknown
  error?: string
}

const [storeUrl = 'memory:', logLevel = 'error'] = process.argv.slice(2)

process.once('disconnect', () => process.exit())
const server = await startInspectedServer(storeUrl, logLevel, (line) => process.stderr.write(line))
closeOnSignal(server)
process.on('message', async ({ id, method, input }: CallMessage) => {
  const result: ResultMessage = await callMethod(method, input).then(
    (output) => ({ id, output }),
    (error: Error) => ({ id, error: error.message }),
  )
  process.send?.(result)
})
process.send?.({ id: 0, output: server.url } satisfies ResultMessage)
