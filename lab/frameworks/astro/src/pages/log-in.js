/** An endpoint of Astro that logs in and keeps the token in a cookie, which scripts of the page cannot read. */
import { createMonitoring } from '@monitoring-service/sdk'

export async function POST({ request, cookies }) {
  const { email, password } = Object.fromEntries(await request.formData())
  const { auth } = createMonitoring({ baseUrl: process.env.SERVICE })
  const { ok, data, error } = await auth.login({ email, password }).result()
  if (!ok) return Response.json({ code: error.code }, { status: error.status ?? 502 })
  cookies.set('token', data.accessToken, { httpOnly: true, path: '/' })
  return Response.json({ role: data.user.role })
}
