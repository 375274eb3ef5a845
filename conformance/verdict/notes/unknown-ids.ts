/** A note on an object that is found by an id which is not its own. */
import { type Note, objectOf } from './run-calls.ts'

export const describeUnknownId: Note = ({ run, exchange }, { expected }) => {
  const object = objectOf(exchange)
  const isMeant = exchange.response.status < 300 && expected.includes('not found')
  // Another team's object has an id of its own.
  if (object === undefined || !isMeant || run.record.objects.has(object)) return undefined
  const [kind = '', id = ''] = object.split(/\/(.*)/s)
  const noun = kind.replace(/s$/, '')
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
  if (/[%_*?]/.test(id)) {
    return `${JSON.stringify(id)} is no id of ${article} ${noun}: is it used as a pattern, as by LIKE, in which such a character stands for others?`
  }
  const isOtherCase = [...run.record.objects.keys()].some((known) => known.toLowerCase() === object.toLowerCase())
  return isOtherCase
    ? `the id is that of ${article} ${noun}, in another case: are ids compared without regard to case?`
    : undefined
}
