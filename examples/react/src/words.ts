/** What people read when a call fails: the service's own words, if it had any. */
import { ApiError } from '@monitoring-service/sdk/operations'

export function tellFailure(error: Error | null): string {
  if (!error) return ''
  return error instanceof ApiError ? error.detail.message : 'The service cannot be reached.'
}
