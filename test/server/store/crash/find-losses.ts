/** Compares the stored records after a kill with the acknowledged requests. */
import { isDeepStrictEqual } from 'node:util'
import type { Data, Incident } from '../../../../server/store/records.ts'
import { findPartialDeletions } from './check-deletions.ts'
import { rowsPerReset } from './round-data.ts'
import type { TrafficLog } from './traffic.ts'

/** Descriptions of the differences. */
export interface Losses {
  lost: string[]
  half: string[]
  unasked: string[]
}

/** @param jobDone whether the purge job has completed. */
export function findLosses(history: TrafficLog, start: Data, found: Data, jobDone: boolean): Losses {
  const parts = [
    compareUsers(history, start, found),
    compareIncidents(history, start, found),
    ...start.monitors.filter(({ id }) => id.startsWith('busy')).map(({ id }) => compareRows(id, history, start, found)),
    { lost: [], half: findPartialDeletions(start, found, jobDone), unasked: [] },
  ]
  const all = (name: keyof Losses) => parts.flatMap((part) => part[name])
  return { lost: all('lost'), half: all('half'), unasked: all('unasked') }
}

function compareUsers({ requested, acknowledged }: TrafficLog, start: Data, { users, teams }: Data): Losses {
  const emails = new Set(users.map(({ email }) => email))
  const expected = new Set([...start.users.map(({ email }) => email), ...requested.signup])
  const teamIds = new Set(teams.map(({ id }) => id))
  const inhabited = new Set(users.map(({ teamId }) => teamId))
  const staying = start.users.filter((user) => user.deletionScheduledAt === null).map(({ email }) => email)
  return {
    lost: [...acknowledged.signup, ...staying].filter((email) => !emails.has(email)).map((email) => `${email} is lost`),
    half: [
      ...users.filter(({ teamId }) => !teamIds.has(teamId)).map(({ email }) => `${email} is in no team`),
      ...[...teamIds].filter((id) => !inhabited.has(id)).map((id) => `team ${id} has no members`),
    ],
    unasked: [...emails]
      .filter((email) => !expected.has(email))
      .map((email) => `${email} was registered without a request`),
  }
}

function compareIncidents({ requested, acknowledged }: TrafficLog, start: Data, found: Data): Losses {
  const incidents = new Map(found.incidents.map((incident) => [incident.id, incident]))
  const [resolves, removes] = [new Set(requested.resolve), new Set(requested.remove)]
  const isResolved = (incident: Incident | undefined) =>
    incident?.status === 'resolved' && incident.cause === `the cause of ${incident.id}` && incident.resolvedAt !== null
  // The incidents of due accounts are deleted with them.
  const targets = start.incidents.filter(({ id }) => /^(even|odd)/.test(id))
  const changed = targets.filter((before) => {
    const after = incidents.get(before.id)
    return after && !isDeepStrictEqual(after, before)
  })
  return {
    lost: [
      ...acknowledged.resolve
        .filter((id) => !isResolved(incidents.get(id)))
        .map((id) => `the resolution of ${id} is lost`),
      ...acknowledged.remove
        .filter((id) => incidents.has(id))
        .map((id) => `${id} is stored although its deletion was acknowledged`),
    ],
    half: changed
      .filter(({ id }) => !isResolved(incidents.get(id)))
      .map(({ id }) => `the resolution of ${id} is stored partially`),
    unasked: [
      ...changed.filter(({ id }) => !resolves.has(id)).map(({ id }) => `${id} was resolved without a request`),
      ...targets
        .filter(({ id }) => !incidents.has(id) && !removes.has(id))
        .map(({ id }) => `${id} was deleted without a request`),
    ],
  }
}

/** Resets delete from the oldest day on, so the remaining rows of a monitor start on a later day. */
function compareRows(monitor: string, { requested, acknowledged }: TrafficLog, start: Data, found: Data): Losses {
  const lastOf = (resets: string[]) =>
    resets
      .filter((reset) => reset.startsWith(`${monitor} `))
      .toSorted()
      .at(-1)
      ?.slice(monitor.length + 1) ?? ''
  const datesOf = ({ dailyStats }: Data) =>
    dailyStats.flatMap(({ monitorId, date }) => (monitorId === monitor ? [date] : [])).toSorted()
  const [before, after] = [datesOf(start), datesOf(found)]
  const deleted = before.length - after.length
  const [deletedBefore, requestedBefore] = [lastOf(acknowledged.reset), lastOf(requested.reset)]
  const isComplete = deleted % rowsPerReset === 0 && after.join() === before.slice(deleted).join()
  return {
    lost: after
      .filter((date) => date < deletedBefore)
      .map((date) => `the row of ${monitor} ${date} is stored although its deletion was acknowledged`),
    half: isComplete ? [] : [`a reset of ${monitor} was applied partially`],
    unasked: before
      .slice(0, deleted)
      .filter((date) => date >= requestedBefore)
      .map((date) => `the row of ${monitor} ${date} was deleted without a request`),
  }
}
