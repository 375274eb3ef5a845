/** checkShape accepts exactly the records that records.ts declares, and names the first mismatch in one line. */
import { assert, constantFrom, date, property as fcProperty, nat } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkShape } from '../../../server/store/record-shape.ts'
import { type Data, emptyData } from '../../../server/store/records.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'

/** Returns the error message for changed sample data. */
function refusal(change: (data: Data) => void): string | undefined {
  const data = sampleData()
  change(data)
  try {
    checkShape(data, 'data.json')
  } catch (error) {
    return (error as Error).message
  }
}

it('the sample data and empty data are valid', () => {
  expect(refusal(() => {})).toBeUndefined()
  expect(() => checkShape(emptyData(), 'nothing')).not.toThrow()
})

describe('Every field of every record', () => {
  const optional = ['users.name', 'incidents.serviceId']
  const nullable = [
    'teams.name',
    'users.passwordHash',
    'users.verification',
    'users.deletionRequestedAt',
    'users.deletionScheduledAt',
    'incidents.monitorId',
    'incidents.title',
    'incidents.resolvedAt',
    'incidents.cause',
  ]
  /** For each field, a record of the sample data in which it has a value. */
  const places = Object.entries(sampleData()).flatMap(([list, records]: [string, object[]]) => {
    const names = new Set(records.flatMap((record) => Object.keys(record)))
    return [...names].map((name) => ({ list, name, i: records.findIndex((record) => record[name as never]) }))
  })
  const numbers = ['attempts.count']

  it('has a value in the sample data', () => {
    expect(places).toHaveLength(35)
  })

  it.each(places)('$list $name', ({ list, name, i }) => {
    const field = `${list}.${name}`
    const set = (value: unknown) =>
      refusal((data) => {
        Object.assign(data[list as keyof Data][i] as object, { [name]: value })
      })
    const messageOf = (what: string) =>
      new RegExp(`^data\\.json: ${list}\\[${i}\\]( \\("[^"]+"\\))?\\.${name} is ${what}`)
    const left = refusal((data) => delete data[list as keyof Data][i]?.[name as never])
    if (optional.includes(field)) expect(left).toBeUndefined()
    else expect(left).toMatch(messageOf('missing$'))
    if (nullable.includes(field)) expect(set(null)).toBeUndefined()
    else expect(set(null)).toMatch(messageOf('null, not'))
    expect(set(true)).toMatch(messageOf('true, not'))
    if (name !== 'monitorIds') expect(set([])).toMatch(messageOf('a list, not'))
    expect(set({})).toMatch(
      name === 'verification' ? /\.verification\.codeHash is missing/ : messageOf('an object, not'),
    )
    if (numbers.includes(field)) expect(set('1')).toMatch(messageOf('"1", not'))
    else expect(set(1)).toMatch(messageOf('1, not'))
  })
})

