/** Counts the users who leave, by the service's admin operation. Next.js 14 takes no admin key for a credential, so it is told not to cache. */
import { createMonitoring } from '@monitoring-service/sdk'

export async function countLeaving() {
  const { admin } = createMonitoring({
    baseUrl: process.env.API_URL,
    adminKey: process.env.ADMIN_KEY,
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
  })
  const { pagination } = await admin.deletionRequests({ limit: 1 })
  return pagination.total
}
