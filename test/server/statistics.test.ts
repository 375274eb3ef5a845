/** Statistics resets delete exactly the selected rows, on a paid plan, and nothing on a mistyped request. */
import { describe, expect, it } from 'vitest'
import { ids, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'

const resetMonitor = (query = '', as = member) =>
  server.send('DELETE', `/api/v1/monitors/${ids.monitor}/stats${query}`, { as })
const resetService = (query = '', as = member) =>
  server.send('DELETE', `/api/v1/services/${ids.service}/stats${query}`, { as })
const rows = async () => (await server.data()).dailyStats
const dates = async () => (await rows()).flatMap(({ monitorId, date }) => (monitorId === ids.monitor ? [date] : []))

describe('A reset before a date', () => {
  it.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'deletes the strictly earlier rows and keeps the day itself, in %s too',
    { tags: ['P23'] },
    async (zone) => {
      await server.setZone(zone)
      const before = (await dates()).sort()
      const day = before[5] as string
      expect((await resetMonitor(`?before=${day}`)).body).toEqual({ ok: true, deletedCount: 5 })
      expect((await dates()).sort()).toEqual(before.slice(5))
      expect((await resetMonitor(`?before=${day}`)).body).toEqual({ ok: true, deletedCount: 0 })
    },
  )

  it.each([
    ['0001-01-01', 0],
    ['2024-02-29', 0],
    ['9999-12-31', 14],
  ])('accepts %s and deletes %i rows', { tags: ['P21'] }, async (day, deletedCount) => {
    expect((await resetMonitor(`?before=${day}`)).body).toEqual({ ok: true, deletedCount })
  })

  it('accepts percent-encoding', async () => {
    expect((await resetMonitor('?%62efore=2024%2D02%2D29')).body).toEqual({ ok: true, deletedCount: 0 })
  })
})

it('A reset of all time of a service deletes the rows of all its monitors and no others', async () => {
  const { services, dailyStats } = await server.data()
  const linked = services.find(({ id }) => id === ids.service)?.monitorIds ?? []
  expect(linked).toHaveLength(2)
  const others = dailyStats.filter(({ monitorId }) => !linked.includes(monitorId))
  expect((await resetService('?')).body).toEqual({ ok: true, deletedCount: 28 })
  expect(await rows()).toEqual(others)
  expect(others.length).toBeGreaterThan(0)
})

const typos = `
  befor=2025-01-01 Before=2025-01-01 before before= before=2025-01-01&before=2025-01-01 before=2025-01-01&before=
  before=2025-01-01&%62efore=2025-01-02 before[]=2025-01-01 before[0]=2025-01-01 before%5B%5D=2025-01-01
  before=2025-01-01&x=1 =2025-01-01 before=2026-02-29 before=2026-02-30 before=2026-13-01 before=2026-00-10
  before=2026-19-39 before=0000-00-00 before=0000-01-01 before=2025-1-1 before=20250101 before=12025-01-01
  before=-2025-01-01 before=2025-01-01%20 before=%202025-01-01 before=2025-01-01%0A before=2025-01-01%00
  before=2025-01-01T00:00:00Z before=%EF%BC%92%EF%BC%90%EF%BC%92%EF%BC%95-01-01 before=2025%E2%80%9301%E2%80%9301
  before=%FF before=% before=now before=null before=2025-01-01; __proto__=1
`
  .trim()
  .split(/\s+/)

it.each(typos)('A typo never means all time: ?%s deletes nothing', { tags: ['P21', 'P22'] }, async (query) => {
  const before = await rows()
  for (const reset of [resetMonitor, resetService]) {
    expect((await reset(`?${query}`)).statusLine).toBe('400 VALIDATION_ERROR')
  }
  expect(await rows()).toEqual(before)
})

it.each([1, 999, 1000, 5000])(
  'Parameters after %i empty pairs, where some parsers stop, are validated',
  { tags: ['P22'] },
  async (count) => {
    const before = await rows()
    for (const query of ['before=2026-02-30', 'before=', 'befor=2025-01-01', 'before=2025-01-01&before=2025-01-02']) {
      for (const reset of [resetMonitor, resetService]) {
        expect((await reset(`?${'&'.repeat(count)}${query}`)).statusLine).toBe('400 VALIDATION_ERROR')
      }
    }
    expect(await rows()).toEqual(before)
  },
)

it.each([
  ['?before=2025-01-01#', '400 VALIDATION_ERROR'],
  ['#', '404 NOT_FOUND'],
  ['#before=2025-01-01', '404 NOT_FOUND'],
])('A target with a fragment deletes nothing: %s', async (tail, refusal) => {
  const before = await rows()
  expect((await resetMonitor(tail)).statusLine).toBe(refusal)
  expect(await rows()).toEqual(before)
})

describe('A request body', () => {
  it.each([{ before: '2025-01-01' }, {}, 'null', '{"before":'])(
    'of %j is refused and deletes nothing',
    async (body) => {
      const before = await rows()
      const path = `/api/v1/monitors/${ids.monitor}/stats`
      expect((await server.send('DELETE', path, { as: member, body })).statusLine).toBe('415 UNSUPPORTED_MEDIA_TYPE')
      expect(await rows()).toEqual(before)
    },
  )
})
