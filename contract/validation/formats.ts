/** The formats of texts, as strict as the server's validator takes them: there is no 30 February. */
import { fullFormats } from 'ajv-formats/dist/formats.js'

const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const dateTime = fullFormats['date-time'] as { validate: (text: string) => boolean }

/** Those of ajv-formats. It splits each time in parts and compares; one look is enough for how all of ours are spelled. */
export const formats = {
  ...fullFormats,
  'date-time': { ...dateTime, validate: (text: string) => usual.test(text) || dateTime.validate(text) },
}
