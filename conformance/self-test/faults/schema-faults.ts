/** Faults in the shape of a body: a field is missing, null, of another type, or in another place. */
import type { Json } from '../implementation/steps.ts'
import { changing, omit, only, removing, setting } from '../old-overrides.ts'
import { documented } from './fault.ts'

export const schemaFaults = documented({
  '2.1 user-without-id: A user has no id': removing('user', 'id'),
  '2.1 user-id-number: The id of a user is a number': setting('user', { id: 4711 }),
  '2.1 user-id-no-ulid: The id of a user is a UUID': setting('user', { id: '0b6f2f0e-6a2c-4c5e-9f49-3f1f0f1f2a10' }),
  '2.1 user-email-no-address: The email of a user is not an address': setting('user', { email: 'ada' }),
  '2.1 user-team-null: The teamId of a user is null': setting('user', { teamId: null }),
  '2.1 user-without-role: A user has no role': removing('user', 'role'),
  '2.1 session-without-access-token: A session has no access token': removing('session', 'accessToken'),
  '2.1 session-refresh-token-null: The refresh token is null': setting('session', { refreshToken: null }),
  '2.2 incident-without-id: An incident has no id': removing('incident', 'id'),
  '2.2 incident-without-monitor: An incident has no monitorId': removing('incident', 'monitorId'),
  '2.2 incident-status-number: The status of an incident is a number': setting('incident', { status: 2 }),
  '2.2 incident-created-at-null: The createdAt of an incident is null': setting('incident', { createdAt: null }),
  '2.3 request-without-email: A deletion request has no email': removing('deletionRequest', 'email'),
  '2.3 request-days-fraction: daysRemaining is a fraction': setting('deletionRequest', { daysRemaining: 29.5 }),
  '2.4 pagination-without-page: pagination has no page': removing('pagination', 'page'),
  '2.4 pagination-limit-null: The limit of pagination is null': setting('pagination', { limit: null }),
  '4.8 reset-without-ok: The response to a reset has no ok': removing('resetResult', 'ok'),
  '4.8 reset-ok-text: ok is a string': setting('resetResult', { ok: 'true' }),
  '2.2 incident-service-null: serviceId is null instead of absent': changing('incident', (incident) => ({
    serviceId: null,
    ...incident,
  })),
  '4.1 session-flat: Sign-up returns the fields of the user beside the tokens': only(
    'signup',
    changing('session', (session) => ({ ...(session.user as Json), ...omit(session, 'user') })),
  ),
  '4.6 listing-without-pagination: The listing has no pagination': removing('listing', 'pagination'),
})
