/** Completes the records of a data file: what may be left out gets its default, and a range of days its days. */
import { newId } from './new-id.ts'
import { checkShape } from './record-shape.ts'
import { emptyData, isDate, isObject } from './records.ts'

type Fields = Record<string, unknown>

/** Ten years. */
const maxDays = 3660
const dayMilliseconds = 86_400_000

/**
 * @param makeId returns a new id for a record of a list.
 * @throws Error in one line that names the file and a wrong range.
 */
export function completeRecords(
  lists: Fields,
  now: Date,
  file: string,
  makeId: (list: string) => string = () => newId(now.getTime()),
): Fields {
  const time = now.toISOString()
  const defaultsOf: Record<string, (record: Fields) => object> = {
    monitors: () => ({}),
    services: () => ({ monitorIds: [] }),
    incidents: ({ status }) => ({
      monitorId: null,
      type: 'manual',
      status: 'open',
      title: null,
      cause: null,
      startedAt: time,
      resolvedAt: status === 'resolved' ? time : null,
      createdAt: time,
    }),
  }
  const completed = Object.entries(lists).map(([name, list]) => {
    if (!Array.isArray(list)) return [name, list]
    if (name === 'dailyStats') return [name, expandRanges(list, file)]
    const defaults = Object.hasOwn(defaultsOf, name) && defaultsOf[name]
    if (!defaults) return [name, list]
    const complete = (record: unknown) =>
      isObject(record) ? { ...('id' in record ? {} : { id: makeId(name) }), ...defaults(record), ...record } : record
    return [name, list.map(complete)]
  })
  return Object.fromEntries(completed)
}

function expandRanges(list: unknown[], file: string): unknown[] {
  const days = list.map((record, index) => expandDays(record, index, file))
  // Checked before their number changes, so that an error names the index in the file.
  checkShape({ ...emptyData(), dailyStats: days.map(([first]) => first) }, file)
  return days.flat()
}

/** Statistics with `from` and `to` in place of their date are those of each day in between. */
function expandDays(record: unknown, index: number, file: string): unknown[] {
  if (!isObject(record) || 'date' in record || !('from' in record || 'to' in record)) return [record]
  const { from, to, ...others } = record
  const days = isDate(from) && isDate(to) ? (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1 : 0
  if (days < 1 || days > maxDays) {
    const [first, last] = [from, to].map((day) => String(JSON.stringify(day)).slice(0, 60))
    throw new Error(
      `${file}: dailyStats[${index}] is from ${first} to ${last}, not between two dates like 2025-01-31, the later one last, of at most ${maxDays} days`,
    )
  }
  return Array.from({ length: days }, (_, day) => {
    const date = new Date(Date.parse(String(from)) + day * dayMilliseconds).toISOString().slice(0, 10)
    return { ...others, date }
  })
}