describe('The error message names', () => {
  const ill: [string, (data: Data) => object | undefined | null, object][] = [
    ['users[1] ("bea").role is "boss", not one of owner, admin, member, viewer', (d) => d.users[1], { role: 'boss' }],
    ['teams[0] ("acme").plan is "", not one of free, pro, enterprise', (d) => d.teams[0], { plan: '' }],
    ['teams[0] ("acme").name is "\\ud83d", not well-formed text', (d) => d.teams[0], { name: '\ud83d' }],
    ['incidents[1] ("acme-over").type is "Auto", not one of', (d) => d.incidents[1], { type: 'Auto' }],
    ['incidents[0] ("acme-open").status is "closed", not one of', (d) => d.incidents[0], { status: 'closed' }],
    ['users[1] ("bea").verification.tries is -1, not a whole', (d) => d.users[1]?.verification, { tries: -1 }],
    ['users[1] ("bea").verification has "code", which', (d) => d.users[1]?.verification, { code: '123456' }],
    ['attempts[1] ("gus@example.com").count is 1.5, not a whole', (d) => d.attempts[1], { count: 1.5 }],
    ['services[0] ("acme-shop").monitorIds[1] is 5, not', (d) => d.services[0]?.monitorIds, { 1: 5 }],
    ['services[0] ("acme-shop").monitorIds is "a", not a list', (d) => d.services[0], { monitorIds: 'a' }],
    ['dailyStats[0].date is a list, not a date like', (d) => d.dailyStats[0], { date: ['2025-01-01'] }],
    ['monitors[0] ("acme-cart") has "uuid", which', (d) => d.monitors[0], { uuid: 'x' }],
    ['monitors[0] is null, not an object', (d) => d.monitors, { 0: null }],
    ['monitors[0] is "acme-cart", not an object', (d) => d.monitors, { 0: 'acme-cart' }],
    ['monitors[0] is a list, not an object', (d) => d.monitors, { 0: [] }],
    ['monitors is an object, not a list', (d) => d, { monitors: {} }],
    ['monitors is missing', (d) => d, { monitors: undefined }],
  ]
  it.each(ill)('%s', (why, place, fields) => {
    const message = refusal((data) => Object.assign(place(data) ?? {}, fields))
    expect(message).toContain(`data.json: ${why}`)
    expect(message).not.toContain('\n')
  })

  it('an unknown list', () => {
    const message = refusal((data) => Object.assign(data, { user: [] }))
    expect(message).toBe('data.json has "user", which this server does not know')
  })

  it('a field called __proto__', () => {
    const message = refusal((data) => {
      data.monitors[0] = JSON.parse('{"id":"acme-cart","teamId":"acme","__proto__":{}}')
    })
    expect(message).toBe('data.json: monitors[0] ("acme-cart") has "__proto__", which this server does not know')
  })

  it('the beginning of long values, in one line', () => {
    const message = refusal((data) => {
      Object.assign(data.teams[0] ?? {}, { id: `two\nlines ${'x'.repeat(1000)}`, plan: 'y'.repeat(1000) })
    })
    expect(message).toMatch(
      /^data\.json: teams\[0\] \("two\\nlines x+…\)\.plan is "y+…, not one of free, pro, enterprise$/,
    )
    expect(message?.length).toBeLessThan(250)
  })
})

describe('A time is in UTC with milliseconds, a date is a calendar day:', () => {
  const setTime = (startedAt: string) => refusal((data) => Object.assign(data.incidents[0] ?? {}, { startedAt }))
  const setDate = (date: string) => refusal((data) => Object.assign(data.dailyStats[0] ?? {}, { date }))
  const timeRefused = (time: string) =>
    expect(setTime(time)).toContain(`startedAt is ${JSON.stringify(time)}, not a time like 2025-01-31T12:00:00.000Z`)
  const dateRefused = (date: string) =>
    expect(setDate(date)).toContain(`dailyStats[0].date is ${JSON.stringify(date)}, not a date like 2025-01-31`)
  const moments = date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

  it('every one is accepted, and none that lacks a character or has another one more', () => {
    const property = fcProperty(moments, nat(), constantFrom('0', ' ', 'Z', '+', 'x'), (moment, place, more) => {
      const time = moment.toISOString()
      for (const [text, set, refused] of [
        [time, setTime, timeRefused],
        [time.slice(0, 10), setDate, dateRefused],
      ] as const) {
        expect(set(text)).toBeUndefined()
        const at = place % (text.length + 1)
        refused(`${text.slice(0, at)}${more}${text.slice(at)}`)
        refused(text.slice(0, at % text.length) + text.slice((at % text.length) + 1))
      }
    })
    assert(property, { numRuns: 200 })
  })

  it.each(['02-30T12:00:00.000Z', '06-15T24:00:00.000Z', '06-15 12:00:00.000Z', '06-15T14:00:00.000+02:00', '06-15'])(
    'the time 2025-%s is refused',
    (time) => timeRefused(`2025-${time}`),
  )

  it.each(['02-29', '06-31', '13-01', '00-01', '6-1'])('the date 2025-%s is refused', (day) =>
    dateRefused(`2025-${day}`),
  )
})
