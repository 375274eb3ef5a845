/** The commands that add what teams own. */
import { newId } from '../domain/new-records.ts'
import type { Incident } from '../store/records.ts'
import { command, UsageError } from './command.ts'
import { checkMonitor, checkService, checkTeam, insert } from './insert.ts'
import { day, id, incidentStatus, incidentType, time, words } from './value-types.ts'

export const addMonitor = command({
  summary: 'adds a monitor to a team',
  flags: {
    team: { takes: id, required: true, about: 'the team it belongs to' },
    id: { takes: id, about: 'its id; a new ULID' },
  },
  example: '--team 01J0000000000000000TEAM001',
  prints: '{"id": "…"}',
  async run({ flags }, { open, now }) {
    const store = await open()
    await checkTeam(store, flags.team)
    const monitor = { id: flags.id ?? newId(now().getTime()), teamId: flags.team }
    await insert(store, { monitors: [monitor] }, () => `there is a monitor ${JSON.stringify(monitor.id)} already`)
    return { json: { id: monitor.id }, text: `added monitor ${monitor.id}` }
  },
})

export const addService = command({
  summary: 'adds a service, which shows monitors of its team',
  flags: {
    team: { takes: id, required: true, about: 'the team it belongs to' },
    monitor: { takes: id, multiple: true, about: 'one that is linked to it, of the same team' },
  },
  example: '--team 01J0000000000000000TEAM001 --monitor 01J0000000000000M0N1T0R001',
  prints: '{"id": "…"}',
  async run({ flags }, { open, now }) {
    checkOnce('--monitor', flags.monitor)
    const store = await open()
    await checkTeam(store, flags.team)
    for (const monitor of flags.monitor) await checkMonitor(store, flags.team, monitor)
    const service = { id: newId(now().getTime()), teamId: flags.team, monitorIds: flags.monitor }
    await insert(store, { services: [service] }, (twice) => twice)
    return { json: { id: service.id }, text: `added service ${service.id}` }
  },
})

export const addIncident = command({
  summary: 'adds an incident',
  flags: {
    team: { takes: id, required: true, about: 'the team it belongs to' },
    type: { takes: incidentType, usual: 'manual', about: 'how it came about' },
    status: { takes: incidentStatus, usual: 'open', about: 'its state' },
    title: { takes: words, about: 'a headline' },
    cause: { takes: words, about: 'why it happened' },
    monitor: { takes: id, about: 'the monitor that saw it' },
    service: { takes: id, about: 'the service that it is displayed on' },
    'started-at': { takes: time, about: 'when it began; now' },
  },
  example: '--team 01J0000000000000000TEAM001 --title "Checkout is slow"',
  prints: '{"id": "…"}',
  async run({ flags }, { open, now }) {
    const createdAt = now().toISOString()
    const startedAt = flags['started-at'] ?? createdAt
    if (startedAt > createdAt) throw new UsageError(`--started-at must not lie ahead, as ${startedAt} does`)
    const store = await open()
    await checkTeam(store, flags.team)
    if (flags.monitor) await checkMonitor(store, flags.team, flags.monitor)
    if (flags.service) await checkService(store, flags.team, flags.service)
    const incident: Incident = {
      id: newId(now().getTime()),
      monitorId: flags.monitor ?? null,
      teamId: flags.team,
      type: flags.type,
      status: flags.status,
      title: flags.title ?? null,
      startedAt,
      resolvedAt: flags.status === 'resolved' ? createdAt : null,
      cause: flags.cause ?? null,
      ...(flags.service && { serviceId: flags.service }),
      createdAt,
    }
    await insert(store, { incidents: [incident] }, (twice) => twice)
    return { json: { id: incident.id }, text: `added incident ${incident.id}` }
  },
})

const mostDays = 3660

export const addStats = command({
  summary: 'adds daily statistics of a monitor',
  flags: {
    monitor: { takes: id, required: true, about: 'the monitor they belong to' },
    date: { takes: day, multiple: true, about: 'a day, YYYY-MM-DD' },
    from: { takes: day, about: 'the first day of a range' },
    to: { takes: day, about: `the last day of it; at most ${mostDays} days` },
  },
  example: '--monitor 01J0000000000000M0N1T0R001 --from 2026-01-01 --to 2026-01-31',
  prints: '{"added": 31}',
  async run({ flags: { monitor, date, from, to } }, { open }) {
    const dates = from && to && date.length === 0 ? range(from, to) : date
    const isClear = date.length > 0 ? !from && !to : dates.length > 0
    if (!isClear) throw new UsageError('add-stats needs --date, once or more often, or both --from and --to')
    checkOnce('--date', dates)
    const dailyStats = dates.map((date) => ({ monitorId: monitor, date }))
    await insert(await open(), { dailyStats }, (twice) => `nothing was added, for ${twice}`)
    return { json: { added: dates.length }, text: `added ${dates.length} days of statistics` }
  },
})

function range(from: string, to: string): string[] {
  const [first, last] = [from, to].map((day) => Date.parse(day)) as [number, number]
  const length = (last - first) / 86_400_000 + 1
  if (length < 1) throw new UsageError(`--to must not be before --from, as ${to} is before ${from}`)
  if (length > mostDays) throw new UsageError(`--from and --to must be at most ${mostDays} days apart, not ${length}`)
  return Array.from({ length }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
}

function checkOnce(flag: string, values: string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) < index)
  if (twice !== undefined) throw new UsageError(`${flag} ${JSON.stringify(twice)} is there twice; give it once`)
}
