/** The eight operations, in the order of the document. */

type Security = 'public' | 'user' | 'writer' | 'admin'

const rows = [
  ['signup', '4.1', 'POST', '/auth/signup', 'public', 201],
  ['login', '4.2', 'POST', '/auth/login', 'public', 200],
  ['resolveIncident', '4.3', 'PUT', '/api/v1/incidents/{id}/resolve', 'writer', 200],
  ['deleteIncident', '4.4', 'DELETE', '/api/v1/incidents/{id}', 'writer', 204],
  ['scheduleAccountDeletion', '4.5', 'POST', '/dashboard/account/delete', 'user', 200],
  ['listDeletionRequests', '4.6', 'GET', '/admin/deletion-requests', 'admin', 200],
  ['resetServiceStats', '4.7', 'DELETE', '/api/v1/services/{id}/stats', 'user', 200],
  ['resetMonitorStats', '4.8', 'DELETE', '/api/v1/monitors/{id}/stats', 'user', 200],
] as const satisfies [id: string, section: string, method: string, path: string, security: Security, status: number][]

export type Operation = (typeof rows)[number][0]

export const operations: Operation[] = rows.map(([id]) => id)

const byId = <T>(column: (row: (typeof rows)[number]) => T) =>
  Object.fromEntries(rows.map((row) => [row[0], column(row)])) as Record<Operation, T>

/** The section of the document that describes the operation. */
export const sectionOf = byId(([, section]) => section as string)

export const security = byId<Security>(([, , , , security]) => security)

/** The status of success in the contract. */
export const statuses = byId<number>(([, , , , , status]) => status)

export const routes = rows.map(([operation, , method, path]) => ({
  operation,
  method: method as string,
  path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
}))

export const withBody: Operation[] = ['signup', 'login', 'resolveIncident', 'scheduleAccountDeletion']
