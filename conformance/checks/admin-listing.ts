/** Document 2.3 and 4.6: who is in the listing of accounts that are scheduled for deletion, and who is not. */
import {
  leavingReader,
  newCredentials,
  newcomer,
  oauthUser,
  operator,
  ownerWithMember,
  person,
  writer,
} from '../states/recipes.ts'
import { suite } from '../suite.ts'
import { findRecord, walk } from './listing.ts'

export const adminListing = suite('Admin listing', ({ it }) => {
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
    if (record.daysRemaining !== null) expect.implied(record.daysRemaining, 'daysRemaining').toBeBetween(29, 31)
    expect.profile(record.daysRemaining, 'daysRemaining').toBe(30)
  })

  it('ADMIN-02 Whose deletion is not scheduled is not listed. (4.6a)', {
    stays: person(),
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
    user: person(),
    other: newCredentials(),
    leaves: person(),
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
    user: person(),
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

  it('ADMIN-20 Simultaneous deletions of different people are all listed. (4.6a)', {
    one: person(),
    two: person(),
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
})
