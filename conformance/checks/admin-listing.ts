/** Document 2.3, 2.4 and 4.6: the listing of accounts that are scheduled for deletion. */
import {
  leavingReader,
  newCredentials,
  newcomer,
  oauthUser,
  operator,
  ownerWithMember,
  writer,
} from '../states/recipes.ts'
import { suite } from '../suite.ts'
import { findRecord, isComplete, walk, walkUndisturbed } from './listing.ts'

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const oddNumbers = ['page=-1', 'limit=0', 'limit=-1', 'limit=1000000', 'page=99999', 'page=', 'page=1&page=2']

export const adminListing = suite('Admin listing', ({ it, decided }) => {
  it('ADMIN-01 Whose deletion is scheduled is listed, with the dates that were answered. (4.6a, 2.3a, 2.3b, 3.2b, 4.6d)', {
    user: newcomer({ name: 'Lea Leaving' }),
    caller: operator(),
  }, async ({ user, caller, expect, eventually }) => {
    const scheduled = await expect(user.deleteAccount({ password: user.password })).accepted()
    const record = await eventually(async () => findRecord(await walk(caller, expect), user.email))
    expect(record !== undefined, `whether ${user.email} is listed`).toBe(true)
    if (!record) return
    expect(record, 'the record').toMatch({ email: user.email, name: 'Lea Leaving', teamId: user.teamId })
    expect.implied(record.id, 'the id of the record').toBe(user.session.user.id)
    expect(record.deletionRequestedAt, 'deletionRequestedAt').toBeTheMoment(scheduled.deletionRequestedAt)
    expect(record.deletionScheduledAt, 'deletionScheduledAt').toBeTheMoment(scheduled.deletionScheduledAt)
    expect.implied(record.createdAt, 'createdAt').toBeRecent()
    if (record.daysRemaining !== null) expect(record.daysRemaining, 'daysRemaining').toBeBetween(29, 31)
    expect.profile(record.daysRemaining, 'daysRemaining').toBe(30)
  })

  it('ADMIN-02 Whose deletion is not scheduled is not listed. (4.6a)', {
    stays: newcomer(),
    leaves: newcomer(),
    caller: operator(),
  }, async ({ stays, leaves, caller, expect, eventually }) => {
    await expect(leaves.deleteAccount({ password: leaves.password })).accepted()
    const walked = await eventually(async () => {
      const all = await walk(caller, expect)
      return findRecord(all, leaves.email) && all
    })
    expect(walked !== undefined, `whether ${leaves.email} is listed`).toBe(true)
    expect(walked && findRecord(walked, stays.email), `the record of ${stays.email}`).toBe(undefined)
    expect.profile(walked && findRecord(walked, leaves.email)?.name, 'the name of who gave none').toBe(null)
  })

  it('ADMIN-03 A refused deletion lists nobody. (4.6a, 4.5g)', {
    user: newcomer(),
    other: newCredentials(),
    leaves: newcomer(),
    caller: operator(),
  }, async ({ user, other, leaves, caller, expect, eventually }) => {
    await expect(user.deleteAccount({ password: other.password })).refused('wrong password')
    await expect(leaves.deleteAccount({ password: leaves.password })).accepted()
    const walked = await eventually(async () => {
      const all = await walk(caller, expect)
      return findRecord(all, leaves.email) && all
    })
    expect(walked && findRecord(walked, user.email), `the record of ${user.email}`).toBe(undefined)
  })

  it('ADMIN-04 An owner who was refused is not listed. (4.5i, 4.6a)', {
    owner: ownerWithMember(),
    caller: operator(),
  }, async ({ owner, caller, expect }) => {
    const refused = owner.deleteAccount({ password: owner.password })
    await expect(refused).refused('owner of a team with other members')
    const found = findRecord(await walk(caller, expect), owner.email ?? '')
    expect(found, 'the record of the owner').toBe(undefined)
  })

  it('ADMIN-05 A second request leaves the scheduled deletion unchanged. (3.2d)', {
    user: newcomer(),
    caller: operator(),
  }, async ({ user, caller, expect, eventually }) => {
    const scheduled = await expect(user.deleteAccount({ password: user.password })).accepted()
    // Only if time has passed would another date show.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
    const record = await eventually(async () => findRecord(await walk(caller, expect), user.email))
    expect(record?.deletionRequestedAt, 'deletionRequestedAt').toBeTheMoment(scheduled.deletionRequestedAt)
    expect(record?.deletionScheduledAt, 'deletionScheduledAt').toBeTheMoment(scheduled.deletionScheduledAt)
  })

  it('ADMIN-08 Who owns no team may leave it, and leaves alone. (3.2a, 4.5a, 4.5i)', {
    user: leavingReader(),
    colleague: writer(),
    caller: operator(),
  }, async ({ user, colleague, caller, expect, eventually }) => {
    await expect(user.deleteAccount({ password: user.password })).accepted()
    const walked = await eventually(async () => {
      const all = await walk(caller, expect)
      return findRecord(all, user.email ?? '') && all
    })
    const record = walked && findRecord(walked, colleague.email ?? '')
    expect(record, 'the record of a colleague').toBe(undefined)
  })

  it('ADMIN-09 OAuth users are listed as others are. (4.6a, 2.3a)', { user: oauthUser(), caller: operator() }, async ({
    user: { verificationCode, deleteAccount, teamId },
    caller,
    expect,
    eventually,
  }) => {
    const scheduled = await expect(deleteAccount({ verificationCode })).accepted()
    const record = await eventually(async () => {
      const { records } = await walk(caller, expect)
      return records.find((record) => record.teamId === teamId)
    })
    expect(record?.deletionRequestedAt, 'deletionRequestedAt').toBeTheMoment(scheduled.deletionRequestedAt)
  })

  it('ADMIN-06 Page by page everybody is listed once, and total counts them. (4.6b, 2.4a)', {
    one: newcomer(),
    two: newcomer(),
    three: newcomer(),
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
    if (first === last) expect(first, 'pagination.total').toBe(walked.records.length)
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

  it('ADMIN-20 Simultaneous deletions of different people are all listed. (4.6a)', {
    one: newcomer(),
    two: newcomer(),
    caller: operator(),
  }, async ({ one, two, caller, expect, together, eventually }) => {
    const people = [one, two]
    const left = [...people]
    const leave = () => {
      const { deleteAccount, password } = left.shift() ?? one
      return deleteAccount({ password })
    }
    for (const call of await together(leave, people.length)) await expect(call).accepted()
    const all = await eventually(async () => {
      const walked = await walk(caller, expect)
      return people.every(({ email }) => findRecord(walked, email)) || undefined
    })
    expect(all, 'whether both are listed').toBe(true)
  })

  decided(
    'ADMIN-40 Pages count from 1 and hold 20 records. (4.6b)',
    { caller: operator() },
    async ({ caller, expect }) => {
      const { pagination } = await expect(caller.listDeletionRequests()).accepted()
      expect(pagination, 'pagination').toMatch({ page: 1, limit: 20 })
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
