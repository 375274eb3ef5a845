/** Parses a data file, which holds the initial records of a store; runs in browsers too. */
import { checkShape } from './record-shape.ts'
import { checkUsers, type Data, emptyData, isObject } from './records.ts'
import { shiftTimes } from './shift-times.ts'

export { completeRecords } from './complete-records.ts'
export type { Data } from './records.ts'

/** Completes lists of records, as of a time. */
export type Complete = (lists: Record<string, unknown>, now: Date, file: string) => Record<string, unknown>

/**
 * Parses a data file. With `asOf`, all times are shifted by the time since then, so that "thirty days from now" stays
 * true. Dates of statistics are not shifted.
 * @param complete adds what may be left out; by default, a record has every field.
 * @throws Error in one line if the text does not match records.ts.
 */
export function parseData(text: string, now: Date, file = 'the data', complete: Complete = (lists) => lists): Data {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error(`${file} is not well-formed JSON`)
  }
  if (!isObject(content)) throw new Error(`${file} is not an object with lists of records`)
  const { asOf, ...lists } = content
  const writtenAt = asOf === undefined ? now : new Date(String(asOf))
  const elapsed = now.getTime() - writtenAt.getTime()
  if (Number.isNaN(elapsed)) throw new Error(`asOf in ${file} is not a time`)
  const data = { ...emptyData(), ...complete(lists, writtenAt, file) }
  checkShape(data, file)
  checkUsers(data, file)
  if (asOf === undefined) return data
  const shifted = shiftTimes(data, elapsed)
  checkShape(shifted, file)
  return shifted
}
