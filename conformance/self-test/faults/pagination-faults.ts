/** Faults in the listing: which users are on which page, and what is said of them. */
import type { User } from '../implementation/memory-store.ts'
import { after, documented, type Fault, profile } from './fault.ts'

const slice = (id: string, title: string, cut: (users: User[], page: number, limit: number) => User[]): Fault =>
  documented('4.6', `pages-${id}`, title, () => ({ slicePage: cut }))

const told =
  (kind: typeof documented) =>
  (id: string, title: string, change: (told: Told) => unknown): Fault =>
    kind('2.4', `told-${id}`, title, (base) => ({
      pagination: (page, limit, total, shown) => ({
        ...base.pagination(page, limit, total, shown),
        ...(change({ page, limit, total, shown }) as object),
      }),
    }))
const place = told(documented)

interface Told {
  page: number
  limit: number
  total: number
  shown: number
}

export const pages = [
  slice('page-ignored', 'Every page is the first one', (users, _, limit) => users.slice(0, limit)),
  slice('limit-ignored', 'Every page has up to twenty records', (users, page) =>
    users.slice((page - 1) * 20, page * 20),
  ),
  slice('overlap', 'The last record of a page comes again on the next', (users, page, limit) => {
    const start = Math.max(0, (page - 1) * limit - (page - 1))
    return users.slice(start, start + limit)
  }),
  slice('gap', 'One record is lost between two pages', (users, page, limit) => {
    const start = (page - 1) * (limit + 1)
    return users.slice(start, start + limit)
  }),
  slice('last-missing', 'The last record of all is never shown', (users, page, limit) =>
    users.slice(0, -1).slice((page - 1) * limit, page * limit),
  ),
  slice('first-missing', 'The first record of all is never shown', (users, page, limit) =>
    users.slice((page - 1) * limit + 1, page * limit + 1),
  ),
  slice('one-more', 'A page has one record more than its limit', (users, page, limit) =>
    users.slice((page - 1) * limit, page * limit + 1),
  ),
  slice('repeats', 'A page shows each record twice', (users, page, limit) =>
    users.slice((page - 1) * limit, page * limit).flatMap((user) => [user, user]),
  ),
  slice('empty', 'A page is always empty', () => []),
  slice('full-only', 'A page that is not full is not shown', (users, page, limit) =>
    users.length < page * limit ? [] : users.slice((page - 1) * limit, page * limit),
  ),
  documented('4.6', 'pages-order-turns', 'Every second page counts from the other end', (base) => ({
    compareUsers: (a, b, page) => (page % 2 === 0 ? base.compareUsers(b, a, page) : base.compareUsers(a, b, page)),
  })),
  documented('4.6', 'pages-unscheduled', 'Users whose deletion is not scheduled are listed, too', (base) => ({
    isListed: () => true,
    deletionRequest: (user) => base.deletionRequest(user.deletion ? user : base.toScheduled(user)),
  })),
  documented('4.6', 'pages-nameless-missing', 'Users without a name are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && user.name !== undefined,
  })),
  documented('4.6', 'pages-oauth-missing', 'OAuth users are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && user.password !== undefined,
  })),
  documented('4.6', 'pages-never-listed', 'Nobody is ever listed', () => ({ isListed: () => false })),
  place('page-one', 'page is always 1', () => ({ page: 1 })),
  place('page-next', 'page is that of the next page', ({ page }) => ({ page: page + 1 })),
  place('limit-default', 'limit is always the default one', () => ({ limit: 20 })),
  place('limit-of-page', 'limit is the number of records on the page', ({ shown }) => ({ limit: Math.max(1, shown) })),
  documented('2.3', 'record-of-other-address', 'A record has the address of another user', (base, store) => ({
    deletionRequest: after(base.deletionRequest, (shown) => ({ ...shown, email: [...store.users.values()][0]?.email })),
  })),
  documented('2.3', 'record-of-other-team', 'A record has the user in place of the team', (base) => ({
    deletionRequest: after(base.deletionRequest, (shown) => ({ ...shown, teamId: shown.id })),
  })),
  documented('2.3', 'record-name-lost', 'A record never has a name', (base) => ({
    deletionRequest: after(base.deletionRequest, (shown) => ({ ...shown, name: null })),
  })),
  profile('2.3', 'record-days-passed', 'daysRemaining counts the days since the request', () => ({
    daysRemaining: ({ deletion }) => Math.floor((Date.now() - (deletion?.requestedAt.getTime() ?? 0)) / 86_400_000),
  })),
  profile('4.6', 'pages-past-end-last', 'A page past the end shows the last one', (base) => ({
    slicePage: (users, page, limit) =>
      base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
  })),
  profile('4.6', 'pages-one-late', 'The first page is empty, the second is the first', (base) => ({
    slicePage: (users, page, limit) => (page === 1 ? [] : base.slicePage(users, page - 1, limit)),
  })),
]
