/** The string formats of the validators. Many generators cannot read a pattern beside a date format, so it is here. */
import { fullFormats } from 'ajv-formats/dist/formats.js'

const time = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const { validate: isDay } = fullFormats.date as { validate: (text: string) => boolean }

/** The formats of ajv-formats; a time is in UTC with milliseconds, a date of a year from 1, and both exist in the calendar. */
export const formats = {
  ...fullFormats,
  date: (text: string) => isDay(text) && !text.startsWith('0000'),
  'date-time': (text: string) => time.test(text) && (Number(text.slice(8, 10)) < 29 || isDay(text.slice(0, 10))),
}
