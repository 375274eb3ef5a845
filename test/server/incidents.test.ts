/** Incidents: resolved once, deleted by type only, and invisible to other teams. */
import { describe, expect, it } from 'vitest'
import { visible } from '../support/raw-http.ts'
import { ids, minute, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'

const resolve = (id: string, cause?: string) =>
  server.send('PUT', `/api/v1/incidents/${id}/resolve`, {
    as: member,
    ...(cause !== undefined && { body: { cause } }),
  })
const remove = (id: string) => server.send('DELETE', `/api/v1/incidents/${id}`, { as: member })
const stored = async (id: string) => (await server.data()).incidents.find((incident) => incident.id === id)

describe('Resolving', () => {
  it('is final: neither time nor cause changes again', async () => {
    const { incident } = (await resolve(ids.manual, 'the first')).body
    const before = await stored(ids.manual)
    expect(before).toEqual(incident)
    expect(before).toMatchObject({ resolvedAt: server.now().toISOString(), cause: 'the first' })
    for (const cause of ['the second', '', undefined]) {
      await server.advanceClock(minute)
      expect((await resolve(ids.manual, cause)).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
      expect(await stored(ids.manual)).toEqual(before)
    }
  })

  it.each(['a NUL \0', 'a lone surrogate \ud800'])(
    'with %j in the cause returns 400',
    { tags: ['P29'] },
    async (cause) => {
      expect((await resolve(ids.manual, cause)).statusLine).toBe('400 VALIDATION_ERROR')
      expect((await stored(ids.manual))?.status).toBe('open')
    },
  )
})

describe('Deleting', () => {
  it.each([
    ['an open manual incident', ids.manual, '204'],
    ['a resolved manual incident', ids.manualResolved, '204'],
    ['an open auto incident', ids.auto, '409 AUTO_INCIDENT_NOT_DELETABLE'],
    ['a resolved auto incident', ids.autoResolved, '409 AUTO_INCIDENT_NOT_DELETABLE'],
  ])('%s %s returns %s', async (_, id, statusLine) => {
    const others = (await server.data()).incidents.filter((incident) => incident.id !== id)
    const before = await stored(id)
    const response = await remove(id)
    expect(response).toMatchObject({ statusLine, text: statusLine === '204' ? '' : expect.any(String) })
    expect(await stored(id)).toEqual(statusLine === '204' ? undefined : before)
    expect((await server.data()).incidents.filter((incident) => incident.id !== id)).toEqual(others)
  })
})

describe('An object of another team', () => {
  it.each([
    ['PUT', (id: string) => `/api/v1/incidents/${id}/resolve`, ids.foreignIncident],
    ['DELETE', (id: string) => `/api/v1/incidents/${id}`, ids.foreignIncident],
    ['DELETE', (id: string) => `/api/v1/services/${id}/stats`, ids.foreignService],
    ['DELETE', (id: string) => `/api/v1/monitors/${id}/stats`, ids.foreignMonitor],
  ])(
    'gets the same response as an unknown id, and does not change: %s %s',
    { tags: ['P50'] },
    async (method, path, foreign) => {
      const before = await server.data()
      const response = await server.send(method, path(foreign), { as: member })
      expect(response.statusLine).toMatch(/^404 \w+_NOT_FOUND$/)
      for (const unknown of ['01J0000000000000000N0NE999', 'x', foreign.toLowerCase(), `${foreign}%20`, ids.acme]) {
        expect(visible(await server.send(method, path(unknown), { as: member }))).toEqual(visible(response))
      }
      expect(await server.data()).toEqual(before)
    },
  )
})
