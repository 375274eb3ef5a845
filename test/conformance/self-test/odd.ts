/** Stories of input that few send: letters that get lost, texts that are too long, dates of another kind. */
import type { Wire } from './test-client.ts'

const password = 'An-uncommon-password'

export const odd = {
  async 'sign up oddly'({ call }: Wire) {
    const signup = (email: string, more = {}) => call('POST', '/auth/signup', { body: { email, password, ...more } })
    const login = (email: string, given: string) => call('POST', '/auth/login', { body: { email, password: given } })
    for (const email of [' ada@new.example ', 'ada..dots@new.example', 'ada@two@new.example']) await signup(email)
    await signup('long@new.example', { name: 'x'.repeat(300) })
    await signup('medium@new.example', { name: 'x'.repeat(65) })
    await signup('spaced@new.example', { name: ' Ada ', password: ` ${password} ` })
    await login('spaced@new.example', password)
    await signup('ligature@new.example', { password: 'ﬁne-uncommon-password' })
    await login('ligature@new.example', 'fine-uncommon-password')
    for (const wrong of ['x'.repeat(73), 'NUL\0NUL\0NUL']) await login('long@new.example', wrong)
  },

  async 'resolve oddly'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const resolve = async (body: object, headers = {}) => {
      const { id } = await state('incident', { teamId })
      await call('PUT', `/api/v1/incidents/${id}/resolve`, { token, body, headers })
    }
    for (const cause of ['x'.repeat(1001), 'x'.repeat(1000), 'A 🚜 in the garden']) await resolve({ cause })
    await resolve({ cause: 'A digger' }, { 'content-type': 'application/json; charset=utf-8' })
    await call('PUT', '/api/v1/incidents/a%00b/resolve', { token })
    await call('DELETE', `/api/v1/services/${'x'.repeat(65)}/stats`, { token })
  },

  async 'leave with almost a proof'({ call, state }: Wire) {
    const leave = (token: string, body: object) => call('POST', '/dashboard/account/delete', { token, body })
    const { accessToken, verificationCode: code } = await state('oauthUser')
    for (const verificationCode of [null, ` ${code} `, Number(code)]) await leave(accessToken, { verificationCode })
  },

  async 'reset before odd dates'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const { id } = await state('monitor', { teamId, days: ['1969-07-20', '2024-02-29'] })
    for (const before of ['x'.repeat(65), '2024%2F02%2F29', '2023-04-31', '1969-07-21', '2999-01-01']) {
      await call('DELETE', `/api/v1/monitors/${id}/stats?before=${before}`, { token })
    }
  },

  async 'ask for a huge page'({ adminKey, call }: Wire) {
    for (const query of ['limit', 'page']) {
      await call('GET', `/admin/deletion-requests?${query}=${2 ** 32}`, { adminKey })
    }
  },
}
