/** The check for the admin API key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@monitoring-service/gate'

/** @throws ApiError INVALID_ADMIN_KEY. */
export function checkAdminKey(given: string, adminApiKey: string): void {
  // Digests have one length, which timingSafeEqual needs, and tell nothing about the key's own.
  if (!timingSafeEqual(digest(given), digest(adminApiKey))) throw new ApiError('INVALID_ADMIN_KEY')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
