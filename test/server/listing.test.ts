/** The operator's list of deletion requests: pages, order and parameters. */
import { readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import type { User } from '../../server/store/records.ts'
import { at } from '../contract/lint/at.ts'
import { atOnce } from '../support/raw-http.ts'
import { day, useServer } from '../support/server.ts'

const server = useServer()
const list = server.listDeletionRequests
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data?.map(({ id }) => id) ?? []

/** The ids of all scheduled users, in order. */
async function expected(): Promise<string[]> {
  const scheduled = (await server.data()).users.filter((user) => user.deletionScheduledAt !== null)
  const key = ({ deletionScheduledAt, id }: User) => `${deletionScheduledAt} ${id}`
  return scheduled.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id)
}

describe('A page', () => {
  it('is the first and holds twenty by default', async () => {
    const responses = await Promise.all(['', '?', '?page=1', '?limit=20', '?limit=20&page=1'].map(list))
    for (const response of responses) {
      expect(response.body.pagination).toEqual({ page: 1, limit: 20, total: 45 })
      expect(idsOf(response)).toEqual((await expected()).slice(0, 20))
    }
  })

  it('is one of three that together contain every account once', { tags: ['P25'] }, async () => {
    const pages = await atOnce(3, (index) => list(`?page=${index + 1}`))
    expect(pages.map((page) => idsOf(page).length)).toEqual([20, 20, 5])
    expect(pages.flatMap(idsOf)).toEqual(await expected())
    expect(new Set(await expected()).size).toBe(45)
  })

  it('past the end is empty and has the true total', { tags: ['P24'] }, async () => {
    const { statusLine, body } = await list('?page=1000000&limit=100')
    expect(statusLine).toBe('200')
    expect(body).toEqual({ data: [], pagination: { page: 1_000_000, limit: 100, total: 45 } })
  })
})

it('daysRemaining counts down, and the account stays listed until it is deleted', async () => {
  const [first] = await expected()
  const days = async () => (await list('?limit=1')).body.data?.map(({ id, daysRemaining }) => [id, daysRemaining])
  expect(await days()).toEqual([[first, 1]])
  await server.advanceClock(day)
  expect(await days()).toEqual([[first, 0]])
  await server.advanceClock(day)
  expect(await days()).toEqual([[first, 0]])
})

it('A record is that of its account and team, with null for a name that is missing', async () => {
  const { users, teams } = await server.data()
  const { data = [] } = (await list('?limit=100')).body
  expect(new Set(data.map(({ name }) => name === null)).size).toBe(2)
  for (const record of data) {
    const { id, email, name = null, teamId, createdAt } = users.find((user) => user.id === record.id) as User
    const teamName = teams.find((team) => team.id === teamId)?.name
    expect(record).toMatchObject({ id, email, name, teamId, teamName, createdAt })
  }
})

const numbers =
  '0 -0 -1 1.5 1.0 1. .5 1e3 1E0 0x10 0b1 0o7 01 +1 %2B1 %201 1%20 1_0 Infinity -Infinity NaN 1e400 9007199254740993 1e23 99999999999999999999 null true one %EF%BC%91 1,2 1%00 1%0A 1; 1#'.split(
    ' ',
  )
const queries = ['page', 'limit'].flatMap((name) => [
  ...['', '9'.repeat(309), `-${'9'.repeat(309)}`, ...numbers].map((number) => `${name}=${number}`),
  `${name}`,
  `${name}=1&${name}=1`,
  `${name}[]=1`,
  `${name}[0]=1`,
  `${name.toUpperCase()}=1`,
])

const parameters = at(readContract(), 'paths', '/admin/deletion-requests', 'get', 'parameters')
const [tooLargePage, tooLargeLimit] = [0, 1].map((index) => 1 + parameters[index].schema.maximum)

it.each([
  ...queries,
  `page=${tooLargePage}`,
  `limit=${tooLargeLimit}`,
  'pagesize=1',
  'offset=0',
  'page=1&page',
  '__proto__=1',
])('Only plain decimals within the bounds are valid: ?%s returns 400', { tags: ['P24', 'P25'] }, async (query) => {
  expect((await list(`?${query}`)).statusLine).toBe('400 VALIDATION_ERROR')
})
