/** The commands that add the resources of a team: monitors, services, incidents, daily statistics. */
import { Option } from '@commander-js/extra-typings'
import { newId } from '../domain/new-records.ts'
import { type Incident, incidentStatuses, incidentTypes } from '../store/records.ts'
import { addCommand, type CommandContext, type Program, UsageError } from './add-command.ts'
import { assertMonitor, assertService, assertTeam, insert } from './insert.ts'
import { assertUnique, day, days, text, texts, time } from './values.ts'

export function addResourceCommands(program: Program, { open, now, print }: CommandContext): void {
  addCommand(program, 'add-monitor', 'adds a monitor to a team', '{"id": "…"}', '--team 01J0000000000000000TEAM001')
    .requiredOption('--team <ID>', 'the team it belongs to', text)
    .option('--id <ID>', 'its id; a new ULID', text)
    .action(async ({ team: teamId, id = newId(now().getTime()) }) => {
      const store = await open()
      await assertTeam(store, teamId)
      await insert(store, { monitors: [{ id, teamId }] }, () => `there is a monitor ${JSON.stringify(id)} already`)
      print({ id }, `added monitor ${id}`)
    })

  addCommand(
    program,
    'add-service',
    'adds a service, which shows monitors of its team',
    '{"id": "…"}',
    '--team 01J0000000000000000TEAM001 --monitor 01J0000000000000M0N1T0R001',
  )
    .requiredOption('--team <ID>', 'the team it belongs to', text)
    .option('--monitor <ID>', 'a linked monitor of the same team; can be repeated', texts, [])
    .action(async ({ team: teamId, monitor: monitorIds }) => {
      assertUnique('--monitor', monitorIds)
      const store = await open()
      await assertTeam(store, teamId)
      for (const monitor of monitorIds) await assertMonitor(store, teamId, monitor)
      const id = newId(now().getTime())
      await insert(store, { services: [{ id, teamId, monitorIds }] }, (duplicate) => duplicate)
      print({ id }, `added service ${id}`)
    })

  addCommand(
    program,
    'add-incident',
    'adds an incident',
    '{"id": "…"}',
    '--team 01J0000000000000000TEAM001 --title "Checkout is slow"',
  )
    .requiredOption('--team <ID>', 'the team it belongs to', text)
    .addOption(new Option('--type <TYPE>', 'its type').choices(incidentTypes).default('manual' as const))
    .addOption(new Option('--status <STATUS>', 'its status').choices(incidentStatuses).default('open' as const))
    .option('--title <TEXT>', 'a headline', text)
    .option('--cause <TEXT>', 'why it happened', text)
    .option('--monitor <ID>', 'the monitor that detected it', text)
    .option('--service <ID>', 'the service that shows it', text)
    .option('--started-at <TIME>', 'when it began; now', time)
    .action(async ({ team: teamId, type, status, title, cause, monitor, service, startedAt: givenStart }) => {
      const createdAt = now().toISOString()
      const startedAt = givenStart ?? createdAt
      if (startedAt > createdAt) throw new UsageError(`--started-at must not be in the future, as ${startedAt} is`)
      const store = await open()
      await assertTeam(store, teamId)
      if (monitor) await assertMonitor(store, teamId, monitor)
      if (service) await assertService(store, teamId, service)
      const incident: Incident = {
        id: newId(now().getTime()),
        monitorId: monitor ?? null,
        teamId,
        type,
        status,
        title: title ?? null,
        startedAt,
        resolvedAt: status === 'resolved' ? createdAt : null,
        cause: cause ?? null,
        ...(service && { serviceId: service }),
        createdAt,
      }
      await insert(store, { incidents: [incident] }, (duplicate) => duplicate)
      print({ id: incident.id }, `added incident ${incident.id}`)
    })

  addCommand(
    program,
    'add-stats',
    'adds daily statistics of a monitor',
    '{"added": 31}',
    '--monitor 01J0000000000000M0N1T0R001 --from 2026-01-01 --to 2026-01-31',
  )
    .requiredOption('--monitor <ID>', 'the monitor they belong to', text)
    .option('--date <DAY>', 'a day, YYYY-MM-DD; can be repeated', days, [])
    .option('--from <DAY>', 'the first day of a range', day)
    .option('--to <DAY>', `the last day of the range, of at most ${maxDays} days`, day)
    .action(async ({ monitor: monitorId, date, from, to }) => {
      const dates = from && to && date.length === 0 ? daysBetween(from, to) : date
      const isClear = date.length > 0 ? !from && !to : dates.length > 0
      if (!isClear) throw new UsageError('add-stats needs --date, once or more often, or both --from and --to')
      assertUnique('--date', dates)
      const dailyStats = dates.map((date) => ({ monitorId, date }))
      await insert(await open(), { dailyStats }, (duplicate) => `nothing was added, because ${duplicate}`)
      print({ added: dates.length }, `added ${dates.length} days of statistics`)
    })
}

const maxDays = 3660

function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const length = (last - first) / 86_400_000 + 1
  if (length < 1) throw new UsageError(`--to must not be before --from, as ${to} is before ${from}`)
  if (length > maxDays) throw new UsageError(`--from and --to must be at most ${maxDays} days apart, not ${length}`)
  return Array.from({ length }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
}
