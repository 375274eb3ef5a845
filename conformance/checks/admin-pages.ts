/** Document 2.4 and 4.6: the listing comes in pages. */
import { operator, person } from '../states/recipes.ts'
import { suite } from '../suite.ts'
import { findRecord, isComplete, walkUndisturbed } from './listing.ts'

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const oddNumbers = ['page=-1', 'limit=0', 'limit=-1', 'limit=1000000', 'page=99999', 'page=', 'page=1&page=2']

export const adminPages = suite('Admin listing', ({ it, decided }) => {
  it('ADMIN-06 Page by page everybody is listed once, and total counts them. (4.6b, 2.4a)', {
    one: person(),
    two: person(),
    three: person(),
    caller: operator(),
  }, async ({ one, two, three, caller, expect, eventually }) => {
    const people = [one, two, three]
    for (const { deleteAccount, password } of people) await expect(deleteAccount({ password })).accepted()
    let walked = await walkUndisturbed(caller, expect, 2)
    await eventually(async () => {
      walked = await walkUndisturbed(caller, expect, 2)
      return (people.every(({ email }) => findRecord(walked, email)) && isComplete(walked)) || undefined
    })
    for (const { email } of people) {
      const times = walked.records.filter((record) => record.email === email).length
      expect(times, `how often ${email} is listed`).toBe(1)
    }
    const [first, last] = walked.totals
    // Others may come and go while the pages are read.
    if (first === last) expect.implied(first, 'pagination.total').toBe(walked.records.length)
    const keys = walked.records.map(({ deletionScheduledAt, id }) => `${deletionScheduledAt} ${id}`)
    expect.profile(keys, 'the order of deletionScheduledAt, then id').toBe(keys.toSorted())
  })

  it('ADMIN-07 A page holds no more records than its limit, and the limit can be chosen. (4.6b)', {
    caller: operator(),
  }, async ({ caller, expect }) => {
    const limits = new Set<number>()
    for (const limit of [1, 2, 5, 10, 25, 50]) {
      const page = await expect(caller.listDeletionRequests({ limit })).answered('invalid query')
      if (!page) continue
      expect(page.data.length, 'the number of records').toBeBetween(0, page.pagination.limit)
      expect.profile(page.pagination.limit, 'pagination.limit').toBe(limit)
      limits.add(page.pagination.limit)
    }
    expect(limits.size > 1, 'whether limit makes a difference').toBe(true)
  })

  it('ADMIN-12 What page and limit are when they are not asked for can be asked for. (4.6b)', {
    caller: operator(),
  }, async ({ caller, expect }) => {
    const { pagination } = await expect(caller.listDeletionRequests()).accepted()
    const { page, limit } = pagination
    const asked = await expect(caller.listDeletionRequests({ page, limit })).accepted()
    expect(asked.pagination, 'pagination').toMatch({ page, limit })
  })

  it('ADMIN-10 What is no number is refused. (4.6b)', { caller: operator() }, async ({ caller, expect }) => {
    for (const query of noNumbers) {
      await expect.implied(caller.listDeletionRequests(query)).refused('invalid query')
    }
  })

  it('ADMIN-11 Whatever number is asked for, the answer has its shape. (4.6d, 7a, 7c)', { caller: operator() }, async ({
    caller,
    expect,
  }) => {
    for (const query of oddNumbers) {
      await expect(caller.listDeletionRequests(query)).answered('invalid query')
    }
  })

  decided(
    'ADMIN-40 Pages count from 1 and hold 20 records. (4.6b)',
    { user: person(), caller: operator() },
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
    { caller: operator() },
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
    { caller: operator() },
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
