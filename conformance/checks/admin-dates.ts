/** Document 3.2: requests that are refused leave the dates of a scheduled deletion as they were. */

import { adminKey, freshUser, newCredentials } from '../records/recipes.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import { awaitRecord, expectDates } from './support/listed-records.ts'
import { suite } from './support/suite.ts'

export const adminDates = suite(
  'Admin listing',
  { caller: adminKey },
  ({ it }) => {
    it('ADMIN-05 A second request, and others that are refused, leave the scheduled deletion unchanged. (3.2d)', {
      user: freshUser(),
      other: newCredentials,
    }, async ({ user, other, visitor, caller, expect, ...tools }) => {
      const age = 1600
      await new Promise((resolve) => setTimeout(resolve, age))
      const scheduled = await expect(user.deleteAccount({ password: user.password })).accepted()
      // A changed date differs only after some time.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
      const wrong = { email: user.email, password: other.password }
      for (const send of [user.deleteAccount, visitor.signUp, visitor.logIn]) {
        await expect<unknown>(send(send === user.deleteAccount ? { password: wrong.password } : wrong)).refused()
      }
      const record = await awaitRecord(caller, { expect, ...tools }, user)
      if (!record) return
      expectDates(expect, record, scheduled)
      const lead = parseTime(scheduled.deletionRequestedAt) - parseTime(record.createdAt ?? '')
      const name = 'the time from createdAt to deletionRequestedAt, in milliseconds,'
      expect.implied(lead, name).toBeAtLeast(-1000)
      const isExact = [record.createdAt, scheduled.deletionRequestedAt].every(
        (at) => precisionOf(parseTime(at)) <= 1000,
      )
      if (isExact) expect.sound(lead, name).toBeAtLeast(age - 1000)
    })
  },
  'first',
)
