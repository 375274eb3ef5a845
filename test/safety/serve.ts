/** The reference server as a process of its own, whose store its parent can fill and look into; it ends with its parent. */
import { demo } from '@monitoring-service/contract'
import { closeOnSignal } from '@monitoring-service/gate/node'
import { startServer } from '../../server/start.ts'
import { openStore } from '../../server/store/open.ts'
import type { Store } from '../../server/store/store.ts'

/** What the parent asks of the store, one thing at a time. */
export interface Asked {
  method: 'load' | 'dump' | 'completeDeletions'
  input: unknown[]
}

process.once('disconnect', () => process.exit())
const [storeUrl = 'memory:'] = process.argv.slice(2)
const settings = { ...demo, dataFile: undefined, port: 0, host: '127.0.0.1', storeUrl, logLevel: 'error' }
let store: Store | undefined
const server = await startServer(settings, undefined, async (url) => {
  store = await openStore(url)
  return store
})
closeOnSignal(server)
process.on('message', async ({ method, input }: Asked) => {
  const call = store?.[method] as (...input: unknown[]) => Promise<unknown>
  process.send?.(
    await call(...input).then(
      (output) => ({ output }),
      (error: Error) => ({ problem: error.message }),
    ),
  )
})
process.send?.({ output: server.url })
