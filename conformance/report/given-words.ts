/** The words of what a check had: its records, and what changed them between its steps. */

import type { Identity } from '../client/credentials.ts'
import { count } from '../verdict/count.ts'
import { day } from '../verdict/days.ts'
import type { Given } from '../verdict/record.ts'
import { daysSince, parseTime } from '../verdict/times.ts'

interface Monitor {
  id: string
  days?: readonly string[]
}
type Text = 'id' | 'type' | 'status' | 'serviceId' | 'startedAt' | 'teamOf' | 'role' | 'email'
/** All that a record may have; what is unknown is absent. */
interface Fields
  extends Pick<Identity, 'source' | 'asked' | 'hasLoggedIn'>,
    Partial<Record<Text | 'accessToken' | 'password' | 'what', string>> {
  monitorId?: string | null
  title?: string | null
  cause?: string | null
  days?: readonly string[]
  /** Of a service. */
  monitors?: readonly Monitor[]
  teamSize?: number
  isNameless?: boolean
  count?: number
  seed?: number
  calls?: readonly { operation: string; by: string; of?: string }[]
}

export function wordsOfGiven({ name, kind, fields, afterStep = 0 }: Given): string {
  const words = wordsByKind[kind](fields)
  if (kind === 'change') return `${afterStep === 0 ? 'before step 1' : `after step ${afterStep}`}, the hook ${words}`
  const { teamOf } = fields as Fields
  const team = teamOf === undefined ? '' : `, of the team of ${teamOf}`
  return `${name === '' ? '' : `${name}: `}${words}${team}`
}

const wordsByKind: { [K in Given['kind']]: (fields: Fields) => string } = {
  account({ role, email, source, asked = {}, hasLoggedIn, teamSize, isNameless, accessToken, password }) {
    const name = [role && `the ${role}`, email].filter(Boolean).join(' ')
    const origin = [source && sources[source], ...wordsOfAsked(asked), hasLoggedIn && 'logged in']
    const user = [name, ...origin].filter(Boolean).join(', ')
    const team = teamSize === undefined ? '' : teamSize === 1 ? ', alone in the team' : `, in a team of ${teamSize}`
    // The labels of a role's credentials name the role.
    const credentials = [accessToken, role ? undefined : password].filter((one) => one !== undefined)
    const labels = credentials.length > 0 ? ` (${credentials.join(', ')})` : ''
    return `${user}${team}${isNameless ? ', without a name' : ''}${labels}`
  },
  admin: () => 'holds the admin API key',
  incident({ id, type, status, monitorId, serviceId, title, cause, startedAt }) {
    const kinds = [
      status,
      type,
      type && monitorId === null && 'without a monitor',
      type && monitorId && `of the monitor ${monitorId}`,
      type && serviceId && `on the service ${serviceId}`,
      type && title === null && 'without a title',
      type && cause && 'with a cause',
      type && formatAge(startedAt),
    ].filter(Boolean)
    return `${id}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`
  },
  monitor: ({ id, days = [] }) => `${id}${days.length > 0 ? formatRows(days) : ', without rows'}`,
  service: ({ id, days, monitors }) => `${id}${formatRows(days)}${monitors ? formatMonitors(monitors) : ''}`,
  change: ({ what }) => what ?? '',
  renewal: () => 'new access tokens, since an old one was not taken any more (401) and the check began again',
  sequences: ({ count, seed }) => `${count} sequences of calls from --seed ${seed}`,
  calls: ({ calls = [] }) =>
    `the calls of ${calls.map(({ operation, by, of }) => `${operation}${of === undefined ? '' : ` ${of}`} by ${by}`).join(', ')}`,
}

const sources = { 'sign-up': 'signed up', hook: 'from the hook', list: 'from a list' }

/** As in `with role owner`: how an account differs from the usual one of its role. */
function wordsOfAsked({
  name,
  deletionRequestedAt: requested,
  deletionScheduledAt: _,
  ...others
}: object & Given['fields']) {
  return [
    requested !== undefined && `deletion requested ${daysSince(`${requested}`)} days ago`,
    name === null && 'in a team without a name',
    ...Object.entries(others).map(([field, value]) => (value === null ? `without ${field}` : `with ${field} ${value}`)),
  ]
}

/** As in `400 days old`, as far as is known when it started; undefined for less than a day. */
function formatAge(startedAt?: string): string | undefined {
  const days = startedAt === undefined ? 0 : Math.floor((Date.now() - parseTime(startedAt)) / day)
  return days >= 1 ? `${count(days, 'day')} old` : undefined
}

function formatRows(days: readonly string[] = []): string {
  return days.length > 0 ? `, with a row for ${days.join(', ')}` : ''
}

function formatMonitors(monitors: readonly Monitor[]): string {
  if (monitors.length === 0) return ', without monitors'
  const rows = new Set(monitors.map(({ days }) => formatRows(days)))
  const [same = ''] = rows
  if (rows.size > 1) return `, linked to ${monitors.map(({ id, days }) => `${id}${formatRows(days)}`).join('; ')}`
  const each = same === '' ? '' : `, each${same.slice(1)}`
  return `, linked to ${monitors.map(({ id }) => id).join(' and ')}${each}`
}
