/** Faults in the shape of what is shown: a field is missing, null, of another type or format, or in another place. */
import type { Json } from '../implementation/steps.ts'
import { accepting, after, documented, type Fault, omit } from './fault.ts'

type Change = (shown: Json) => Json

const user = (id: string, title: string, change: Change): Fault =>
  documented('2.1', `user-${id}`, `In user, ${title}`, (base) => ({ user: after(base.user, change) }))

const session = (id: string, title: string, change: Change): Fault =>
  documented('2.1', `session-${id}`, title, (base) => ({ session: after(base.session, change) }))

const incident = (id: string, title: string, change: Change): Fault =>
  documented('2.2', `incident-${id}`, `In incident, ${title}`, (base) => ({ incident: after(base.incident, change) }))

const request = (id: string, title: string, change: Change): Fault =>
  documented('2.3', `request-${id}`, `In the listing, ${title}`, (base) => ({
    deletionRequest: after(base.deletionRequest, change),
  }))

const pagination = (id: string, title: string, change: Change): Fault =>
  documented('2.4', `pagination-${id}`, `In pagination, ${title}`, (base) => ({
    pagination: after(base.pagination, change),
  }))

const reset = (id: string, title: string, change: Change): Fault =>
  documented('4.8', `reset-${id}`, `In the answer to a reset, ${title}`, (base) => ({
    resetResult: after(base.resetResult, change),
  }))

const without = (key: string) => (shown: Json) => omit(shown, key)

const inUser = [
  user('without-id', 'id is missing', without('id')),
  user('id-number', 'id is a number', (shown) => ({ ...shown, id: 4711 })),
  user('id-no-ulid', 'id is a UUID and no ULID', (shown) => ({ ...shown, id: '0b6f2f0e-6a2c-4c5e-9f49-3f1f0f1f2a10' })),
  user('without-email', 'email is missing', without('email')),
  user('email-no-address', 'email is no address', (shown) => ({ ...shown, email: String(shown.email).split('@')[0] })),
  user('name-null', 'name is null if none was given', (shown) => ({ name: null, ...shown })),
  user('name-object', 'name is an object', (shown) =>
    'name' in shown ? { ...shown, name: { full: shown.name } } : shown,
  ),
  user('without-team', 'teamId is missing', without('teamId')),
  user('team-null', 'teamId is null', (shown) => ({ ...shown, teamId: null })),
  user('without-role', 'role is missing', without('role')),
  user('role-list', 'role is a list', (shown) => ({ ...shown, role: [shown.role] })),
]

const inSession = [
  session('without-access-token', 'The access token is missing', without('accessToken')),
  session('without-refresh-token', 'The refresh token is missing', without('refreshToken')),
  session('refresh-token-null', 'The refresh token is null', (shown) => ({ ...shown, refreshToken: null })),
  session('token-object', 'The access token is wrapped in an object', (shown) => ({
    ...shown,
    accessToken: { token: shown.accessToken },
  })),
  session('token-snake-case', 'The access token is called access_token', ({ accessToken, ...shown }) => ({
    ...shown,
    access_token: accessToken,
  })),
  documented('4.1', 'session-flat', 'Sign-up puts the user beside the tokens, not in user', (base) => ({
    session: after(base.session, (shown, _, { operation }) =>
      operation === 'signup' ? { ...(shown.user as Json), ...omit(shown, 'user') } : shown,
    ),
  })),
  documented('4.2', 'session-without-user', 'Login hands out tokens without the user', (base) => ({
    session: after(base.session, (shown, _, { operation }) => (operation === 'login' ? omit(shown, 'user') : shown)),
  })),
]

const inIncident = [
  incident('without-id', 'id is missing', without('id')),
  incident('id-number', 'id is a number', (shown) => ({ ...shown, id: 17 })),
  incident('without-team', 'teamId is missing', without('teamId')),
  incident('without-type', 'type is missing', without('type')),
  incident('without-monitor', 'monitorId is missing', without('monitorId')),
  incident('status-number', 'status is a number', (shown) => ({ ...shown, status: 2 })),
  incident('title-object', 'title is an object', (shown) => ({ ...shown, title: { en: shown.title } })),
  incident('without-started-at', 'startedAt is missing', without('startedAt')),
  incident('created-at-null', 'createdAt is null', (shown) => ({ ...shown, createdAt: null })),
  incident('service-null', 'serviceId is null instead of absent', (shown) => ({ serviceId: null, ...shown })),
  incident('cause-list', 'cause is a list', (shown) => ({ ...shown, cause: [shown.cause] })),
  documented(
    '4.3',
    'incident-not-wrapped',
    'Resolve answers with the incident itself, not in incident',
    accepting('resolveIncident', (answer) => ({ ...answer, body: (answer.body as Json).incident })),
  ),
]

const inListing = [
  request('without-id', 'id is missing', without('id')),
  request('without-email', 'email is missing', without('email')),
  request('without-name', 'name is missing instead of null', (shown) =>
    shown.name === null ? omit(shown, 'name') : shown,
  ),
  request('team-null', 'teamId is null', (shown) => ({ ...shown, teamId: null })),
  request('team-name-object', 'teamName is an object', (shown) => ({ ...shown, teamName: {} })),
  request('without-requested-at', 'deletionRequestedAt is missing', without('deletionRequestedAt')),
  request('scheduled-at-null', 'deletionScheduledAt is null', (shown) => ({ ...shown, deletionScheduledAt: null })),
  request('days-text', 'daysRemaining is text', (shown) => ({
    ...shown,
    daysRemaining: `${shown.daysRemaining} days`,
  })),
  request('days-fraction', 'daysRemaining is a fraction', (shown) => ({ ...shown, daysRemaining: 29.5 })),
  request('without-created-at', 'createdAt is missing', without('createdAt')),
  pagination('without-page', 'page is missing', without('page')),
  pagination('limit-null', 'limit is null', (shown) => ({ ...shown, limit: null })),
  pagination('total-text', 'total is text', (shown) => ({ ...shown, total: String(shown.total) })),
  documented('4.6', 'listing-items', 'The listing calls its records items', () => ({
    listing: (data, pages) => ({ items: data, pagination: pages }),
  })),
  documented('4.6', 'listing-by-id', 'The listing is an object by id, not an array', () => ({
    listing: (data, pages) => ({ data: Object.fromEntries(data.map((item) => [item.id, item])), pagination: pages }),
  })),
  documented('4.6', 'listing-without-pagination', 'The listing says nothing of pages', () => ({
    listing: (data) => ({ data }),
  })),
]

const inReset = [
  reset('without-ok', 'ok is missing', without('ok')),
  reset('ok-text', 'ok is text', (shown) => ({ ...shown, ok: 'true' })),
  reset('without-count', 'deletedCount is missing', without('deletedCount')),
  reset('count-text', 'deletedCount is text', (shown) => ({ ...shown, deletedCount: String(shown.deletedCount) })),
  reset('wrapped', 'everything is in data', (shown) => ({ data: shown })),
]

export const schema = [...inUser, ...inSession, ...inIncident, ...inListing, ...inReset]
