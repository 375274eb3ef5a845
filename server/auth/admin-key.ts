/** The check for the admin API key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@monitoring-service/http'

/**
 * @param others are taken, too: the one from before or after, while keys are changed.
 * @throws ApiError INVALID_ADMIN_KEY.
 */
export function checkAdminKey(given: string, adminApiKey: string, ...others: readonly string[]): void {
  // Digests have one length, which timingSafeEqual needs, and tell nothing about the key's own.
  const matches = [adminApiKey, ...others].map((key) => timingSafeEqual(digest(given), digest(key)))
  if (!matches.includes(true)) throw new ApiError('INVALID_ADMIN_KEY')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
