/** Authenticates the operator by the admin API key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@monitoring-service/http'

/**
 * @param adminApiKeys the current key, and the previous one while keys are changed.
 * @throws ApiError INVALID_ADMIN_KEY.
 */
export function checkAdminKey(given: string, ...adminApiKeys: readonly string[]): void {
  // timingSafeEqual needs equal lengths; digests have one, and do not reveal the key's length.
  const matches = adminApiKeys.map((key) => timingSafeEqual(digest(given), digest(key)))
  if (!matches.includes(true)) throw new ApiError('INVALID_ADMIN_KEY')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
