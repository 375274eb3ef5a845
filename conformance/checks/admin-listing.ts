/** Document 2.3 and 4.6: which accounts the listing of scheduled deletions contains. */

import { limits } from '@monitoring-service/contract'
import type { AccountDeletion, DeletionRequest, Session } from '../client/callers.ts'
import { isMasked } from '../document/list-deletion-requests.ts'
import { deletionRequested, firstOf, optional, recipe } from '../records/recipe.ts'
import { acceptedCredentials, account, adminKey, freshUser, newCredentials, user, writer } from '../records/recipes.ts'
import { day } from '../verdict/days.ts'
import { graceOf, overdueDays } from '../verdict/grace-period.ts'
import { parseTime } from '../verdict/times.ts'
import { awaitListing, awaitRecord, expectDates, expectDaysRemaining, findRecord } from './support/listed-records.ts'
import { readListing } from './support/listing-reader.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { suite } from './support/suite.ts'
import { changedCode } from './support/wrong-codes.ts'

/** Their deletion was requested so many days ago; every second one is in a team without a name. */
const leaversSince = (...days: number[]) =>
  recipe(['freeCaller'], async ({ account }) => {
    const leavers = []
    for (const [index, daysAgo] of days.entries()) {
      const team = index % 2 === 0 ? { team: { name: null } } : {}
      const fields = deletionRequested(daysAgo)
      leavers.push({
        ...(await account('freeCaller', { ...team, fields })),
        scheduled: fields as unknown as AccountDeletion,
      })
    }
    return leavers
  })

