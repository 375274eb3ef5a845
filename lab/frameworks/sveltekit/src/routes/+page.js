/** Loads with the `fetch` of SvelteKit, on the server and in the browser. */
import { createMonitoring } from '@monitoring-service/sdk'
import { env } from '$env/dynamic/public'

export async function load({ fetch }) {
  const { auth } = createMonitoring({ baseUrl: env.PUBLIC_SERVICE, fetch })
  const { ok, data, error } = await auth
    .login({ email: 'owner@acme.example', password: 'correct-horse-battery' })
    .result()
  return { text: ok ? `logged in as ${data.user.role}` : error.message }
}
