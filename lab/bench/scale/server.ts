/** Our server on a store, with its purge on request. It reports how long its event loop was blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { demo } from '@monitoring-service/contract'
import { purge } from '../../../server/jobs/purge.ts'
import { startServer } from '../../../server/start.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Store } from '../../../server/store/store.ts'

const [storeUrl = ''] = process.argv.slice(2)
let store: Store | undefined
const settings = {
  port: 0,
  host: '127.0.0.1',
  storeUrl,
  dataFile: undefined,
  logLevel: 'silent',
  isUnsafe: true,
  // The server's own purge every minute leaves all to the measured one.
  purgeMax: 1,
  ...demo,
}
const { url } = await startServer(settings, undefined, async (url) => {
  store = await openStore(url)
  return store
})

/** In milliseconds. */
const resolution = 5
const delay = monitorEventLoopDelay({ resolution })
delay.enable()

process.on('message', async (request: 'delay' | 'purge') => {
  if (request === 'purge') return process.send?.(await purge(store as Store, new Date(), { max: 1_000_000 }))
  // Milliseconds beyond the interval of the measurement, since the last request.
  process.send?.(Math.max(0, delay.max / 1e6 - resolution))
  delay.reset()
})
process.send?.(url)
