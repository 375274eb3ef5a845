/** The message for a failed call: the service's own message, if there is one. */
import { ApiError } from '@monitoring-service/sdk/operations'

export function formatFailure(error: Error | null): string {
  if (!error) return ''
  return error instanceof ApiError ? error.detail.message : 'The service cannot be reached.'
}
