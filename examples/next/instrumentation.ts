/** With `MOCK=1`, MSW answers the calls that Next's server makes; Next calls `register` when it starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !process.env.MOCK) return
  const { setupServer } = await import('msw/node')
  const { createHandlers } = await import('@monitoring-service/mock/msw')
  const { API_URL: baseUrl = 'http://localhost:3000' } = process.env
  setupServer(...createHandlers({ baseUrl, stateful: true })).listen({ onUnhandledFrame: 'bypass' })
}
