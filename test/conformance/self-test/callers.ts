/** Stories of callers who may not. */
import type { Caller, Wire } from './test-client.ts'

const days = ['2025-01-01', '2025-01-02']

async function everything(state: Wire['state'], { teamId }: Caller) {
  const incident = await state('incident', { teamId })
  const monitor = await state('monitor', { teamId, days })
  const service = await state('service', { teamId, monitors: [monitor.id] })
  return [
    ['PUT', `/api/v1/incidents/${incident.id}/resolve`],
    ['DELETE', `/api/v1/incidents/${incident.id}`],
    ['DELETE', `/api/v1/services/${service.id}/stats`],
    ['DELETE', `/api/v1/monitors/${monitor.id}/stats`],
  ] as const
}

export const callers = {
  async 'call without a good token'({ adminKey, call, state }: Wire) {
    const writer = await state('writer')
    const { accessToken: token, email, password } = writer
    const { body } = await call('POST', '/auth/login', { body: { email, password } })
    const swapped = token.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    const paths = [...(await everything(state, writer)), ['POST', '/dashboard/account/delete'] as const]
    for (const [method, path] of paths) {
      const proof = method === 'POST' ? { body: { password } } : {}
      for (const odd of [undefined, '', 'garbage', altered, swapped, body.refreshToken, adminKey]) {
        await call(method, path, { token: odd, ...proof })
      }
      await call(method, path, { headers: { authorization: `Basic ${token}` }, ...proof })
      await call(method, path, { token, ...proof })
    }
  },

  async 'call with read scope'({ call, state }: Wire) {
    const writer = await state('writer')
    const reader = await state('reader', { teamId: writer.teamId })
    for (const { accessToken: token } of [reader, writer]) {
      for (const [method, path] of await everything(state, writer)) await call(method, path, { token })
    }
    const [resolve] = await everything(state, writer)
    const path = resolve?.[1] ?? ''
    await call('PUT', path, { token: reader.accessToken, body: { cause: 42 } })
    await call('PUT', path, { token: reader.accessToken })
    await call('PUT', path, { body: { cause: 42 } })
    await call('PUT', path, { token: writer.accessToken })
    await call('PUT', '/api/v1/incidents/none/resolve', { token: reader.accessToken })
  },

  async 'call as a colleague'({ call, state }: Wire) {
    const writer = await state('writer')
    for (const role of ['admin', 'member']) {
      const { accessToken: token } = await state('member', { teamId: writer.teamId, role })
      for (const [method, path] of await everything(state, writer)) await call(method, path, { token })
    }
  },

  async 'call as a stranger'({ call, state }: Wire) {
    const { accessToken: token } = await state('stranger')
    for (const [method, path] of await everything(state, await state('writer'))) await call(method, path, { token })
  },
}
