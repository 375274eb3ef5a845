/** Faults in the listing of deletion requests: pages, pagination and records. */
import type { User } from '../implementation/memory-store.ts'
import { after, documented, type Fault, profile } from './fault.ts'

const slice = (id: string, title: string, cut: (users: User[], page: number, limit: number) => User[]): Fault =>
  documented('4.6', `pages-${id}`, title, () => ({ slicePage: cut }))

const echoing =
  (kind: typeof documented) =>
  (id: string, title: string, change: (position: Position) => unknown): Fault =>
    kind('2.4', `told-${id}`, title, (base) => ({
      pagination: (page, limit, total, count) => ({
        ...base.pagination(page, limit, total, count),
        ...(change({ page, limit, total, count }) as object),
      }),
    }))
const echoingPosition = echoing(documented)

interface Position {
  page: number
  limit: number
  total: number
  count: number
}

export const paginationFaults = [
  slice('page-ignored', 'Every page is the first one', (users, _, limit) => users.slice(0, limit)),
  slice('limit-ignored', 'Every page has up to 20 records', (users, page) => users.slice((page - 1) * 20, page * 20)),
  slice('overlap', 'The last record of a page is repeated on the next', (users, page, limit) => {
    const start = Math.max(0, (page - 1) * limit - (page - 1))
    return users.slice(start, start + limit)
  }),
  slice('gap', 'One record between two pages is missing', (users, page, limit) => {
    const start = (page - 1) * (limit + 1)
    return users.slice(start, start + limit)
  }),
  slice('last-missing', 'The last record is never listed', (users, page, limit) =>
    users.slice(0, -1).slice((page - 1) * limit, page * limit),
  ),
  slice('first-missing', 'The first record is never listed', (users, page, limit) =>
    users.slice((page - 1) * limit + 1, page * limit + 1),
  ),
  slice('one-more', 'A page has one record more than its limit', (users, page, limit) =>
    users.slice((page - 1) * limit, page * limit + 1),
  ),
  slice('repeats', 'A page has each record twice', (users, page, limit) =>
    users.slice((page - 1) * limit, page * limit).flatMap((user) => [user, user]),
  ),
  slice('empty', 'A page is always empty', () => []),
  slice('full-only', 'A page that is not full is empty', (users, page, limit) =>
    users.length < page * limit ? [] : users.slice((page - 1) * limit, page * limit),
  ),
  documented('4.6', 'pages-order-turns', 'Every second page is in reverse order', (base) => ({
    compareUsers: (a, b, page) => (page % 2 === 0 ? base.compareUsers(b, a, page) : base.compareUsers(a, b, page)),
  })),
  documented('4.6', 'pages-unscheduled', 'Users without a scheduled deletion are listed', (base) => ({
    isListed: () => true,
    deletionRequest: (user) => base.deletionRequest(user.deletion ? user : base.toScheduled(user)),
  })),
  documented('4.6', 'pages-nameless-missing', 'Users without a name are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && user.name !== undefined,
  })),
  documented('4.6', 'pages-oauth-missing', 'OAuth users are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && user.password !== undefined,
  })),
  documented('4.6', 'pages-never-listed', 'The listing is always empty', () => ({ isListed: () => false })),
  echoingPosition('page-one', 'page is always 1', () => ({ page: 1 })),
  echoingPosition('page-next', 'page is one too high', ({ page }) => ({ page: page + 1 })),
  echoingPosition('limit-default', 'limit is always the default', () => ({ limit: 20 })),
  echoingPosition('limit-of-page', 'limit is the number of records on the page', ({ count }) => ({
    limit: Math.max(1, count),
  })),
  documented('2.3', 'record-of-other-address', 'A record has the e-mail of another user', (base, store) => ({
    deletionRequest: after(base.deletionRequest, (fields) => ({
      ...fields,
      email: [...store.users.values()][0]?.email,
    })),
  })),
  documented('2.3', 'record-of-other-team', 'The teamId of a record is the id of the user', (base) => ({
    deletionRequest: after(base.deletionRequest, (fields) => ({ ...fields, teamId: fields.id })),
  })),
  documented('2.3', 'record-name-lost', 'A record never has a name', (base) => ({
    deletionRequest: after(base.deletionRequest, (fields) => ({ ...fields, name: null })),
  })),
  profile('2.3', 'record-days-passed', 'daysRemaining counts the days since the request', () => ({
    daysRemaining: ({ deletion }) => Math.floor((Date.now() - (deletion?.requestedAt.getTime() ?? 0)) / 86_400_000),
  })),
  profile('4.6', 'pages-past-end-last', 'A page past the end returns the last page', (base) => ({
    slicePage: (users, page, limit) =>
      base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
  })),
  profile('4.6', 'pages-one-late', 'Pages are shifted by one', (base) => ({
    slicePage: (users, page, limit) => (page === 1 ? [] : base.slicePage(users, page - 1, limit)),
  })),
]
