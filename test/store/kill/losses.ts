/** Compares what is on the disk after a kill with what clients were told. */
import type { Data } from '../../../server/store/records.ts'
import { day, type History, monitor, step } from './traffic.ts'

/** What is lost, what is there by half, and what nobody asked for, in words. */
export function findLosses({ asked, acknowledged }: History, data: Data, start: Data): string[] {
  const emails = new Set(data.users.map(({ email }) => email))
  const incidents = new Map(data.incidents.map((incident) => [incident.id, incident]))
  const teams = new Set(data.teams.map(({ id }) => id))
  const inhabited = new Set(data.users.map(({ teamId }) => teamId))
  const expected = new Set([...start.users.map(({ email }) => email), ...asked.signup])
  const removed = new Set(asked.remove)
  const days = data.dailyStats.filter(({ monitorId }) => monitorId === monitor).map(({ date }) => date)
  const lastReset = acknowledged.reset.toSorted().at(-1) ?? ''
  const isResolved = (id: string) => {
    const { status, cause, resolvedAt } = incidents.get(id) ?? {}
    return status === 'resolved' && cause === `the cause of ${id}` && resolvedAt !== null
  }
  const wholeResets = start.dailyStats.filter(({ monitorId }) => monitorId === monitor).length - days.length
  return [
    ...acknowledged.signup.filter((email) => !emails.has(email)).map((email) => `${email} is lost`),
    ...acknowledged.resolve.filter((id) => !isResolved(id)).map((id) => `the resolution of ${id} is lost`),
    ...acknowledged.remove.filter((id) => incidents.has(id)).map((id) => `${id} is back`),
    ...days.filter((date) => date < lastReset).map((date) => `the row of ${date} is back`),
    ...data.users.filter(({ teamId }) => !teams.has(teamId)).map(({ email }) => `${email} is in no team`),
    ...[...teams].filter((id) => !inhabited.has(id)).map((id) => `team ${id} has no members`),
    ...[...emails].filter((email) => !expected.has(email)).map((email) => `nobody asked for ${email}`),
    ...start.incidents
      .filter(({ id }) => !incidents.has(id) && !removed.has(id))
      .map(({ id }) => `nobody removed ${id}`),
    ...(wholeResets % step === 0 && (days[0] ?? day(wholeResets)) === day(wholeResets)
      ? []
      : ['a reset is there by half']),
  ]
}
