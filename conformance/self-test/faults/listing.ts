/** Faults in the records of the listing of deletion requests. */
import type { User } from '../implementation/memory-store.ts'
import { all, handling, remembering, setting, step } from '../overrides.ts'
import { day, hasRole, isOauth, not, usersOf } from '../records.ts'
import { crashing } from './families.ts'
import { toFaults } from './fault.ts'

/** Lost record: only some of the users are listed. */
const listingOnly = (isIncluded: (user: User) => boolean) =>
  step('isListed').changing((isListed, user) => isListed && isIncluded(user))

/** Wrong value: in a record. */
const record = step('deletionRequest').setting

/** Wrong value: a field that is null is that of the record before. */
const ofPrevious = (field: string) =>
  step('listing').passing((data) => {
    let previous: unknown = null
    const filled = (value: unknown) => {
      previous = value ?? previous
      return previous
    }
    return [data.map((fields) => ({ ...fields, [field]: filled(fields[field]) }))]
  })

const dayOf = (time = 0) => Math.floor(time / day)

export const listingFaults = [
  ...toFaults(listingOnly, {
    '4.6 pages-never-listed: The listing is always empty': () => false,
    '4.6 pages-nameless-missing: Users without a name are not listed': ({ name }) => name !== undefined,
    '4.6 pages-oauth-missing: OAuth users are not listed': not(isOauth),
    '4.6 listing-plus-addresses-missing: Users with a plus in the e-mail are not listed': ({ email }) =>
      !email.includes('+'),
    '4.6 listing-without-admins: A user with the role admin is not listed': not(hasRole('admin')),
    '4.6 listing-of-last-week: Only requests of the last seven days are listed': ({ deletion }) =>
      (deletion?.requestedAt.getTime() ?? 0) > Date.now() - 7 * day,
  }),
  ...toFaults(record, {
    '2.3 record-of-other-team: The teamId of a record is the id of the user': (_, { id }) => ({ teamId: id }),
    '2.3 record-name-lost: A record never has a name': () => ({ name: null }),
    '2.3 record-of-other-address: A record has the e-mail of another user': (_, __, base) => ({
      email: usersOf(base)[0]?.email,
    }),
    'profile 2.3 team-name-empty: The name of a team without one is empty': ({ teamName }) => ({
      teamName: teamName ?? '',
    }),
    'profile 4.6 listing-shouts: The listing shows addresses in capitals': ({ email }) => ({
      email: String(email).replace('+o', '+O'),
    }),
    'profile 2.3 record-without-milliseconds: deletionRequestedAt in the listing is truncated to seconds': ({
      deletionRequestedAt: time,
    }) => ({ deletionRequestedAt: `${String(time).slice(0, 19)}.000Z` }),
  }),
  ...toFaults(ofPrevious, {
    '2.3 listing-name-of-previous: A record without a name has that of the record before it': 'name',
    'sound 2.3 listing-previous-team-name: A team without a name is listed with that of the row before': 'teamName',
  }),
  ...toFaults(crashing, {
    'sound 4.6 listing-crash-on-unknown-parameter: An unknown parameter of the listing responds 500': ({
      operation,
      query,
    }) => operation === 'listDeletionRequests' && query.has('sort'),
  }),
  ...toFaults(step('daysRemaining').changing, {
    'profile 2.3 record-days-passed: daysRemaining counts the days since the request': (_, { deletion }) =>
      dayOf(Date.now() - (deletion?.requestedAt.getTime() ?? 0)),
    'profile 2.3 days-of-calendar: daysRemaining counts the midnights until the deletion': (_, { deletion }, base) =>
      dayOf(deletion?.scheduledAt.getTime()) - dayOf(base.now().getTime()),
  }),
  ...toFaults({
    '4.6 pages-unscheduled: Users without a scheduled deletion are listed': all(
      step('isListed').accepting(() => true),
      step('deletionRequest').passing((user, base) => [user.deletion ? user : base.toScheduled(user)]),
    ),
    '4.6 listing-kept-by-a-process: One of two processes keeps its listing for each query': handling(
      'listDeletionRequests',
    )((handle) => {
      const kept = new Map<string, ReturnType<typeof handle>>()
      let calls = 0
      return (call) => {
        if (++calls % 2 === 0) return handle(call)
        const key = call.query.toString()
        const listing = kept.get(key) ?? handle(call)
        kept.set(key, listing)
        return listing
      }
    }),
    'sound 4.6 listing-shows-code: The listing shows verification codes': setting('deletionRequest', {
      verificationCode: '123456',
    }),
    'sound 4.6 listing-shows-used-code: The listing shows the code with which an OAuth user left': remembering(
      (codes) => [
        step('saveUser', 'scheduleAccountDeletion').before(({ id }, { body }) => codes.set(id, body?.verificationCode)),
        record((_, { id }) => (codes.get(id) ? { confirmedWith: codes.get(id) } : {})),
      ],
    ),
  }),
]
