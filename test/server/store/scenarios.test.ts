/** Every scenario of the contract has the documented response on the SQL stores. */
import { scenarios } from '@monitoring-service/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { runScenario } from '../../agreement/run-scenario.ts'
import { startServerTarget, type Target } from '../../agreement/targets.ts'
import { type Folder, makeFolder } from '../../support/folder.ts'
import { shareDatabase } from '../../support/postgres/database.ts'

const database = shareDatabase()

describe.each<[string, (folder: Folder, count: number) => Promise<string>]>([
  ['sqlite:', async (folder, count) => `sqlite:${folder.at(`${count}`)}`],
  ['postgres:', () => database.empty()],
])('%s', (_, emptyUrl) => {
  let target: Target
  let folder: Folder
  beforeAll(async () => {
    folder = await makeFolder()
    let opened = 0
    target = await startServerTarget(async () => openStore(await emptyUrl(folder, ++opened)))
  })
  afterAll(() => target.close().then(folder.remove))

  const named = scenarios.map((scenario) => [scenario.operationId, scenario.name, scenario] as const)
  it.each(named)('%s answers %s', { tags: ['P25'] }, async (_, __, scenario) => {
    expect(await runScenario(scenario, [target], ['sdk'])).toMatchObject([{ problems: [] }])
  })
})
