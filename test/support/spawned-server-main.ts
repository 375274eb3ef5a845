/** The reference server as a child process, whose parent sets its clock and inspects it; it exits with its parent. */
import { closeOnSignal } from '@monitoring-service/http/node'
import { serveCalls } from './callable-process.ts'
import { callMethod, type Methods, startInspectedServer } from './inspected-server.ts'

const [storeUrl = 'memory:', logLevel = 'error'] = process.argv.slice(2)

async function start(): Promise<string> {
  const server = await startInspectedServer(storeUrl, logLevel, (line) => process.stderr.write(line))
  closeOnSignal(server)
  return server.url
}
serveCalls(start(), (method, input) => callMethod(method as keyof Methods, input))
