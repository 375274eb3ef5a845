/** Completes the records of a data file: what may be left out gets its usual value, and a range of days its days. */
import { isDate } from './records.ts'

type Given = Record<string, unknown>

/** Ten years. */
const maxDays = 3660
const dayMilliseconds = 86_400_000

/**
 * @param makeId returns a new id.
 * @throws Error in one line that names the file and a wrong range.
 */
export function completeRecords(lists: Given, now: Date, file: string, makeId: () => string): Given {
  const time = now.toISOString()
  const usual: Record<string, (given: Given) => object> = {
    monitors: () => ({}),
    services: () => ({ monitorIds: [] }),
    incidents: ({ status }) => ({
      ...{ monitorId: null, type: 'manual', status: 'open', title: null, cause: null },
      ...{ startedAt: time, resolvedAt: status === 'resolved' ? time : null, createdAt: time },
    }),
  }
  const completed = Object.entries(lists).map(([name, list]) => {
    if (!Array.isArray(list)) return [name, list]
    if (name === 'dailyStats') return [name, list.flatMap((given, index) => expandDays(given, index, file))]
    const values = usual[name]
    const complete = (given: unknown) =>
      isRecord(given) ? { ...('id' in given ? {} : { id: makeId() }), ...values?.(given), ...given } : given
    return [name, values ? list.map(complete) : list]
  })
  return Object.fromEntries(completed)
}

/** Statistics with `from` and `to` in place of their date are those of each day in between. */
function expandDays(given: unknown, index: number, file: string): unknown[] {
  if (!isRecord(given) || 'date' in given || !('from' in given || 'to' in given)) return [given]
  const { from, to, ...others } = given
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

function isRecord(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
