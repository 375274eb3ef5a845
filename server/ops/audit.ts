/** The security events of requests: what each operation and each error code means for an audit. */
import type { ErrorCode, OperationId } from '@monitoring-service/contract'
import type { RequestReport } from '@monitoring-service/http/node'

const done: Partial<Record<OperationId, string>> = {
  signup: 'account created',
  login: 'login',
  deleteIncident: 'incident deleted',
  scheduleAccountDeletion: 'account deletion scheduled',
  listDeletionRequests: 'deletion requests read',
  resetServiceStats: 'statistics deleted',
  resetMonitorStats: 'statistics deleted',
}

const refused: Partial<Record<ErrorCode, string>> = {
  INVALID_CREDENTIALS: 'login failed',
  RATE_LIMITED: 'attempts exceeded',
  UNAUTHENTICATED: 'credential refused',
  INVALID_ADMIN_KEY: 'credential refused',
  INSUFFICIENT_SCOPE: 'right refused',
  PLAN_UPGRADE_REQUIRED: 'right refused',
  WRONG_PASSWORD: 'identity not proven',
  WRONG_VERIFICATION_CODE: 'identity not proven',
}

/** The security event that a request was; undefined for most requests. */
export function auditEventOf({ operationId, status, error }: RequestReport): string | undefined {
  if (error) return refused[error.code]
  return operationId && status >= 200 && status < 300 ? done[operationId] : undefined
}
