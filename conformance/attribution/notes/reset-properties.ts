/** The properties of a reset: the rows that are there, and how its date lies to them. */
import { objectOf, type RunCall, type RunCalls } from './run-calls.ts'

const manyRows = 50

export function resetProperties(call: RunCall, calls: RunCalls): string[] {
  const { exchange, run } = call
  const [kind, id] = objectOf(exchange)?.split('/') ?? []
  const line = run.record.objects.get(`${kind}/${id}`)
  if (!kind || kind === 'incidents' || line === undefined) return []
  const noun = kind.slice(0, -1)
  const before = beforeIn(exchange.request.path)
  const datesOf = (object: string) => calls.acceptedOn(call, object).map((one) => beforeIn(one.exchange.request.path))
  const monitors = monitorsIn(call, line).map(({ id: monitor, days }) =>
    [...datesOf(`${kind}/${id}`), ...datesOf(`monitors/${monitor}`)].reduce(daysAfter, days),
  )
  const left = monitors.flat()
  const due = monitors.filter((days) => daysAfter(days, before).length < days.length).length
  const today = exchange.started.toISOString().slice(0, 10)
  return [
    ...(kind === 'monitors' ? describeLinks(call, line) : []),
    ...(kind === 'services' && sharesMonitor(call, line)
      ? ['on a service with a monitor that another service has']
      : []),
    ...(kind === 'services' && due > 1 ? ['on a service with rows to delete in several monitors'] : []),
    ...(left.some((day) => day >= today) ? [`on a ${noun} with a row for today or later`] : []),
    ...(left.length === 0 ? [`on a ${noun} without rows`] : []),
    ...(left.length > manyRows ? [`on a ${noun} with more than ${manyRows} rows`] : []),
    ...(before === undefined ? [] : describeDate(before, left, today)),
  ]
}

/** The monitor, or each monitor of the service. Explored services name monitors that have lines of their own. */
function monitorsIn({ run }: RunCall, line: string): { id?: string | undefined; days: string[] }[] {
  const [start = '', linked] = line.split(', linked to ')
  if (linked === undefined) return [{ days: daysIn(start) }]
  const [names = '', each] = linked.split(', each')
  return names.split(/ and |; /).map((text) => {
    const [name = ''] = text.split(',')
    const own = run.record.given.find((other) => other.startsWith(`${name}: `))
    return { id: own?.split(/[ ,]/)[1] ?? name, days: daysIn(each ?? own ?? text) }
  })
}

/** Whether the run linked the monitor to a service; what a list has may have further links. */
function describeLinks({ run, exchange }: RunCall, line: string): string[] {
  const object = objectOf(exchange) ?? ''
  const names = [object.split('/')[1], line.split(': ')[0]]
  const isLinked = [line, ...run.record.given].some((other) =>
    other
      .split(', linked to ')[1]
      ?.split(/[ ;,]+/)
      .some((word) => names.includes(word)),
  )
  if (isLinked) return ['on a monitor of a service']
  return run.record.objectTeams.has(object) ? ['on a monitor that belongs to no service'] : []
}

function sharesMonitor({ run }: RunCall, line: string): boolean {
  const wordsOf = (other: string) => other.split(', linked to ')[1]?.split(/[ ;,]+/) ?? []
  const ids = wordsOf(line).filter((word) => /\d/.test(word) && !/^\d{4}-/.test(word))
  return run.record.given.some((other) => other !== line && wordsOf(other).some((word) => ids.includes(word)))
}

function describeDate(before: string, rows: string[], today: string): string[] {
  const isNext = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().startsWith(before)
  return [
    ...(rows.includes(before) ? ['with a row for the very day of before'] : []),
    ...(rows.some(isNext) ? ['with a row for the last day before the date'] : []),
    ...(before > today ? ['with a before after today'] : before === today ? ['with today as before'] : []),
    ...(before.endsWith('-02-29') ? ['with 29 February as before'] : []),
    ...(rows.every((day) => day < before) ? ['with a before after all rows'] : []),
    ...(rows.every((day) => day >= before) ? ['with a before that leaves all rows'] : []),
  ]
}

function daysIn(text: string): string[] {
  return text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []
}

function daysAfter(days: string[], before: string | undefined): string[] {
  return before === undefined ? [] : days.filter((day) => day >= before)
}

function beforeIn(path: string): string | undefined {
  return new URLSearchParams(path.split('?')[1]).get('before') ?? undefined
}
