/** Faults in the listing of deletion requests: pages, pagination and records. */
import type { User } from '../implementation/memory-store.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { changing, setting } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

/** Cuts pages in another way. */
const slicing =
  (slicePage: (users: User[], page: number, limit: number) => User[]): Override =>
  () => ({ slicePage })

/** Changes the fields of pagination, given the number of records on the page. */
const paginating = (change: (fields: Json, count: number) => Json): Override =>
  changing('pagination', (fields, _page, _limit, _total, count) => ({ ...fields, ...change(fields, count) }))

/** Lists only some of the users. */
const listingOnly = (isIncluded: (user: User) => boolean): Override =>
  changing('isListed', (isListed, user) => isListed && isIncluded(user))

export const paginationFaults = [
  ...documented({
    '2.3 listing-name-of-previous: A record without a name has that of the record before it': changing(
      'listing',
      (page, data) => ({
        ...page,
        data: data.map((record, index) => ({ ...record, name: record.name ?? data[index - 1]?.name ?? null })),
      }),
    ),
    '4.6 listing-of-last-week: Only requests of the last seven days are listed': changing(
      'isListed',
      (isListed, { deletion }) => isListed && (deletion?.requestedAt.getTime() ?? 0) > Date.now() - 7 * 86_400_000,
    ),
    '4.6 pages-ties-by-parity: Records of the same moment are in another order on every second page': slicing(
      (users, page, limit) => {
        const momentOf = ({ deletion }: User) => deletion?.scheduledAt.getTime() ?? 0
        const ordered = users.toSorted(
          (one, other) => momentOf(one) - momentOf(other) || (one.id < other.id ? -1 : 1) * (page % 2 === 0 ? -1 : 1),
        )
        return ordered.slice((page - 1) * limit, page * limit)
      },
    ),
    '4.6 pages-page-ignored: Every page is the first one': slicing((users, _, limit) => users.slice(0, limit)),
    '4.6 pages-limit-ignored: Every page has up to 20 records': slicing((users, page) =>
      users.slice((page - 1) * 20, page * 20),
    ),
    '4.6 pages-overlap: The last record of a page is repeated on the next': slicing((users, page, limit) => {
      const start = Math.max(0, (page - 1) * limit - (page - 1))
      return users.slice(start, start + limit)
    }),
    '4.6 offset-of-twenty: Pages begin as if each had 20 records': () => ({
      slicePage: (users, page, limit) => users.slice((page - 1) * 20, (page - 1) * 20 + limit),
    }),
    '4.6 pages-gap: One record between two pages is missing': slicing((users, page, limit) => {
      const start = (page - 1) * (limit + 1)
      return users.slice(start, start + limit)
    }),
    '4.6 pages-last-missing: The last record is never listed': slicing((users, page, limit) =>
      users.slice(0, -1).slice((page - 1) * limit, page * limit),
    ),
    '4.6 pages-first-missing: The first record is never listed': slicing((users, page, limit) =>
      users.slice((page - 1) * limit + 1, page * limit + 1),
    ),
    '4.6 pages-one-more: A page has one record more than its limit': slicing((users, page, limit) =>
      users.slice((page - 1) * limit, page * limit + 1),
    ),
    '4.6 pages-repeats: A page has each record twice': slicing((users, page, limit) =>
      users.slice((page - 1) * limit, page * limit).flatMap((user) => [user, user]),
    ),
    '4.6 pages-empty: A page is always empty': slicing(() => []),
    '4.6 pages-full-only: A page that is not full is empty': slicing((users, page, limit) =>
      users.length < page * limit ? [] : users.slice((page - 1) * limit, page * limit),
    ),
    '4.6 pages-order-turns: Every second page is in reverse order': changing('compareUsers', (order, _a, _b, page) =>
      page % 2 === 0 ? -order : order,
    ),
    '4.6 pages-unscheduled: Users without a scheduled deletion are listed': (base) => ({
      isListed: () => true,
      deletionRequest: (user) => base.deletionRequest(user.deletion ? user : base.toScheduled(user)),
    }),
    '4.6 pages-nameless-missing: Users without a name are not listed': listingOnly(({ name }) => name !== undefined),
    '4.6 pages-oauth-missing: OAuth users are not listed': listingOnly(({ password }) => password !== undefined),
    '4.6 pages-never-listed: The listing is always empty': listingOnly(() => false),
    '2.3 record-of-other-address: A record has the e-mail of another user': (base, store) => ({
      deletionRequest: (user) => ({ ...base.deletionRequest(user), email: [...store.users.values()][0]?.email }),
    }),
    '2.3 record-of-other-team: The teamId of a record is the id of the user': changing('deletionRequest', (fields) => ({
      ...fields,
      teamId: fields.id,
    })),
    '2.3 record-name-lost: A record never has a name': setting('deletionRequest', { name: null }),
    '2.4 page-one-too-high: page is one too high': paginating(({ page }) => ({ page: Number(page) + 1 })),
    '2.4 limit-always-default: limit is always the default': paginating(() => ({ limit: 20 })),
  }),
  ...profile({
    '4.6 pages-ties-by-email: Records of the same moment are ordered by e-mail': slicing((users, page, limit) => {
      const keyOf = ({ deletion, email }: User) => `${deletion?.scheduledAt.toISOString()} ${email}`
      const ordered = users.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      return ordered.slice((page - 1) * limit, page * limit)
    }),
    '2.4 page-always-one: page is always 1': paginating(() => ({ page: 1 })),
    '2.4 limit-of-page-size: limit is the number of records on the page': paginating((_, count) => ({
      limit: Math.max(1, count),
    })),
    '2.3 record-days-passed: daysRemaining counts the days since the request': () => ({
      daysRemaining: ({ deletion }) => Math.floor((Date.now() - (deletion?.requestedAt.getTime() ?? 0)) / 86_400_000),
    }),
    '2.3 record-without-milliseconds: deletionRequestedAt in the listing is truncated to seconds': changing(
      'deletionRequest',
      (fields) => ({ ...fields, deletionRequestedAt: `${String(fields.deletionRequestedAt).slice(0, 19)}.000Z` }),
    ),
    '4.6 pages-past-end-last: A page past the end returns the last page': (base) => ({
      slicePage: (users, page, limit) =>
        base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
    }),
    '4.6 pages-one-late: Pages are shifted by one': (base) => ({
      slicePage: (users, page, limit) => (page === 1 ? [] : base.slicePage(users, page - 1, limit)),
    }),
  }),
]
