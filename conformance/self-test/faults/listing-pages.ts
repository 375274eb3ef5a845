/** Faults in the pages of the listing, their order and `pagination`. */
import type { User } from '../implementation/memory-store.ts'
import { family, step } from '../overrides.ts'
import { toFaults } from './fault.ts'

/** Wrong bound: where a page begins among all records. */
const startingAt = (start: (page: number, limit: number) => number) =>
  step('slicePage').changing((_, users, { page, limit }) => {
    const first = start(page, limit)
    return users.slice(first, first + limit)
  })

/** Wrong records: of a page. */
const page = step('slicePage').changing

/** Wrong records: before the page is cut. */
const beforePage = step('slicePage').passing

/** Wrong order: of the records of the same moment. */
const tiesBy = (compare: (a: User, b: User, page: number) => number) =>
  beforePage((users, { page }) => {
    const momentOf = ({ deletion }: User) => deletion?.scheduledAt.getTime() ?? 0
    return [users.toSorted((a, b) => momentOf(a) - momentOf(b) || compare(a, b, page))]
  })

/** Wrong echo: in pagination. */
const paginating = step('pagination').setting

const number = step('integerError').passing

export const listingPagesFaults = toFaults({
  ...family(startingAt, {
    '4.6 pages-page-ignored': () => 0,
    '4.6 pages-overlap': (page, limit) => Math.max(0, (page - 1) * (limit - 1)),
    '4.6 pages-of-one-overlap': (page, limit) => (page - 1) * limit - (limit === 1 && page > 1 ? 1 : 0),
    '4.6 pages-overlap-at-seven': (page, limit) => (page - 1) * limit - (limit === 7 && page > 1 ? 1 : 0),
    '4.6 offset-of-twenty': (page) => (page - 1) * 20,
    '4.6 pages-gap': (page, limit) => (page - 1) * (limit + 1),
    '4.6 pages-first-missing': (page, limit) => (page - 1) * limit + 1,
  }),
  ...family(page, {
    '4.6 pages-empty': () => [],
    '4.6 pages-repeats': (shown) => shown.flatMap((user) => [user, user]),
    '4.6 pages-one-more': (_, users, { page, limit }) => users.slice((page - 1) * limit, page * limit + 1),
    '4.6 pages-full-only': (shown, _, { limit }) => (shown.length < limit ? [] : shown),
    '4.6 page-of-hundred-short': (shown) => shown.slice(0, 99),
    '4.6 limit-above-20-cut-but-echoed': (shown) => shown.slice(0, 20),
  }),
  ...family(beforePage, {
    '4.6 pages-limit-ignored': (users, { page }) => [users, { page, limit: 20 }],
    '4.6 pages-in-any-order': (users) => [users.toSorted(() => Math.random() - 0.5)],
    '4.6 pages-last-missing': (users) => [users.slice(0, -1)],
    'profile 4.6 pages-past-end-last': (users, { page, limit }) => [
      users,
      { page: Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit },
    ],
    'sound 4.6 pages-past-end-first': (users, { page, limit }) => [
      users,
      { page: (page - 1) * limit < users.length ? page : 1, limit },
    ],
    'profile 4.6 pages-one-late': (users, { page, limit }) => [page === 1 ? [] : users, { page: page - 1, limit }],
  }),
  ...family(tiesBy, {
    '4.6 pages-ties-by-parity': (a, b, page) => (a.id < b.id ? -1 : 1) * (page % 2 === 0 ? -1 : 1),
    '4.6 pages-ties-in-any-order': () => Math.random() - 0.5,
    'profile 4.6 pages-ties-by-email': (a, b) => (a.email < b.email ? -1 : 1),
  }),
  ...family(paginating, {
    'sound 2.4 total-one-less': ({ total }) => ({ total: Math.max(0, Number(total) - 1) }),
    '2.4 page-one-too-high': (_, { page }) => ({ page: page + 1 }),
    '2.4 limit-always-default': () => ({ limit: 20 }),
    'sound 2.4 total-shrinks': (_, { page, limit, total }) => ({ total: Math.max(0, total - (page - 1) * limit) }),
    'profile 2.4 page-always-one': () => ({ page: 1 }),
    'sound 2.4 limit-of-page-size': (_, { shown }) => ({ limit: Math.max(1, shown) }),
    'profile 4.6 page-past-end-total-0': ({ total }, { shown }) => ({ total: shown === 0 ? 0 : total }),
  }),
  ...family(number, {
    'profile 4 accepts-odd-numbers': (name, text) => [name, /^\de\d$/.test(text) ? `${Number(text)}` : text],
    'profile 4.6 plus-sign': (name, text) => [name, /^\+\d+$/.test(text) ? '1' : text],
  }),
  '4.6 pages-order-turns': step('compareUsers').changing((order, _, __, page) => (page % 2 === 0 ? -order : order)),
  '4.6 page-without-limit-ignored': step('listDeletionRequests').around(async (handle, call) => {
    const query = new URLSearchParams(call.query)
    if (!query.has('limit')) query.delete('page')
    const fields = await handle({ ...call, query })
    const pagination = { ...(fields?.pagination as object), page: Number(call.query.get('page') ?? 1) }
    return { ...fields, pagination }
  }),
})
