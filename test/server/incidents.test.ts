/** Incidents: resolved once, deleted by type only, and invisible to other teams. */
import { describe, expect, it } from 'vitest'
import { atOnce, tally, visible } from '../support/raw-http.ts'
import { day, ids, minute, useServer } from '../support/server.ts'

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
  it('succeeds once of fifty concurrent requests, with the cause of that request', async () => {
    const responses = await atOnce(50, (index) => resolve(ids.manual, `cause ${index}`))
    expect(tally(responses)).toEqual({ '200': 1, '409 INCIDENT_ALREADY_RESOLVED': 49 })
    const winner = responses.find(({ statusLine }) => statusLine === '200')?.body.incident
    expect(await stored(ids.manual)).toEqual(winner)
    expect(winner?.cause).toBe(`cause ${responses.findIndex(({ statusLine }) => statusLine === '200')}`)
  })

  it('is final: neither time nor cause changes again', async () => {
    await resolve(ids.manual, 'the first')
    const before = await stored(ids.manual)
    expect(before).toMatchObject({ resolvedAt: server.now().toISOString(), cause: 'the first' })
    for (const cause of ['the second', '', undefined]) {
      await server.advanceClock(minute)
      expect((await resolve(ids.manual, cause)).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
      expect(await stored(ids.manual)).toEqual(before)
    }
  })

  it('a resolved incident stores no cause', async () => {
    await resolve(ids.auto)
    expect((await resolve(ids.auto, 'too late')).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
    expect((await stored(ids.auto))?.cause).toBeNull()
  })

  it('keeps the stored cause without a body, with an empty one and with {}', async () => {
    for (const message of [{}, { body: '' }, { body: {} }]) {
      await server.edit(({ incidents }) =>
        Object.assign(incidents.find(({ id }) => id === ids.withCause) ?? {}, { status: 'open', resolvedAt: null }),
      )
      const path = `/api/v1/incidents/${ids.withCause}/resolve`
      const response = await server.send('PUT', path, { as: member, ...message })
      expect(response.body.incident?.cause).toBe('A digger found the cable')
    }
  })

  it('stores a cause unchanged', async () => {
    const cause = ' \u0001\n"quoted" <b>bold</b> é é 👩‍💻 '
    expect((await resolve(ids.manual, cause)).body.incident?.cause).toBe(cause)
    expect((await stored(ids.manual))?.cause).toBe(cause)
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

  it('a resolved auto incident is refused, too', async () => {
    await resolve(ids.auto)
    expect((await remove(ids.auto)).statusLine).toBe('409 AUTO_INCIDENT_NOT_DELETABLE')
  })

  it('succeeds once of fifty concurrent requests', async () => {
    expect(tally(await atOnce(50, () => remove(ids.manual)))).toEqual({ '204': 1, '404 INCIDENT_NOT_FOUND': 49 })
  })

  it('and resolving concurrently, twenty-five times each, is equivalent to some sequential order', {
    tags: ['P57'],
  }, async () => {
    const [resolved, removed] = [[], []] as Awaited<ReturnType<typeof remove>>[][]
    await atOnce(50, async (index) => {
      if (index % 2) resolved?.push(await resolve(ids.manual))
      else removed?.push(await remove(ids.manual))
    })
    // First some or no resolve requests, then one delete, then only 404.
    const { '200': first = 0, '409 INCIDENT_ALREADY_RESOLVED': again = 0, ...gone } = tally(resolved ?? [])
    expect(first).toBeLessThanOrEqual(1)
    if (first === 0) expect(again).toBe(0)
    expect(gone).toEqual(first + again < 25 ? { '404 INCIDENT_NOT_FOUND': 25 - first - again } : {})
    expect(tally(removed ?? [])).toEqual({ '204': 1, '404 INCIDENT_NOT_FOUND': 24 })
    expect(await stored(ids.manual)).toBeUndefined()
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

  it('is visible to its own team', async () => {
    const path = `/api/v1/incidents/${ids.foreignIncident}`
    expect((await server.send('DELETE', path, { as: 'owner@globex.example' })).statusLine).toBe('204')
  })
})

it('Times are in UTC with milliseconds', async () => {
  await server.advanceClock(3 * day + 7)
  const { body } = await resolve(ids.manual)
  expect(body.incident?.resolvedAt).toBe('2025-06-18T12:00:00.007Z')
})
