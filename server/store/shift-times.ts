/** Shifts the times of records, so that "thirty days from now" stays true; runs in browsers too. */

/** @param milliseconds added to each field whose name ends with `At`; dates of statistics stay. */
export function shiftTimes<T>(records: T, milliseconds: number): T {
  const shift = (time: string) => new Date(Date.parse(time) + milliseconds).toISOString()
  const text = JSON.stringify(records, (key, value) =>
    key.endsWith('At') && typeof value === 'string' ? shift(value) : value,
  )
  return JSON.parse(text)
}
