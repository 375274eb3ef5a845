/** Stories of the listing of deletion requests. */
import { nextMillisecond, type Wire } from './test-client.ts'

const path = '/admin/deletion-requests'

export const listing = {
  async 'turn pages'({ adminKey, call, send, state }: Wire) {
    await call('GET', path, { adminKey })
    const body = { email: 'stays@new.example', password: 'An-uncommon-password' }
    await call('POST', '/auth/signup', { body })
    for (let i = 0; i < 21; i++) {
      const { accessToken: token, password, verificationCode } = await state(i % 5 === 4 ? 'oauthUser' : 'writer')
      const proof = password === undefined ? { verificationCode } : { password }
      await nextMillisecond()
      await send('POST', '/dashboard/account/delete', { token, body: proof })
    }
    const queries = [
      '',
      '?page=2',
      '?limit=2',
      '?limit=2&page=2',
      '?limit=3&page=3',
      '?page=11&limit=2',
      '?page=12&limit=2',
    ]
    for (const query of [...queries, '?limit=60', '?limit=100', '?page=1000000'])
      await call('GET', path + query, { adminKey })
  },

  async 'ask for odd pages'({ adminKey, call }: Wire) {
    const odd = ['page=0', 'page=1000001', 'page=1e3', 'page=Infinity', 'page=', 'page=1&page=2', 'page=-1', 'page=x']
    for (const query of [...odd, 'limit=0', 'limit=101', 'limit=1.5', 'pagesize=3', 'page=01', 'limit=50000']) {
      await call('GET', `${path}?${query}`, { adminKey })
    }
  },

  async 'ask with odd keys'({ adminKey, call, state }: Wire) {
    const { accessToken } = await state('writer')
    const other = adminKey.endsWith('A') ? 'B' : 'A'
    const keys = [
      undefined,
      '',
      adminKey.slice(0, -1) + other,
      adminKey.slice(0, -1),
      `${adminKey}A`,
      'wrong',
      accessToken,
    ]
    for (const key of keys) await call('GET', path, { adminKey: key })
    await call('GET', path, { token: accessToken })
    await call('GET', path, { token: adminKey })
    await call('GET', `${path}?page=0`)
  },

  async 'list who signed up'({ adminKey, call }: Wire) {
    for (const name of ['Grace Hopper', undefined]) {
      const body = { email: `${name ? 'grace' : 'ada'}@new.example`, password: 'An-uncommon-password', name }
      const { body: session } = await call('POST', '/auth/signup', { body })
      await nextMillisecond()
      const proof = { password: body.password }
      await call('POST', '/dashboard/account/delete', { token: session.accessToken, body: proof })
    }
    await call('GET', path, { adminKey })
  },
}
