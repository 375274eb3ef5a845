/** Document 2.4 and 4.6: the listing comes in pages. */

import { UnverifiedError } from '../records/errors.ts'
import { adminKey, user } from '../records/recipes.ts'
import { defaultLimit, firstPage, largestLimit, largestPage } from './support/listing-bounds.ts'
import { suite } from './support/suite.ts'

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const oddNumbers = ['page', 'limit'].flatMap((name) =>
  ['0', '-1', '', '99999', '2147483648', '9223372036854775808', '1e400', '1&', 'NaN', '%00', `2&${name}=3`].map(
    (value) => `${name}=${value}`,
  ),
)

export const adminPages = suite('Admin listing', { caller: adminKey }, ({ it }) => {
  it('ADMIN-07 A page holds no more records than its limit, and the limit can be chosen. (4.6b)', async ({
    caller,
    expect,
  }) => {
    const limits: number[] = []
    for (const limit of [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000]) {
      const page = await expect(caller.listDeletionRequests({ limit })).answered('invalid query')
      if (!page) continue
      expect(page.data.length, 'the number of records').toBeBetween(0, page.pagination.limit)
      expect.profile(page.pagination.limit, 'pagination.limit').toBe(limit)
      limits.push(page.pagination.limit)
    }
    if (limits.length < 2) throw new UnverifiedError('no two limits that the listing takes')
    const observation = `pagination.limit is ${limits[0]} for each limit`
    expect(new Set(limits).size > 1, 'limit makes a difference', observation).toHold()
  })

  it('ADMIN-12 The default page and limit can be requested explicitly. (4.6b)', async ({ caller, expect }) => {
    const { pagination } = await expect(caller.listDeletionRequests()).accepted()
    const { page, limit } = pagination
    const explicit = await expect(caller.listDeletionRequests({ page, limit })).accepted()
    expect.implied(explicit.pagination, 'pagination').toMatch({ page, limit })
  })

  it('ADMIN-10 A value that is not a number is refused. (4.6b)', async ({ caller, expect }) => {
    for (const query of noNumbers) {
      await expect.implied(caller.listDeletionRequests(query)).refused('invalid query')
    }
  })

  it('ADMIN-11 For any number, the response has the documented shape. (4.6d, 7a, 7c)', async ({ caller, expect }) => {
    for (const query of oddNumbers) {
      await expect(caller.listDeletionRequests(query)).answered('invalid query')
    }
  })

  it(`ADMIN-40 Pages count from ${firstPage} and hold ${defaultLimit} records. (profile, 4.6b)`, {
    user: user,
  }, async ({ user, caller, expect }) => {
    await expect(user.deleteAccount({ password: user.password })).accepted()
    const { data, pagination } = await expect(caller.listDeletionRequests()).accepted()
    expect(pagination, 'pagination').toMatch({ page: firstPage, limit: defaultLimit })
    expect(pagination.total, 'pagination.total, beside the records of the page,').toBeAtLeast(data.length)
    const records = Math.min(defaultLimit, Math.max(data.length, pagination.total))
    expect(data.length, 'the number of records on the first page').toBe(records)
    const most = await expect(caller.listDeletionRequests({ limit: largestLimit })).accepted()
    expect(most.pagination.limit, 'pagination.limit').toBe(largestLimit)
  })

  it('ADMIN-41 Numbers beyond their bounds, and all but plain decimals, are refused. (profile, 4.6b)', async ({
    caller,
    expect,
  }) => {
    for (const page of ['0', '-1', String(largestPage + 1), '', '%2B1', '1e1', '0x1', '1.0', '%201']) {
      await expect(caller.listDeletionRequests(`page=${page}`)).refused('invalid query')
    }
    for (const limit of ['0', '-1', String(largestLimit + 1), '', '1e1', '10.0']) {
      await expect(caller.listDeletionRequests(`limit=${limit}`)).refused('invalid query')
    }
    for (const query of ['page=1&page=1', 'limit=1&limit=2', 'sort=email', 'Page=1']) {
      await expect(caller.listDeletionRequests(query)).refused('invalid query')
    }
    await expect(caller.listDeletionRequests({ page: largestPage, limit: largestLimit })).accepted()
  })

  it('ADMIN-42 A page past the end is empty, with the true total. (profile, 4.6b)', async ({ caller, expect }) => {
    const before = await expect(caller.listDeletionRequests()).accepted()
    const { data, pagination } = await expect(caller.listDeletionRequests({ page: 999_999 })).accepted()
    const after = await expect(caller.listDeletionRequests()).accepted()
    expect(data, 'data').toBe([])
    expect(pagination.page, 'pagination.page').toBe(999_999)
    const totals = [before.pagination.total, after.pagination.total]
    expect(pagination.total, 'pagination.total').toBeBetween(Math.min(...totals), Math.max(...totals))
  })
})
