/** Parses a data file, which holds the initial records of a store; runs in browsers too. */
import { completeRecords } from './complete-records.ts'
import { newId } from './new-id.ts'
import { checkShape } from './record-shape.ts'
import { checkHashes, type Data, emptyData } from './records.ts'
import { shiftTimes } from './shift-times.ts'

export type { Data } from './records.ts'

/**
 * Parses a data file, and completes its records. With `asOf`, all times are shifted by the time since then, so that
 * "thirty days from now" stays true. Dates of statistics are not shifted.
 * @param makeId returns an id for a record without one.
 * @throws Error in one line if the text does not match records.ts.
 */
export function parseData(text: string, now: Date, file = 'the data', makeId = () => newId(now.getTime())): Data {
  let content: Record<string, unknown>
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error(`${file} is not well-formed JSON`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file} is not an object with lists of records`)
  const { asOf, ...lists } = content
  const writtenAt = asOf === undefined ? now : new Date(String(asOf))
  const elapsed = now.getTime() - writtenAt.getTime()
  if (Number.isNaN(elapsed)) throw new Error(`asOf in ${file} is not a time`)
  const data = { ...emptyData(), ...completeRecords(lists, writtenAt, file, makeId) }
  checkShape(data, file)
  checkHashes(data, file)
  if (asOf === undefined) return data
  const shifted = shiftTimes(data, elapsed)
  checkShape(shifted, file)
  return shifted
}
