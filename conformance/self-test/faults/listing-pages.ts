/** Faults in the pages of the listing, their order and `pagination`. */
import type { User } from '../implementation/memory-store.ts'
import { handling, step } from '../overrides.ts'
import { toFaults } from './fault.ts'

/** Wrong bound: where a page begins among all records. */
const startingAt = (start: (page: number, limit: number) => number) =>
  step('slicePage').changing((_, users, page, limit) => {
    const first = start(page, limit)
    return users.slice(first, first + limit)
  })

/** Wrong records: of a page. */
const page = step('slicePage').changing

/** Wrong records: before the page is cut. */
const beforePage = step('slicePage').passing

/** Wrong order: of the records of the same moment. */
const tiesBy = (compare: (a: User, b: User, page: number) => number) =>
  beforePage((users, page) => {
    const momentOf = ({ deletion }: User) => deletion?.scheduledAt.getTime() ?? 0
    return [users.toSorted((a, b) => momentOf(a) - momentOf(b) || compare(a, b, page))]
  })

/** Wrong echo: in pagination. */
const paginating = step('pagination').setting

const number = step('integerError').passing

export const listingPagesFaults = [
  ...toFaults(startingAt, {
    '4.6 pages-page-ignored: Every page is the first one': () => 0,
    '4.6 pages-overlap: The last record of a page is repeated on the next': (page, limit) =>
      Math.max(0, (page - 1) * (limit - 1)),
    '4.6 pages-of-one-overlap: Pages of one record overlap': (page, limit) =>
      (page - 1) * limit - (limit === 1 && page > 1 ? 1 : 0),
    '4.6 pages-overlap-at-seven: Pages of seven records overlap': (page, limit) =>
      (page - 1) * limit - (limit === 7 && page > 1 ? 1 : 0),
    '4.6 offset-of-twenty: Pages begin as if each had 20 records': (page) => (page - 1) * 20,
    '4.6 pages-gap: One record between two pages is missing': (page, limit) => (page - 1) * (limit + 1),
    '4.6 pages-first-missing: The first record is never listed': (page, limit) => (page - 1) * limit + 1,
  }),
  ...toFaults(page, {
    '4.6 pages-empty: A page is always empty': () => [],
    '4.6 pages-repeats: A page has each record twice': (shown) => shown.flatMap((user) => [user, user]),
    '4.6 pages-one-more: A page has one record more than its limit': (_, users, page, limit) =>
      users.slice((page - 1) * limit, page * limit + 1),
    '4.6 pages-full-only: A page that is not full is empty': (shown, _, __, limit) =>
      shown.length < limit ? [] : shown,
    '4.6 page-of-hundred-short: A page of 100 records lacks the last one': (shown) => shown.slice(0, 99),
    '4.6 limit-above-20-cut-but-echoed: A page has at most 20 records for any limit': (shown) => shown.slice(0, 20),
  }),
  ...toFaults(beforePage, {
    '4.6 pages-limit-ignored: Every page has up to 20 records': (users, page) => [users, page, 20],
    '4.6 pages-last-missing: The last record is never listed': (users) => [users.slice(0, -1)],
    'profile 4.6 pages-past-end-last: A page past the end returns the last page': (users, page, limit) => [
      users,
      Math.max(1, Math.min(page, Math.ceil(users.length / limit))),
    ],
    'profile 4.6 pages-one-late: Pages are shifted by one': (users, page) => [page === 1 ? [] : users, page - 1],
  }),
  ...toFaults(tiesBy, {
    '4.6 pages-ties-by-parity: Records of the same moment are in another order on every second page': (a, b, page) =>
      (a.id < b.id ? -1 : 1) * (page % 2 === 0 ? -1 : 1),
    'profile 4.6 pages-ties-by-email: Records of the same moment are ordered by e-mail': (a, b) =>
      a.email < b.email ? -1 : 1,
  }),
  ...toFaults(paginating, {
    '2.4 page-one-too-high: page is one too high': (_, page) => ({ page: page + 1 }),
    '2.4 limit-always-default: limit is always the default': () => ({ limit: 20 }),
    'sound 2.4 total-shrinks: From the second page on, total does not count the records of the pages before': (
      _,
      page,
      limit,
      total,
    ) => ({ total: Math.max(0, total - (page - 1) * limit) }),
    'profile 2.4 page-always-one: page is always 1': () => ({ page: 1 }),
    'profile 2.4 limit-of-page-size: limit is the number of records on the page': (_, __, ___, ____, shown) => ({
      limit: Math.max(1, shown),
    }),
    'profile 4.6 page-past-end-total-0: The total of a page past the end is 0': ({ total }, _, __, ___, shown) => ({
      total: shown === 0 ? 0 : total,
    }),
  }),
  ...toFaults(number, {
    'profile 4 accepts-odd-numbers: A page may be 1e3': (name, text) => [
      name,
      /^\de\d$/.test(text) ? `${Number(text)}` : text,
    ],
    'profile 4.6 plus-sign: A number may have a plus sign': (name, text) => [name, /^\+\d+$/.test(text) ? '1' : text],
  }),
  ...toFaults({
    '4.6 pages-order-turns: Every second page is in reverse order': step('compareUsers').changing(
      (order, _, __, page) => (page % 2 === 0 ? -order : order),
    ),
    '4.6 page-without-limit-ignored: Without limit, page is ignored': handling('listDeletionRequests')(
      (handle) => async (call) => {
        const query = new URLSearchParams(call.query)
        if (!query.has('limit')) query.delete('page')
        const fields = await handle({ ...call, query })
        const pagination = { ...(fields?.pagination as object), page: Number(call.query.get('page') ?? 1) }
        return { ...fields, pagination }
      },
    ),
  }),
]
