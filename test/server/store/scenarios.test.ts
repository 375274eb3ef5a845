/** Every scenario of the contract has the documented response on the SQL stores. */
import { scenarios } from '@monitoring-service/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { makeFolder } from '../../support/folder.ts'
import { makeDatabase } from '../../support/postgres/database.ts'
import { runScenario } from '../../whole/agreement/run-scenario.ts'
import { startServerTarget, type Target } from '../../whole/agreement/targets.ts'

/** Opens an empty store for each call. */
type Opener = { open: () => ReturnType<typeof openStore>; remove: () => Promise<void> }

async function emptyFiles(): Promise<Opener> {
  const folder = await makeFolder()
  let opened = 0
  return { open: () => openStore(`sqlite:${folder.at(`${++opened}`)}`), remove: folder.remove }
}

async function emptyDatabase(): Promise<Opener> {
  const { url, remove } = await makeDatabase()
  await (await openStore(url)).close()
  const client = new pg.Client(url)
  await client.connect()
  return {
    async open() {
      await client.query('truncate teams, users, monitor_daily_stats, gone_monitors, attempts cascade')
      return openStore(url)
    },
    remove: () => client.end().then(remove),
  }
}

describe.each<[string, () => Promise<Opener>]>([
  ['sqlite:', emptyFiles],
  ['postgres:', emptyDatabase],
])('%s', (_, begin) => {
  let target: Target
  let opener: Opener
  beforeAll(async () => {
    opener = await begin()
    target = await startServerTarget(opener.open)
  })
  afterAll(() => target.close().then(opener.remove))

  const named = scenarios.map((scenario) => [scenario.operationId, scenario.name, scenario] as const)
  it.each(named)('%s answers %s', { tags: ['P25'] }, async (_, __, scenario) => {
    expect(await runScenario(scenario, [target], ['sdk'])).toMatchObject([{ problems: [] }])
  })
})
