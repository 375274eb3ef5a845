/** A log-in form that needs no script in the browser: its action calls the service. */
import { createMonitoring } from '@monitoring-service/sdk'
import { fail } from '@sveltejs/kit'
import { env } from '$env/dynamic/public'

export const actions = {
  async default({ request, cookies, fetch }) {
    const { email, password } = Object.fromEntries(await request.formData())
    const { auth } = createMonitoring({ baseUrl: env.PUBLIC_SERVICE, fetch })
    const { ok, data, error } = await auth.login({ email, password }).result()
    if (!ok) {
      const isWrong = error.code === 'INVALID_CREDENTIALS'
      return fail(error.status ?? 502, { text: isWrong ? 'Wrong e-mail or password.' : 'Please try again later.' })
    }
    cookies.set('token', data.accessToken, { path: '/' })
    return { text: `logged in as ${data.user.role}` }
  },
}
