/** Faults in the shape of a body: a field is missing, null, of another type, or in another place. */
import type { Json } from '../implementation/steps.ts'
import { after, documented, type Fault, omit } from './fault.ts'

const without = (key: string) => (object: Json) => omit(object, key)
const setting = (fields: Json) => (object: Json) => ({ ...object, ...fields })

type Serializer = 'user' | 'session' | 'incident' | 'deletionRequest' | 'pagination' | 'resetResult'

const changes: [serializer: Serializer, section: string, id: string, title: string, change: (object: Json) => Json][] =
  [
    ['user', '2.1', 'user-without-id', 'A user has no id', without('id')],
    ['user', '2.1', 'user-id-number', 'The id of a user is a number', setting({ id: 4711 })],
    [
      'user',
      '2.1',
      'user-id-no-ulid',
      'The id of a user is a UUID',
      setting({ id: '0b6f2f0e-6a2c-4c5e-9f49-3f1f0f1f2a10' }),
    ],
    ['user', '2.1', 'user-email-no-address', 'The email of a user is not an address', setting({ email: 'ada' })],
    ['user', '2.1', 'user-team-null', 'The teamId of a user is null', setting({ teamId: null })],
    ['user', '2.1', 'user-without-role', 'A user has no role', without('role')],
    ['session', '2.1', 'session-without-access-token', 'A session has no access token', without('accessToken')],
    ['session', '2.1', 'session-refresh-token-null', 'The refresh token is null', setting({ refreshToken: null })],
    ['incident', '2.2', 'incident-without-id', 'An incident has no id', without('id')],
    ['incident', '2.2', 'incident-without-monitor', 'An incident has no monitorId', without('monitorId')],
    ['incident', '2.2', 'incident-status-number', 'The status of an incident is a number', setting({ status: 2 })],
    [
      'incident',
      '2.2',
      'incident-created-at-null',
      'The createdAt of an incident is null',
      setting({ createdAt: null }),
    ],
    ['deletionRequest', '2.3', 'request-without-email', 'A deletion request has no email', without('email')],
    [
      'deletionRequest',
      '2.3',
      'request-days-fraction',
      'daysRemaining is a fraction',
      setting({ daysRemaining: 29.5 }),
    ],
    ['pagination', '2.4', 'pagination-without-page', 'pagination has no page', without('page')],
    ['pagination', '2.4', 'pagination-limit-null', 'The limit of pagination is null', setting({ limit: null })],
    ['resetResult', '4.8', 'reset-without-ok', 'The response to a reset has no ok', without('ok')],
    ['resetResult', '4.8', 'reset-ok-text', 'ok is a string', setting({ ok: 'true' })],
  ]

export const schemaFaults: Fault[] = [
  ...changes.map(([serializer, section, id, title, change]) =>
    documented(section, id, title, (base) => ({
      [serializer]: after(base[serializer] as (...args: unknown[]) => Json, change),
    })),
  ),
  documented('2.2', 'incident-service-null', 'serviceId is null instead of absent', (base) => ({
    incident: after(base.incident, (incident) => ({ serviceId: null, ...incident })),
  })),
  documented('4.1', 'session-flat', 'Sign-up returns the fields of the user beside the tokens', (base) => ({
    session: after(base.session, (session, _, { operation }) =>
      operation === 'signup' ? { ...(session.user as Json), ...omit(session, 'user') } : session,
    ),
  })),
  documented('4.6', 'listing-without-pagination', 'The listing has no pagination', () => ({
    listing: (data) => ({ data }),
  })),
]
