/** Operator commands about a user who is deleted while they run. */
import { afterAll, expect, it, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { account, dataOf, noon, scheduled } from '../../../server/store/suite/sample-data.ts'
import { wrapCalls } from '../../../server/store/wrap-calls.ts'
import { inProcess, stores } from './operator.ts'

vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Commands open a store that deletes due users after a look-up, as the purge of a server may. */
vi.mock(import('../../../server/store/open.ts'), async (load) => {
  const original = await load()
  const openStore: typeof original.openStore = async (...input) => {
    const store = await original.openStore(...input)
    return wrapCalls(store, async (method, call) => {
      const result = await call()
      if (method === 'findUser') await store.completeDeletions(noon, 1)
      return result
    })
  }
  return { ...original, openStore }
})

it.each([
  ['set-password', `$2b$10$${'.'.repeat(53)}`],
  ['remove-user', null],
  ['issue-code', null],
])('%s says that the user is gone', async (command, passwordHash) => {
  const url = await stores['sqlite:']()
  const store = await openStore(url)
  await store.load(dataOf([account('ann', { passwordHash, ...scheduled(noon) })]))
  await store.close()
  expect(await inProcess(url, [command, '--email', 'ann@example.com'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'there is no user "ann@example.com" any more\n',
  })
})
