/** Data files are read or rejected, and the demo data are consistent. */
import { readFile, writeFile } from 'node:fs/promises'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { compare } from 'bcryptjs'
import { describe, expect } from 'vitest'
import { readDataFile } from '../../../server/store/data-file.ts'
import { checkIntegrity } from '../../../server/store/integrity.ts'
import { completeRecords, parseData } from '../../../server/store/parse-data.ts'
import { emptyData } from '../../../server/store/records.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { noon } from '../../../server/store/suite/sample-data.ts'
import { it } from '../../support/folder-test.ts'
import { sampleFile } from './sample-file.ts'

const now = new Date(noon)
const later = new Date('2025-07-15T13:00:00.500Z')

describe('reading', () => {
  it('a data file is read unchanged', async ({ folder }) => {
    await writeFile(folder.at('data.json'), JSON.stringify(sampleFile()))
    expect(await readDataFile(folder.at('data.json'), later)).toStrictEqual(sampleFile())
  })

  it('omitted lists are empty', () => {
    const { users } = sampleFile()
    expect(parseData(JSON.stringify({ users }), now)).toStrictEqual({ ...emptyData(), users })
    expect(parseData('{}', now)).toStrictEqual(emptyData())
  })

  it('asOf shifts all times by the elapsed time, and nothing else', () => {
    const moved = parseData(JSON.stringify({ asOf: noon, ...sampleFile() }), later)
    const sam = moved.users.find(({ email }) => email === 'sam@example.com')
    expect(sam?.deletionScheduledAt).toBe(later.toISOString())
    const bea = moved.users.find(({ email }) => email === 'bea@example.com')
    expect(bea?.verification?.expiresAt).toBe('2025-07-15T13:10:00.500Z')
    expect(moved.incidents[0]).toMatchObject({ startedAt: '2025-07-15T09:00:00.501Z', resolvedAt: null })
    expect(moved.attempts[0]?.resetsAt).toBe(later.toISOString())
    expect(moved.dailyStats).toStrictEqual(sampleFile().dailyStats)
    expect(moved.services).toStrictEqual(sampleFile().services)
    // Reading at the time of asOf shifts nothing, and shifting back restores the data.
    const back = parseData(JSON.stringify({ asOf: later.toISOString(), ...moved }), now)
    expect(back).toStrictEqual(sampleFile())
    expect(parseData(JSON.stringify({ asOf: noon, ...sampleFile() }), now)).toStrictEqual(sampleFile())
  })

  it.for<[string, string]>([
    ['{"users": [', 'not well-formed JSON'],
    ['', 'not well-formed JSON'],
    ['null', 'not an object'],
    ['7', 'not an object'],
    ['{"user": []}', '"user"'],
    ['{"__proto__": []}', '"__proto__"'],
    ['{"monitors": [{"teamId": "t"}]}', 'monitors[0].id is missing'],
    ['{"dailyStats": [{"monitorId": "m", "from": "2025-01-01", "to": "2025-01-02"}]}', 'dailyStats[0].date is missing'],
    ['{"monitors": [{"id": "m"}]}', 'monitors[0] ("m").teamId is missing'],
    ['{"dailyStats": [{"monitorId": "m", "date": "2025-02-29"}]}', 'dailyStats[0].date is "2025-02-29"'],
    ['{"asOf": "yesterday", "users": []}', 'asOf'],
    ['{"asOf": null, "users": []}', 'asOf'],
    ['{"asOf": "2025-06-15T12:00:00.000Z", "attempts": [{"key": "k", "count": 1, "resetsAt": "now"}]}', '"now"'],
    ['{"asOf": "0001-01-01", "attempts": [{"key": "k", "count": 1, "resetsAt": "9999-01-01T00:00:00.000Z"}]}', '"+012'],
  ])('%s is rejected in one line that names the file and contains %s', async ([text, why], { folder }) => {
    const file = folder.at('data.json')
    await writeFile(file, text)
    const refusal = await rejectionOf(readDataFile(file, now))
    expect(refusal.message).toContain(file)
    expect(refusal.message).toContain(why)
  })

  it('a list with a name of JavaScript’s is unknown, also where records are completed', () => {
    const parse = () => parseData('{"__proto__": [{}]}', now, 'data', completeRecords)
    expect(parse).toThrow('data has "__proto__", which this server does not know')
  })

  it('a missing file is rejected in one line', async ({ folder }) => {
    await expect(readDataFile(folder.at('none.json'), now)).rejects.toThrow(/^the data file cannot be read: [^\n]+$/)
  })
})

describe('the demo data', async () => {
  const { asOf } = JSON.parse(await readFile(demoDataFile, 'utf8'))
  const data = await readDataFile(demoDataFile, new Date(asOf))
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id)
  const teamOf = (records: { id: string; teamId: string }[], id: string) => records.find((it) => it.id === id)?.teamId

  it('ids are unique, e-mails in lower case, every owner exists, and every team has a member', () => {
    const { teams, users, services, monitors, incidents } = data
    expect(() => checkIntegrity(data)).not.toThrow()
    const ids = idsOf([...teams, ...users, ...services, ...monitors, ...incidents])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { email } of users) expect(email).toBe(email.toLowerCase())
    expect(new Set(users.map(({ teamId }) => teamId))).toEqual(new Set(idsOf(teams)))
  })

  it('incidents refer to monitors and services of their own team, and the resolved ones have resolvedAt', () => {
    for (const { teamId, monitorId, serviceId, status, resolvedAt } of data.incidents) {
      if (monitorId !== null) expect(teamOf(data.monitors, monitorId)).toBe(teamId)
      if (serviceId !== undefined) expect(teamOf(data.services, serviceId)).toBe(teamId)
      expect(resolvedAt !== null).toBe(status === 'resolved')
    }
  })

  it('45 users are scheduled for deletion 30 x 24 hours after their request, and none is due', () => {
    const waiting = data.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null)
    expect(waiting).toHaveLength(45)
    for (const { deletionRequestedAt, deletionScheduledAt } of waiting) {
      const [from, to] = [deletionRequestedAt, deletionScheduledAt].map((time) => Date.parse(String(time)))
      expect(Number(to) - Number(from)).toBe(30 * 24 * 60 * 60 * 1000)
      expect(String(deletionScheduledAt) > asOf).toBe(true)
    }
  })

  it('every password is the published one, and a user without one has a code or a scheduled deletion', async () => {
    const hashes = new Set(data.users.flatMap(({ passwordHash }) => passwordHash ?? []))
    expect(hashes.size).toBeGreaterThan(0)
    for (const hash of hashes) expect(await compare(demo.password, hash)).toBe(true)
    const stuck = data.users.filter((user) => !user.passwordHash && !user.verification && !user.deletionScheduledAt)
    expect(stuck).toEqual([])
  })
})
