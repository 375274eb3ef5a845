/** The message for a failed call, for the people who use the page. */
import { ApiError } from '@monitoring-service/sdk/operations'

export function formatFailure(error: Error | null): string {
  if (!error) return ''
  if (!(error instanceof ApiError)) return 'The service cannot be reached.'
  if (error.code === 'INVALID_CREDENTIALS') return 'E-mail address or password is wrong.'
  // The service's own text is for programmers.
  if (error.code === 'RATE_LIMITED') return `Too many tries. ${formatWait(error.retryAfter ?? 60)}`
  return error.detail.message
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
