/** Stories of daily statistics. */
import type { Wire } from './test-client.ts'

const days = ['2023-05-05', '2024-02-28', '2024-02-29', '2024-12-31', '2025-01-01', '2025-01-02', '2025-03-09']

export const statistics = {
  async 'reset a monitor'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const reset = (id: string, query = '') => call('DELETE', `/api/v1/monitors/${id}/stats${query}`, { token })
    const { teamId: foreign, accessToken: stranger } = await state('stranger')
    const theirs = await state('monitor', { teamId: foreign, days })
    const other = await state('monitor', { teamId, days })
    const monitor = await state('monitor', { teamId, days })
    for (const before of ['2023-05-05', '2024-02-29', '2025-01-01', '2025-01-03', '2025-03-09']) {
      await reset(monitor.id, `?before=${before}`)
    }
    await reset(monitor.id)
    await reset(monitor.id)
    await reset(other.id, '?before=2025-01-02')
    await reset(other.id)
    await reset(other.id)
    await call('DELETE', `/api/v1/monitors/${theirs.id}/stats`, { token: stranger })
  },

  async 'reset a service'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const reset = (kind: string, id: string, query = '') =>
      call('DELETE', `/api/v1/${kind}/${id}/stats${query}`, { token })
    const unlinked = await state('monitor', { teamId, days })
    const first = await state('monitor', { teamId, days })
    const second = await state('monitor', { teamId, days: days.slice(2) })
    const third = await state('monitor', { teamId, days: days.slice(4) })
    const service = await state('service', { teamId, monitors: [first.id, second.id, third.id] })
    await reset('services', service.id, '?before=2025-01-01')
    for (const { id } of [first, second, third]) await reset('monitors', id, '?before=2025-01-02')
    await reset('services', service.id)
    await reset('services', service.id)
    for (const { id } of [first, second, third, unlinked]) await reset('monitors', id)
    const empty = await state('service', { teamId })
    await reset('services', empty.id)
  },

  async 'reset wrongly'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const { id } = await state('monitor', { teamId, days })
    const service = await state('service', { teamId, monitors: [id] })
    const queries = ['befor=2025-01-01', 'before=', 'before=2025-01-01&before=2025-02-01', 'before=2026-02-30']
    const dates = ['2026-13-01', '2025-01-01T00:00:00Z', 'yesterday', '20250101', '0000-01-01', '2025-1-1']
    for (const query of [...queries, ...dates.map((date) => `before=${date}`)]) {
      await call('DELETE', `/api/v1/monitors/${id}/stats?${query}`, { token })
    }
    await call('DELETE', `/api/v1/services/${service.id}/stats?before=2026-02-30`, { token })
    await call('DELETE', `/api/v1/services/${id}/stats`, { token })
    await call('DELETE', `/api/v1/services/no-such-service/stats`, { token })
    await call('DELETE', `/api/v1/monitors/no-such-monitor/stats`, { token })
    await call('DELETE', `/api/v1/monitors/${id}/stats`, { token, body: { before: '2025-01-01' } })
  },

  async 'reset on the free plan'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('freeCaller')
    const { id } = await state('monitor', { teamId, days })
    const service = await state('service', { teamId, monitors: [id] })
    for (const path of [`monitors/${id}`, `services/${service.id}`, 'monitors/none', 'services/none']) {
      await call('DELETE', `/api/v1/${path}/stats`, { token })
    }
  },
}
