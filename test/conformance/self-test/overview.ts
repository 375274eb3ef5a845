/** A story of everything at once: each operation and each condition of the document, one time. */
import { nextMillisecond, type Wire } from './test-client.ts'

const ada = { email: 'ada@new.example', password: 'An-uncommon-password' }
const leave = '/dashboard/account/delete'

export const overview = {
  async 'see everything once'({ adminKey, call, note, state }: Wire) {
    const signedUp = await call('POST', '/auth/signup', { body: { ...ada, name: 'Ada' } })
    await call('POST', '/auth/signup', { body: ada })
    await call('POST', '/auth/login', { body: ada, headers: { 'x-request-id': 'mine-1' } })
    await call('POST', '/auth/login', { body: { ...ada, password: 'wrong' } })
    await call('POST', '/auth/login', { body: {} })
    await call('PATCH', '/auth/login', { body: {} })

    const { accessToken: token, teamId } = await state('writer')
    const viewer = await state('reader', { teamId })
    const manual = `/api/v1/incidents/${(await state('incident', { teamId })).id}`
    await call('PUT', `${manual}/resolve`)
    await call('PUT', `${manual}/resolve`, { token: viewer.accessToken })
    await call('PUT', `${manual}/resolve`, { token, body: { cause: 'A digger' } })
    await call('PUT', `${manual}/resolve`, { token })
    await call('DELETE', manual, { token })
    await call('DELETE', manual, { token })
    await call('DELETE', `/api/v1/incidents/${(await state('incident', { teamId, type: 'auto' })).id}`, { token })

    const monitor = await state('monitor', { teamId, days: ['2024-12-31', '2025-01-01'] })
    const service = await state('service', { teamId, monitors: [monitor.id] })
    for (const path of [`monitors/${monitor.id}/stats?before=2025-01-01`, `services/${service.id}/stats`]) {
      await call('DELETE', `/api/v1/${path}`, { token })
      await call('DELETE', `/api/v1/${path}`, { token: signedUp.body.accessToken })
    }
    for (const kind of ['monitors', 'services']) await call('DELETE', `/api/v1/${kind}/none/stats`, { token })

    const owner = await state('ownerWithMember')
    await call('POST', leave, { token: owner.accessToken, body: { password: owner.password } })
    const oauth = await state('oauthUser')
    await call('POST', leave, { token: oauth.accessToken, body: { verificationCode: '12345' } })
    const { body } = await call('POST', leave, {
      token: oauth.accessToken,
      body: { verificationCode: oauth.verificationCode },
    })
    note('grace period', Date.parse(body.deletionScheduledAt ?? '') - Date.parse(body.deletionRequestedAt ?? ''))
    await nextMillisecond()
    for (const password of ['wrong', ada.password, ada.password]) {
      await call('POST', leave, { token: signedUp.body.accessToken, body: { password } })
    }
    await call('GET', '/admin/deletion-requests', { adminKey: 'wrong' })
    await call('GET', '/admin/deletion-requests?page=1', { adminKey })
  },
}