export const adminListing = suite('Admin listing', { caller: adminKey }, ({ it }) => {
  it('ADMIN-01 An account that is scheduled for deletion is listed, with the dates of the response. (4.6a, 2.3a, 2.3b, 3.2b, 4.6d)', {
    user: freshUser({ name: 'Lea Leaving' }),
  }, async ({ user, caller, expect, ...tools }) => {
    const scheduled = await expect(user.deleteAccount({ password: user.password })).accepted()
    const record = await awaitRecord(caller, { expect, ...tools }, user)
    if (!record) return
    expect(record, 'the record').toMatch({ name: 'Lea Leaving', teamId: user.teamId })
    const claim = isMasked(record.email) ? expect.implied : expect
    claim(record.email.toLowerCase(), 'email in small letters').toBe(user.email.toLowerCase())
    expect.implied(record.id, 'the id of the record').toBe(user.session.user.id)
    expectDates(expect, record, scheduled)
    const { deletionRequestedAt, deletionScheduledAt } = scheduled
    expect.profile(record, 'the record').toMatch({ deletionRequestedAt, deletionScheduledAt })
    expect.sound(record.createdAt, 'createdAt').toBeRecent()
    expectDaysRemaining(expect, record, graceOf(record))
    if (record.daysRemaining !== null)
      expect.profile(record.daysRemaining, 'daysRemaining').toBe(limits.gracePeriodDays)
  })

  it('ADMIN-02 An account that is not scheduled for deletion is not listed, nor one that is deleted. (4.6a, 8a)', {
    stays: user,
    leaves: freshUser(),
    former: optional(account('freeCaller', deletionRequested(overdueDays))),
  }, async ({ stays, leaves, former, caller, expect, ...tools }) => {
    await expect(leaves.deleteAccount({ password: leaves.password })).accepted()
    const listing = await awaitListing(caller, { expect, ...tools }, leaves)
    if (!listing) return
    expect(findRecord(listing, stays), 'the record', { of: stays.email }).toBe(undefined)
    if (former?.deleted && former.teamId !== undefined) {
      const { email, teamId } = former
      const isOfFormer = (record: DeletionRequest) => record.email === email || record.teamId === teamId
      const isGone = await tools.eventually(async () => {
        return (await readListing(caller, expect)).records.some(isOfFormer) ? undefined : true
      })
      expect(isGone === true, 'a deleted account is listed no more', `${email} is listed`).toHold()
    }
    expect.profile(findRecord(listing, leaves)?.name, 'the name of a user without one').toBe(null)
  })

  it('ADMIN-03 An account whose deletion was refused is not listed. (4.6a, 4.5g)', {
    user: user,
    other: newCredentials,
    leaves: user,
  }, async ({ user, other, leaves, caller, expect, ...tools }) => {
    await expect(user.deleteAccount({ password: other.password })).refused('wrong password')
    await expect(leaves.deleteAccount({ password: leaves.password })).accepted()
    const listing = await awaitListing(caller, { expect, ...tools }, leaves)
    if (!listing) return
    expect(findRecord(listing, user), 'the record', { of: user.email }).toBe(undefined)
  })

  it('ADMIN-04 An owner who was refused is not listed. (4.5i, 4.6a)', {
    owner: account('ownerWithMember'),
  }, async ({ owner, caller, expect }) => {
    const refused = owner.deleteAccount({ password: owner.password })
    await expect(refused).refused('owner of a team with other members')
    const found = findRecord(await readListing(caller, expect), owner)
    expect(found, 'the record of the owner').toBe(undefined)
  })

  it('ADMIN-08 Members that do not own the team can delete their accounts, one or several, once. (3.2a, 3.2b, 3.2c, 4.5a, 4.5h, 4.5i, 4.6a)', {
    user: account('reader'),
    other: firstOf(account('admin'), account('reader')),
    colleague: writer,
  }, async ({ user, other, colleague, caller, expect, ...tools }) => {
    // A list contains only one.
    const leavers = user.email === other.email ? [user] : [user, other]
    const dates: AccountDeletion[] = []
    for (const { deleteAccount, password } of leavers) dates.push(await expect(deleteAccount({ password })).accepted())
    await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
    const listing = await awaitListing(caller, { expect, ...tools }, user, other)
    if (!listing) return
    for (const [index, scheduled] of dates.entries()) {
      const own = findRecord(listing, leavers[index] ?? user)
      // A masked address does not show which member of the team it is.
      if (own && !isMasked(own.email)) expectDates(expect, own, scheduled)
    }
    const record = listing.records.find(({ email }) => email === colleague.email)
    expect(record, 'the record of a colleague').toBe(undefined)
  })

  it('ADMIN-09 OAuth users are listed like other users, with the dates of the response. (4.6a, 2.3a, 3.2b)', {
    user: account('oauthUser'),
  }, async ({ user, caller, expect, ...tools }) => {
    const scheduled = await expect(user.deleteAccount({ verificationCode: user.verificationCode })).accepted()
    const isOne = ({ email, teamId, deletionRequestedAt: requested }: DeletionRequest) =>
      user.email?.toLowerCase() === email.toLowerCase() ||
      user.teamId === teamId ||
      // A list may contain nothing else about the user.
      (!user.email && !user.teamId && parseTime(requested) === parseTime(scheduled.deletionRequestedAt))
    const record = await awaitRecord(caller, { expect, ...tools }, isOne)
    if (record) expectDates(expect, record, scheduled)
  })

  it('ADMIN-17 An account whose deletion was requested days ago is listed, and registered until 30 days have passed. (3.2c, 3.2d, 4.1f, 4.6a, 2.3a, 2.3b, 8a)', {
    leavers: leaversSince(0.1, 13.98, 29.6, 29.99),
    // For this one, the hook runs the job that deletes accounts.
    former: account('freeCaller', deletionRequested(overdueDays)),
  }, async ({ leavers, visitor, caller, expect, ...tools }) => {
    // A job that deletes accounts may run each second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const listing = await awaitListing(caller, { expect, ...tools }, ...leavers)
    if (!listing) return
    const leftOf = ({ scheduled }: (typeof leavers)[number]) =>
      (parseTime(scheduled.deletionScheduledAt) - Date.now()) / day
    for (const leaver of leavers) {
      const { email, teamId, scheduled } = leaver
      const record = findRecord(listing, { ...(email && { email }), ...(teamId && { teamId }) })
      if (!record) continue
      expectDates(expect, record, scheduled)
      expectDaysRemaining(expect, record, leftOf(leaver))
      expect.profile(record.teamName, 'teamName').toDifferFrom('')
    }
    for (const leaver of leavers) {
      const { email, password, deleteAccount } = leaver
      const left = leftOf(leaver)
      const time = left < 1 ? `${(24 * left).toFixed(1)} hours` : `${left.toFixed(1)} days`
      const when = `${time} before the account is to be deleted`
      await expect(deleteAccount({ password })).refused('deletion already requested', when)
      await expect(visitor.signUp({ email, password })).refused('e-mail already registered', when)
    }
  })

  it('ADMIN-16 An unusual address logs in, and is listed unchanged, like an unusual name. (4.2a, 4.6a, 2.3a)', {
    tagged: acceptedCredentials,
    named: acceptedCredentials,
  }, async ({ visitor, tagged, named, caller, expect, ...tools }) => {
    const people = [
      { ...tagged, email: tagged.email.replace('@', "+o'tag_of-Mine@"), name: 'x'.repeat(100) },
      { ...named, name: 'Zoë "Łuk" O\'Neill; <b>明子</b> \u{1f600}' },
    ]
    const users: Session['user'][] = []
    for (const applicant of people) {
      const { user } = await expect.implied(visitor.signUp(applicant)).accepted()
      const { accessToken } = await logInWithRetry(visitor, expect, applicant)
      await expect(visitor.withToken(accessToken).deleteAccount({ password: applicant.password })).accepted()
      users.push(user)
    }
    const listing = await awaitListing(caller, { expect, ...tools }, ...users)
    for (const [index, user] of users.entries()) {
      const record = listing && findRecord(listing, user)
      if (!record) return
      if (user.name !== undefined) expect.sound(record.name, 'the name').toKeep(user.name)
      expect.sound(user.name, 'user.name').toKeep(people[index]?.name ?? '')
      expect(record.teamId, 'teamId').toBe(user.teamId)
      expect.profile(record.email, 'the e-mail').toBe(user.email)
    }
  })

  it('ADMIN-14 An account with a refused verification code is not listed. (4.6a, 4.5c, 5d)', {
    user: account('oauthUser'),
    leaves: user,
  }, async ({ user, leaves, caller, expect, ...tools }) => {
    for (const verificationCode of [0, 5].map((index) => changedCode(user.verificationCode, index))) {
      await expect(user.deleteAccount({ verificationCode })).refused('wrong verification code')
    }
    await expect(user.deleteAccount({ password: leaves.password })).refused('wrong password')
    await expect(leaves.deleteAccount({ password: leaves.password })).accepted()
    const listing = await awaitListing(caller, { expect, ...tools }, leaves)
    const record = listing?.records.find(({ teamId }) => teamId === user.teamId)
    expect(record, 'the record of the OAuth user').toBe(undefined)
  })

  it('ADMIN-15 The account of the caller is deleted, even if the body names another. (4.5a, 3.2a, 3.2b)', {
    user: user,
    other: user,
  }, async ({ user, other, caller, expect, ...tools }) => {
    const { password } = user
    const named = { email: other.email, teamId: other.teamId, deletionScheduledAt: '2001-01-01T00:00:00Z' }
    const { email, deletionScheduledAt } = named
    let scheduled: AccountDeletion | undefined
    // The document leaves open whether unknown properties are refused; an implementation may know one of them.
    for (const properties of [named, { email }, { deletionScheduledAt }]) {
      scheduled ??= await expect(user.deleteAccount({ password, ...properties })).answered('invalid body')
    }
    if (!scheduled) return
    expect(scheduled.deletionScheduledAt, 'deletionScheduledAt').toDifferFrom(deletionScheduledAt)
    const listing = await awaitListing(caller, { expect, ...tools }, user)
    expect(listing && findRecord(listing, other), 'the record', { of: other.email }).toBe(undefined)
  })

  it('ADMIN-20 Simultaneous deletions of different accounts are all listed. (4.6a)', {
    one: user,
    two: user,
  }, async ({ one, two, caller, expect, together, ...tools }) => {
    const people = [one, two]
    const left = [...people]
    const leave = () => {
      const { deleteAccount, password } = left.shift() ?? one
      return deleteAccount({ password })
    }
    for (const call of await together(leave, people.length)) await expect(call).accepted()
    await awaitListing(caller, { expect, ...tools }, one, two)
  })
})
