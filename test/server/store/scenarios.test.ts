/** Every scenario of the contract has the documented response on the SQL stores. */
import { scenarios } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import type { Store } from '../../../server/store/store.ts'
import { runScenario } from '../../agreement/run-scenario.ts'
import { startServerTarget, type Target } from '../../agreement/targets.ts'
import { type Folder, makeFolder } from '../../support/folder.ts'
import { shareDatabase } from '../../support/postgres/database.ts'

const database = shareDatabase()

/** A store whose `close` leaves it open for the next scenario. */
function detachable(store: Store): Store {
  let isClosed = false
  const refuse = () => Promise.reject(new ApiError('UNAVAILABLE'))
  const close = async () => {
    isClosed = true
  }
  return new Proxy(store, {
    get: (target, method: keyof Store) => (method === 'close' ? close : isClosed ? refuse : target[method]),
  })
}

describe.each<[string, (folder: Folder, count: number) => Promise<Store>]>([
  ['sqlite:', (folder, count) => openStore(`sqlite:${folder.at(`${count}`)}`)],
  ['postgres:', async () => detachable(await database.openStore())],
])('%s', (_, openEmpty) => {
  let target: Target
  let folder: Folder
  beforeAll(async () => {
    folder = await makeFolder()
    let opened = 0
    target = await startServerTarget(() => openEmpty(folder, ++opened))
  })
  afterAll(() => target.close().then(folder.remove))

  const named = scenarios.map((scenario) => [scenario.operationId, scenario.name, scenario] as const)
  it.each(named)('%s answers %s', { tags: ['P25'] }, async (_, __, scenario) => {
    expect(await runScenario(scenario, [target], ['sdk'])).toMatchObject([{ problems: [] }])
  })
})
