/** Stories of what belongs to somebody or something else, and of what is left over. */
import { nextMillisecond, type Wire } from './test-client.ts'

const listing = '/admin/deletion-requests'
const leave = '/dashboard/account/delete'

export const leftovers = {
  async 'show almost the right credential'({ adminKey, call, note, state }: Wire) {
    const { accessToken: token } = await state('writer')
    const other = token.startsWith('A') ? 'B' : 'A'
    for (const odd of [`${token}x`, other + token.slice(1)]) {
      await call('DELETE', '/api/v1/monitors/none/stats', { token: odd })
    }
    note('the admin key is a number', /^\d+$/.test(adminKey))
    for (const key of [adminKey.toUpperCase(), adminKey.toLowerCase()]) await call('GET', listing, { adminKey: key })
  },

  async 'leave with what is not theirs'({ adminKey, call, send, state }: Wire) {
    const user = await state('oauthUser')
    const { verificationCode: foreign } = await state('oauthUser')
    const { email: named } = await state('stranger')
    const { accessToken: token, verificationCode } = user
    await call('POST', leave, { token, body: { verificationCode: foreign } })
    await call('POST', leave, { token, body: { verificationCode, email: named } })
    await call('POST', leave, { token, body: { verificationCode } })
    const [record] = (await send('GET', listing, { adminKey })).body.data ?? []
    await call('POST', '/auth/login', { body: { email: record?.email, password: 'An-uncommon-password' } })
  },

  async 'leave with a plus'({ adminKey, call, send }: Wire) {
    const body = { email: 'ada+kit@new.example', password: 'An-uncommon-password' }
    const { accessToken: token } = (await send('POST', '/auth/signup', { body })).body
    await call('POST', leave, { token, body: { password: body.password } })
    await call('GET', listing, { adminKey })
  },

  async 'take one id for another'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const incident = await state('incident', { teamId })
    const monitor = await state('monitor', { teamId, days: ['2025-01-01'] })
    const service = await state('service', { teamId, monitors: [monitor.id] })
    const resolve = (id: string) => call('PUT', `/api/v1/incidents/${id}/resolve`, { token })
    const reset = (what: string) => call('DELETE', `/api/v1/${what}/stats`, { token })
    await resolve(monitor.id)
    await resolve(incident.id.slice(0, -1))
    for (const what of [`monitors/${service.id}`, `monitors/${monitor.id}x`, 'services/*']) await reset(what)
    await reset(`monitors/${monitor.id}`)
    await resolve(incident.id)
  },

  async 'reset many rows'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const dayAfter = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10)
    const { id } = await state('monitor', {
      teamId,
      days: Array.from({ length: 101 }, (_, number) => dayAfter(number)),
    })
    await call('DELETE', `/api/v1/monitors/${id}/stats`, { token })
  },

  async 'delete what is being resolved'({ note, send, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const after: number[] = []
    for (let i = 0; i < 3; i++) {
      const { id } = await state('incident', { teamId })
      const resolving = send('PUT', `/api/v1/incidents/${id}/resolve`, { token })
      await nextMillisecond()
      await send('DELETE', `/api/v1/incidents/${id}`, { token })
      await resolving
      after.push((await send('DELETE', `/api/v1/incidents/${id}`, { token })).status)
    }
    note('still there', after.includes(204))
  },
}
