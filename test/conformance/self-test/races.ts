/** Stories of callers who come together. */
import type { Wire } from './test-client.ts'

const six = [1, 2, 3, 4, 5, 6]
const password = 'An-uncommon-password'

export const races = {
  async 'sign up together'({ send, together, note }: Wire) {
    const signup = (email: string) => () => send('POST', '/auth/signup', { body: { email, password } })
    await together(six.map(() => signup('ada@new.example')))
    const replies = await together(six.map((number) => signup(`grace${number}@new.example`)))
    note('teams', new Set(replies.map(({ body }) => body.user?.teamId)).size)
  },

  async 'change an incident together'({ send, together, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const first = await state('incident', { teamId })
    await together(six.map(() => () => send('PUT', `/api/v1/incidents/${first.id}/resolve`, { token })))
    const second = await state('incident', { teamId })
    await together(six.map(() => () => send('DELETE', `/api/v1/incidents/${second.id}`, { token })))
  },

  async 'leave together'({ send, together, state }: Wire) {
    const { accessToken: token, password } = await state('writer')
    await together(six.map(() => () => send('POST', '/dashboard/account/delete', { token, body: { password } })))
    const { accessToken, verificationCode } = await state('oauthUser')
    const shown = { token: accessToken, body: { verificationCode } }
    await together(six.map(() => () => send('POST', '/dashboard/account/delete', shown)))
  },

  async 'reset together'({ send, together, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const days = ['2025-01-01', '2025-01-02']
    const monitor = await state('monitor', { teamId, days })
    await together(six.map(() => () => send('DELETE', `/api/v1/monitors/${monitor.id}/stats`, { token })))
    const linked = await state('monitor', { teamId, days })
    const service = await state('service', { teamId, monitors: [linked.id] })
    await together(six.map(() => () => send('DELETE', `/api/v1/services/${service.id}/stats`, { token })))
  },

  async 'guess together'({ send, together, state }: Wire) {
    const { email } = await state('writer')
    const body = { email, password: 'wrong' }
    await together(Array.from({ length: 14 }, () => () => send('POST', '/auth/login', { body })))
  },
}
