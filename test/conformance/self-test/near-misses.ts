/** Stories of what is almost right: one letter, one call, one moment away from what works. */
import type { Wire } from './test-client.ts'

const listing = '/admin/deletion-requests'
const leave = '/dashboard/account/delete'
const password = 'An-uncommon-password'

export const nearMisses = {
  async 'log in with almost the right credentials'({ call }: Wire) {
    await call('POST', '/auth/signup', { body: { email: 'ada@new.example', password } })
    for (const body of [
      { email: '_da@new.example', password },
      { email: 'ada@new.example', password: ` ${password} ` },
    ]) {
      await call('POST', '/auth/login', { body })
    }
  },

  async 'sign up at the bounds'({ call }: Wire) {
    const labels = Array.from({ length: 4 }, (_, at) => 'abcd'[at]?.repeat(at < 3 ? 60 : 61)).join('.')
    for (const email of [`ada@${labels}.ex`, `ada12@${labels}.ex`, `ada3@${labels}.ex`, `ada45@${labels}.exa`]) {
      await call('POST', '/auth/signup', { body: { email, password } })
    }
    await call('POST', '/auth/signup', { body: { email: 'eve@new.example', password: '\u{1f511}'.repeat(7) } })
  },

  async 'ask with a refresh token'({ call, send }: Wire) {
    const body = { email: 'ada@new.example', password }
    const { refreshToken: token } = (await send('POST', '/auth/signup', { body })).body
    await call('DELETE', '/api/v1/monitors/none/stats', { token })
  },

  async 'resolve what is special'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const { accessToken: reader } = await state('reader', { teamId })
    const manual = await state('incident', { teamId })
    const auto = await state('incident', { teamId, type: 'auto' })
    await call('PUT', `/api/v1/incidents/${auto.id}/resolve`, { token: reader })
    await call('PUT', `/api/v1/incidents/${manual.id}/resolve`, { token, body: { cause: '007' } })
  },

  async 'leave a team of several'({ adminKey, call, send, state }: Wire) {
    const body = { email: 'ada@new.example', password }
    const { accessToken: token, user } = (await send('POST', '/auth/signup', { body })).body
    const others = [
      await state('reader', { teamId: user?.teamId }),
      await state('member', { teamId: user?.teamId, role: 'member' }),
    ]
    await call('POST', leave, { token, body: { password: 'Another-password' } })
    for (const other of others) {
      await call('POST', leave, { token: other.accessToken, body: { password: other.password } })
    }
    for (const query of ['', '?limit=1', '?limit=1&page=2']) await call('GET', listing + query, { adminKey })
    const readers = await state('freeCaller')
    await state('reader', { teamId: readers.teamId })
    await call('POST', leave, { token: readers.accessToken, body: { password: readers.password } })
  },

  async 'leave without a code'({ call, state }: Wire) {
    const { accessToken: token } = await state('oauthUser')
    await call('POST', leave, { token, body: { verificationCode: null } })
  },

  async 'request again after a log-in'({ call, state }: Wire) {
    const { email, password } = await state('freeCaller')
    for (let times = 0; times < 2; times++) {
      const { accessToken: token } = (await call('POST', '/auth/login', { body: { email, password } })).body
      await call('POST', leave, { token, body: { password } })
    }
  },

  async 'reset nothing on the free plan'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('freeCaller')
    const monitor = await state('monitor', { teamId, days: [] })
    await call('DELETE', `/api/v1/monitors/${monitor.id}/stats`, { token })
  },
}
