/** A worker that resolves incidents as a service account: one client for all requests, which log in anew if need be. */
import { createMonitoring, withRefresh } from '@monitoring-service/sdk'

const account = { email: 'owner@acme.example', password: 'correct-horse-battery' }
let monitoring

function createClient(baseUrl) {
  let token = 'expired'
  const { auth } = createMonitoring({ baseUrl, allowInsecure: true })
  const refresh = async (_, { signal }) => {
    const { accessToken } = await auth.login(account, { signal })
    token = accessToken
    return token
  }
  const session = withRefresh({ token: () => token, refresh })
  return createMonitoring({ baseUrl, allowInsecure: true, timeout: 2000, session })
}

export default {
  async fetch(request, { SERVICE }) {
    monitoring ??= createClient(SERVICE)
    const call = monitoring.incidents.resolve('a').result()
    // The request ends before its call.
    if (new URL(request.url).pathname === '/leave') {
      call.catch(() => {})
      return new Response('left')
    }
    const { ok, status } = await call
    return Response.json({ ok, status })
  },
}
