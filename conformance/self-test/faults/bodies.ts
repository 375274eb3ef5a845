/** Faults in the shape of response bodies: a field is missing, null or of another type. */
import { type Operation, operations, sectionOf } from '../implementation/operations.ts'
import type { Override } from '../implementation/steps.ts'
import { step } from '../overrides.ts'
import { toFaults } from './fault.ts'

/** A fault in each operation. */
const inEach = (among: Operation[], name: string, override: (operation: Operation) => Override) =>
  Object.fromEntries(among.map((one) => [`${sectionOf[one]} ${name}-${one}`, override(one)]))

const withBody = operations.filter((operation) => operation !== 'deleteIncident')

export const bodyFaults = toFaults({
  '2.1 user-without-id': step('user').setting({ id: undefined }),
  '2.1 user-id-number': step('user').setting({ id: 4711 }),
  '2.1 user-id-no-ulid': step('user').setting({ id: '0b6f2f0e-6a2c-4c5e-9f49-3f1f0f1f2a10' }),
  '2.1 user-email-no-address': step('user').setting({ email: 'ada' }),
  '2.1 user-team-null': step('user').setting({ teamId: null }),
  '2.1 user-without-role': step('user').setting({ role: undefined }),
  '2.1 session-without-access-token': step('session').setting({ accessToken: undefined }),
  '2.1 session-refresh-token-null': step('session').setting({ refreshToken: null }),
  '2.2 incident-without-id': step('incident').setting({ id: undefined }),
  '2.2 incident-without-monitor': step('incident').setting({ monitorId: undefined }),
  '2.2 incident-status-number': step('incident').setting({ status: 2 }),
  '2.2 incident-created-at-null': step('incident').setting({ createdAt: null }),
  '2.2 incident-service-null': step('incident').setting(({ serviceId = null }) => ({ serviceId })),
  '2.3 request-without-email': step('deletionRequest').setting({ email: undefined }),
  '2.3 request-days-fraction': step('deletionRequest').setting({ daysRemaining: 29.5 }),
  '4.6 listing-without-pagination': step('listing').setting({ pagination: undefined }),
  '2.4 pagination-without-page': step('pagination').setting({ page: undefined }),
  '2.4 pagination-limit-null': step('pagination').setting({ limit: null }),
  '4.8 reset-without-ok': step('resetResult').setting({ ok: undefined }),
  '4.8 reset-ok-text': step('resetResult').setting({ ok: 'true' }),
  ...inEach(withBody, 'empty-object', (operation) => step('accepted', operation).setting({ body: {} })),
  ...inEach(operations, 'crash', (operation) => step(operation).refusing('INTERNAL_ERROR')(() => true)),
})
