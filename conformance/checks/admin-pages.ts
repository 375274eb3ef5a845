/** Document 2.4 and 4.6: the listing comes in pages. */

import { suite } from '../dsl/suite.ts'
import { UnverifiedError } from '../fixtures/provider.ts'
import { adminKeyHolder, user } from '../fixtures/recipes.ts'
import { findRecord, isComplete, readStableListing, repeatedIn } from './listing-reader.ts'

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const oddNumbers = ['page', 'limit'].flatMap((name) =>
  ['0', '-1', '', '99999', '2147483648', '9223372036854775808', '1e400', '1&', 'NaN', '%00', `2&${name}=3`].map(
    (value) => `${name}=${value}`,
  ),
)

export const adminPages = suite('Admin listing', ({ it, decided }) => {
  it('ADMIN-06 Page by page everybody is listed once, and total counts them. (4.6b, 2.4a)', {
    one: user(),
    two: user(),
    three: user(),
    caller: adminKeyHolder(),
  }, async ({ one, two, three, caller, expect, eventually }) => {
    const people = [one, two, three]
    for (const { deleteAccount, password } of people) await expect(deleteAccount({ password })).accepted()
    let listing = await readStableListing(caller, expect, 2)
    let twice = repeatedIn(listing)
    await eventually(async () => {
      listing = await readStableListing(caller, expect, 2)
      const repeated = repeatedIn(listing)
      // Who comes or goes moves others to the next page, but not the same ones each time.
      twice = twice.filter((id) => repeated.includes(id))
      return (people.every((one) => findRecord(listing, one)) && isComplete(listing)) || undefined
    })
    for (const one of people) {
      const own = findRecord(listing, one)
      const times = listing.records.filter(({ id }) => id === own?.id).length
      expect(times, `how often ${one.email} is listed`).toBe(1)
    }
    expect(twice, 'who is listed twice at each look').toBe([])
    const [first, last] = listing.totals
    // Others may come and go while the pages are read.
    if (first === last) expect.implied(first, 'pagination.total').toBe(listing.records.length)
    const keys = listing.records.map(({ deletionScheduledAt, id }) => `${deletionScheduledAt} ${id}`)
    expect.profile(keys, 'the order of deletionScheduledAt, then id').toBe(keys.toSorted())
  })

  it('ADMIN-07 A page holds no more records than its limit, and the limit can be chosen. (4.6b)', {
    caller: adminKeyHolder(),
  }, async ({ caller, expect }) => {
    const limits: number[] = []
    for (const limit of [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000]) {
      const page = await expect(caller.listDeletionRequests({ limit })).answered('invalid query')
      if (!page) continue
      expect(page.data.length, 'the number of records').toBeBetween(0, page.pagination.limit)
      expect.profile(page.pagination.limit, 'pagination.limit').toBe(limit)
      limits.push(page.pagination.limit)
    }
    if (limits.length < 2) throw new UnverifiedError('no two limits that the listing takes')
    expect(new Set(limits).size > 1, 'whether limit makes a difference').toBe(true)
  })

  it('ADMIN-12 What page and limit are when they are not asked for can be asked for. (4.6b)', {
    caller: adminKeyHolder(),
  }, async ({ caller, expect }) => {
    const { pagination } = await expect(caller.listDeletionRequests()).accepted()
    const { page, limit } = pagination
    const asked = await expect(caller.listDeletionRequests({ page, limit })).accepted()
    expect(asked.pagination, 'pagination').toMatch({ page, limit })
  })

  it('ADMIN-10 What is no number is refused. (4.6b)', { caller: adminKeyHolder() }, async ({ caller, expect }) => {
    for (const query of noNumbers) {
      await expect.implied(caller.listDeletionRequests(query)).refused('invalid query')
    }
  })

  it('ADMIN-11 Whatever number is asked for, the answer has its shape. (4.6d, 7a, 7c)', {
    caller: adminKeyHolder(),
  }, async ({ caller, expect }) => {
    for (const query of oddNumbers) {
      await expect(caller.listDeletionRequests(query)).answered('invalid query')
    }
  })

  decided(
    'ADMIN-40 Pages count from 1 and hold 20 records. (4.6b)',
    { user: user(), caller: adminKeyHolder() },
    async ({ user, caller, expect }) => {
      await expect(user.deleteAccount({ password: user.password })).accepted()
      const { data, pagination } = await expect(caller.listDeletionRequests()).accepted()
      expect(pagination, 'pagination').toMatch({ page: 1, limit: 20 })
      expect(data.length, 'the number of records on the first page').toBe(Math.min(20, pagination.total))
      const most = await expect(caller.listDeletionRequests({ limit: 100 })).accepted()
      expect(most.pagination.limit, 'pagination.limit').toBe(100)
    },
  )

  decided(
    'ADMIN-41 Numbers beyond their bounds, and all but plain decimals, are refused. (4.6b)',
    { caller: adminKeyHolder() },
    async ({ caller, expect }) => {
      for (const page of ['0', '-1', '1000001', '', '+1', '1e1', '0x1', '1.0', '%201']) {
        await expect(caller.listDeletionRequests(`page=${page}`)).refused('invalid query')
      }
      for (const limit of ['0', '-1', '101', '', '1e1', '10.0']) {
        await expect(caller.listDeletionRequests(`limit=${limit}`)).refused('invalid query')
      }
      for (const query of ['page=1&page=1', 'limit=1&limit=2', 'sort=email', 'Page=1']) {
        await expect(caller.listDeletionRequests(query)).refused('invalid query')
      }
      await expect(caller.listDeletionRequests({ page: 1_000_000, limit: 100 })).accepted()
    },
  )

  decided(
    'ADMIN-42 A page past the end is empty, with the true total. (4.6b)',
    { caller: adminKeyHolder() },
    async ({ caller, expect }) => {
      const before = await expect(caller.listDeletionRequests()).accepted()
      const { data, pagination } = await expect(caller.listDeletionRequests({ page: 999_999 })).accepted()
      const after = await expect(caller.listDeletionRequests()).accepted()
      expect(data, 'data').toBe([])
      expect(pagination.page, 'pagination.page').toBe(999_999)
      expect(pagination.total, 'pagination.total').toBeBetween(before.pagination.total, after.pagination.total)
    },
  )
})
