/** Stories of incidents. */
import type { Caller, Wire } from './test-client.ts'

const cause = 'A certificate <of ours> & theirs had expired'

export const incidents = {
  async 'resolve incidents'({ call, note, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const resolve = (id: string, body?: unknown) => call('PUT', `/api/v1/incidents/${id}/resolve`, { token, body })
    const bystander = await state('incident', { teamId })
    const plain = await state('incident', { teamId })
    note('letters of an id', plain.id.length)
    const shown = await resolve(plain.id)
    note('its own', shown.body.incident?.id === plain.id && shown.body.incident?.teamId === teamId)
    await resolve(plain.id)
    await resolve(plain.id, { cause })
    await resolve(bystander.id, { cause })
    const auto = await state('incident', { teamId, type: 'auto', serviceId: 'shop' })
    await resolve(auto.id, {})
    await resolve(auto.id, {})
    const resolved = await state('incident', { teamId, type: 'auto', resolved: true })
    await resolve(resolved.id)
  },

  async 'resolve wrongly'({ call, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const { id } = await state('incident', { teamId })
    const bodies = [{ cause: 42 }, { cause: null }, null, [], { cause, notify: true }, { cause: 'NUL\0' }]
    for (const body of bodies) await call('PUT', `/api/v1/incidents/${id}/resolve`, { token, body })
    const other = await state('incident', { teamId })
    await call('PUT', `/api/v1/incidents/${other.id}/resolve?dryRun=true`, { token })
    await call('PUT', '/api/v1/incidents/%zz/resolve', { token })
    await call('PUT', '/api/v1/incidents/no-such-incident/resolve', { token })
  },

  async 'delete incidents'({ call, note, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const remove = ({ id }: Caller) => call('DELETE', `/api/v1/incidents/${id}`, { token })
    const resolve = ({ id }: Caller) => call('PUT', `/api/v1/incidents/${id}/resolve`, { token })
    const bystander = await state('incident', { teamId })
    const manual = await state('incident', { teamId })
    note('body', (await remove(manual)).text)
    await remove(manual)
    await resolve(manual)
    await resolve(bystander)
    await remove(bystander)
    const hidden = await state('incident', { teamId })
    await remove(hidden)
    await resolve(hidden)
    const auto = await state('incident', { teamId, type: 'auto' })
    await remove(auto)
    await resolve(auto)
    await remove(auto)
    await remove({ ...auto, id: 'no-such-incident' })
    await call('DELETE', `/api/v1/incidents/${auto.id}?force=true`, { token })
    await call('DELETE', `/api/v1/incidents/${auto.id}`, { token, body: { force: true } })
  },

  async 'delete on the wire'({ raw, send, state }: Wire) {
    const { accessToken: token, teamId } = await state('writer')
    const { id } = await state('incident', { teamId })
    await raw(
      `DELETE /api/v1/incidents/${id} HTTP/1.1\r\nHost: self-test\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    await send('DELETE', `/api/v1/incidents/${id}`, { token })
  },
}
