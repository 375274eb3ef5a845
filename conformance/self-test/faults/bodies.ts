/** Faults in the shape of response bodies: a field is missing, null or of another type. */
import { type Operation, operations, sectionOf } from '../implementation/operations.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { handling, setting, step } from '../overrides.ts'
import { type FaultTable, toFaults } from './fault.ts'

const withBody = operations.filter((operation) => operation !== 'deleteIncident')

/** A fault in each operation. */
const inEach = (
  among: Operation[],
  headingOf: (operation: Operation) => string,
  override: (operation: Operation) => Override,
): FaultTable => Object.fromEntries(among.map((one) => [`${sectionOf[one]} ${headingOf(one)}`, override(one)]))

export const bodyFaults = toFaults({
  '2.1 user-without-id: A user has no id': setting('user', { id: undefined }),
  '2.1 user-id-number: The id of a user is a number': setting('user', { id: 4711 }),
  '2.1 user-id-no-ulid: The id of a user is a UUID': setting('user', { id: '0b6f2f0e-6a2c-4c5e-9f49-3f1f0f1f2a10' }),
  '2.1 user-email-no-address: The email of a user is not an address': setting('user', { email: 'ada' }),
  '2.1 user-team-null: The teamId of a user is null': setting('user', { teamId: null }),
  '2.1 user-without-role: A user has no role': setting('user', { role: undefined }),
  '2.1 session-without-access-token: A session has no access token': setting('session', { accessToken: undefined }),
  '2.1 session-refresh-token-null: The refresh token is null': setting('session', { refreshToken: null }),
  '2.2 incident-without-id: An incident has no id': setting('incident', { id: undefined }),
  '2.2 incident-without-monitor: An incident has no monitorId': setting('incident', { monitorId: undefined }),
  '2.2 incident-status-number: The status of an incident is a number': setting('incident', { status: 2 }),
  '2.2 incident-created-at-null: The createdAt of an incident is null': setting('incident', { createdAt: null }),
  '2.2 incident-service-null: serviceId is null instead of absent': step('incident').setting(
    ({ serviceId = null }) => ({ serviceId }),
  ),
  '2.3 request-without-email: A deletion request has no email': setting('deletionRequest', { email: undefined }),
  '2.3 request-days-fraction: daysRemaining is a fraction': setting('deletionRequest', { daysRemaining: 29.5 }),
  '4.6 listing-without-pagination: The listing has no pagination': setting('listing', { pagination: undefined }),
  '2.4 pagination-without-page: pagination has no page': setting('pagination', { page: undefined }),
  '2.4 pagination-limit-null: The limit of pagination is null': setting('pagination', { limit: null }),
  '4.8 reset-without-ok: The response to a reset has no ok': setting('resetResult', { ok: undefined }),
  '4.8 reset-ok-text: ok is a string': setting('resetResult', { ok: 'true' }),
  ...inEach(
    withBody,
    (operation) => `empty-object-${operation}: ${operation} responds with an empty object`,
    (operation) => step('accepted', operation).setting(() => ({ body: {} })),
  ),
  ...inEach(
    operations,
    (operation) => `crash-${operation}: ${operation} always responds 500`,
    (operation) =>
      handling(operation)(() => () => {
        throw new ServiceError('INTERNAL_ERROR')
      }),
  ),
})
