/** The tables of the service document, copied by hand. */

/** Part 4, in its order. */
export const operations = [
  'POST /auth/signup',
  'POST /auth/login',
  'PUT /api/v1/incidents/{id}/resolve',
  'DELETE /api/v1/incidents/{id}',
  'POST /dashboard/account/delete',
  'GET /admin/deletion-requests',
  'DELETE /api/v1/services/{id}/stats',
  'DELETE /api/v1/monitors/{id}/stats',
]

interface Resource {
  name: string
  operationId: string
  /** Its path in the body; `*` means the items of a list. */
  at: string[]
  fields: Record<string, string>
}

const user = { id: 'string', email: 'string, email', name: 'string', teamId: 'string', role: 'string' }

export const resources: Resource[] = [
  { name: 'a user after signup (2.1)', operationId: 'signup', at: ['user'], fields: user },
  { name: 'a user after login (2.1)', operationId: 'login', at: ['user'], fields: user },
  {
    name: 'an incident (2.2)',
    operationId: 'resolveIncident',
    at: ['incident'],
    fields: {
      id: 'string',
      monitorId: 'string or null',
      teamId: 'string',
      type: 'string',
      status: 'string',
      title: 'string or null',
      startedAt: 'string, date-time',
      resolvedAt: 'string or null, date-time',
      cause: 'string or null',
      serviceId: 'string',
      createdAt: 'string, date-time',
    },
  },
  {
    name: 'a deletion request (2.3)',
    operationId: 'listDeletionRequests',
    at: ['data', '*'],
    fields: {
      id: 'string',
      email: 'string',
      name: 'string or null',
      teamId: 'string',
      teamName: 'string or null',
      deletionRequestedAt: 'string, date-time',
      deletionScheduledAt: 'string, date-time',
      daysRemaining: 'integer or null',
      createdAt: 'string, date-time',
    },
  },
  {
    name: 'a pagination (2.4)',
    operationId: 'listDeletionRequests',
    at: ['pagination'],
    fields: { page: 'integer', limit: 'integer', total: 'integer' },
  },
  {
    name: 'a scheduled deletion (4.5)',
    operationId: 'scheduleAccountDeletion',
    at: [],
    fields: { deletionRequestedAt: 'string, date-time', deletionScheduledAt: 'string, date-time' },
  },
  ...['resetServiceStats', 'resetMonitorStats'].map((operationId, index) => ({
    name: `${operationId} (4.${7 + index})`,
    operationId,
    at: [],
    fields: { ok: 'boolean', deletedCount: 'integer' },
  })),
]

/** Part 7. */
export const errorFields = { code: 'string', message: 'string', status: 'integer', upgradeUrl: 'string, uri' }
