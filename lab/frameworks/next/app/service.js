/** Counts the users who leave, by the service's admin operation. Next.js 14 caches requests without an Authorization header, and the admin key has another one: hence no-store. */
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
