/** The resets of a run: the monitors that each is about, and the rows that these had at first. */
import { objectOf, type RunCall, type RunCalls } from './run-calls.ts'

export interface Reset {
  kind: 'monitors' | 'services'
  id: string
  /** The ids of its monitors. */
  monitors: readonly string[]
  before: string | undefined
  sent: Date
  /** The day on which it was sent, in UTC. */
  today: string
  teamId: string | undefined
}

/** Undefined if it is no reset, or if the rows of its object are unknown. */
export function resetIn({ exchange }: RunCall, { rows, links, teamOf, objectTeams }: RunCalls): Reset | undefined {
  const object = objectOf(exchange) ?? ''
  const [kind, id = ''] = object.split('/')
  if (kind !== 'monitors' && kind !== 'services') return undefined
  const monitors = kind === 'monitors' ? [id] : links.get(id)?.monitors
  if (!monitors?.every((monitor) => rows.has(monitor))) return undefined
  const before = new URLSearchParams(exchange.request.path.split('?')[1]).get('before') ?? undefined
  const today = exchange.started.toISOString().slice(0, 10)
  return {
    kind,
    id,
    monitors,
    before,
    sent: exchange.started,
    today,
    teamId: objectTeams.get(object) ?? teamOf(exchange),
  }
}

/** Whether a right reset deletes the row of this day. */
export function isDue(day: string, { before }: Reset): boolean {
  return before === undefined || day < before
}

/** The services that a monitor was linked to when a reset was sent. */
export function servicesOf(monitor: string, { sent }: Reset, { links }: RunCalls): string[] {
  return [...links].flatMap(([id, { monitors, since }]) => (monitors.includes(monitor) && since <= sent ? [id] : []))
}
