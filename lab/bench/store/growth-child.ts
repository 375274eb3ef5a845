/** A store in a process of its own: opens it, and measures a round at each request of `growth.ts`. */
import { resolution } from '../../../server/domain/rules.ts'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'
import { timeTurn } from '../rounds.ts'
import { block, blocks, dates, idOf, incidentAt } from './records.ts'

/** Milliseconds per call: a resolve by one client and by fifty, a reset of a year, two pages. */
export interface Round {
  one: number
  fifty: number
  reset: number
  first: number
  last: number
}

const turn = 250
const page = 100
const [url = '', count = ''] = process.argv.slice(2)
const incidents = Number(count) * block.incidents

const start = performance.now()
const store = await openStore(url)
// The memory store needs its records again at each start.
if (url === 'memory:') await store.load(blocks(0, Number(count)))
process.send?.(performance.now() - start)

process.on('message', async (request: 'round' | 'end') => {
  if (request === 'round') return process.send?.(await measure(store))
  const memory = process.memoryUsage.rss()
  await store.close()
  process.send?.(memory, () => process.disconnect?.())
})

async function measure(store: Store): Promise<Round> {
  const { set } = resolution('A deploy.', new Date())
  const { total } = await store.listDeletionRequests(0, 1)
  const last = Math.max(0, Math.ceil(total / page) - 1) * page
  const resolve = (nth: number) => store.changeIncident(...incidentAt(nth, incidents), { set })
  const list = (offset: number) => timeTurn(() => store.listDeletionRequests(offset, page), 1, turn / 2)
  const round = {
    one: await timeTurn(resolve, 1, turn),
    fifty: await timeTurn(resolve, 50, turn),
    reset: await timeTurn(reset, 1, 0),
    first: await list(0),
    last: await list(last),
  }
  const monitorId = idOf('M', 0)
  await store.load({ ...emptyData(), dailyStats: dates.map((date) => ({ monitorId, date })) })
  return round
}

async function reset(): Promise<void> {
  const deleted = await store.resetMonitorStats(idOf('T', 0), idOf('M', 0), undefined)
  if (deleted !== dates.length) throw new Error(`a reset deleted ${deleted} rows in place of ${dates.length}`)
}
