/** Faults in the records of the listing of deletion requests. */
import type { User } from '../implementation/memory-store.ts'
import { all, count, family, recall, step } from '../overrides.ts'
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

export const listingFaults = toFaults({
  ...family(listingOnly, {
    '4.6 pages-never-listed': () => false,
    '4.6 pages-nameless-missing': ({ name }) => name !== undefined,
    '4.6 pages-oauth-missing': not(isOauth),
    '4.6 listing-plus-addresses-missing': ({ email }) => !email.includes('+'),
    '4.6 listing-without-admins': not(hasRole('admin')),
    '4.6 listing-of-last-week': ({ deletion }) => (deletion?.requestedAt.getTime() ?? 0) > Date.now() - 7 * day,
  }),
  ...family(record, {
    '2.3 record-of-other-team': (_, { id }) => ({ teamId: id }),
    '2.3 record-name-lost': () => ({ name: null }),
    'sound 2.3 record-name-ascii': ({ name }) => ({ name: name && String(name).replace(/[^\x20-\x7e]/g, '?') }),
    '2.3 record-of-other-address': (_, __, base) => ({ email: usersOf(base)[0]?.email }),
    'sound 2.3 team-name-of-first': (_, __, { teams }) => ({
      teamName: [...teams.values()].find(({ name }) => name)?.name ?? null,
    }),
    'profile 2.3 team-name-empty': ({ teamName }) => ({ teamName: teamName ?? '' }),
    'profile 4.6 listing-shouts': ({ email }) => ({ email: String(email).replace('+o', '+O') }),
    'profile 2.3 record-without-milliseconds': ({ deletionRequestedAt: time }) => ({
      deletionRequestedAt: `${String(time).slice(0, 19)}.000Z`,
    }),
  }),
  ...family(ofPrevious, { '2.3 listing-name-of-previous': 'name', 'sound 2.3 listing-previous-team-name': 'teamName' }),
  ...family(crashing, {
    '4.6 listing-crash-on-page-times-limit': ({ operation, query }) => {
      const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
      return operation === 'listDeletionRequests' && page < 2 ** 31 && page * limit >= 2 ** 31
    },
    'sound 4.6 listing-crash-on-unknown-parameter': ({ operation, query }) =>
      operation === 'listDeletionRequests' && query.has('sort'),
  }),
  ...family(step('daysRemaining').changing, {
    'sound 2.3 record-days-passed': (_, { deletion }) => dayOf(Date.now() - (deletion?.requestedAt.getTime() ?? 0)),
    'profile 2.3 days-of-calendar': (_, { deletion }, base) =>
      dayOf(deletion?.scheduledAt.getTime()) - dayOf(base.now().getTime()),
  }),
  '4.6 pages-unscheduled': all(
    step('isListed').accepting(() => true),
    step('deletionRequest').passing((user, base) => [user.deletion ? user : base.toScheduled(user)]),
  ),
  '4.6 listing-kept-by-a-process': step('listDeletionRequests').keeping(
    ({ query }, base) => count(base) % 2 === 1 && `query ${query}`,
  ),
  'sound 4.6 listing-shows-code': step('deletionRequest').setting({ verificationCode: '123456' }),
  'sound 4.6 listing-shows-used-code': all(
    step('saveUser', 'scheduleAccountDeletion').before(({ id }, { body }, { notes }) =>
      notes.set(id, body?.verificationCode),
    ),
    record((_, { id }, base) => (recall(base, id) ? { confirmedWith: recall(base, id) } : {})),
  ),
})
