/** The words of notes; no other place makes them. */
import { truncate } from '../verdict/format.ts'
import type { Aspect, Effect, Note, Property } from '../verdict/notes/note.ts'

/** @param check the one that has the finding: its name goes without saying. */
export function wordsOfNote(note: Note, check: string): string {
  const place = 'check' in note ? `step ${note.step}${note.check === check ? '' : ` of ${note.check}`}` : ''
  if ('sameAs' in note) return `the same as in step ${note.step} of ${note.sameAs}: begin there`
  if ('explainedBy' in note) return `perhaps ${place}: ${effects[note.explainedBy]}`
  if ('wrongIf' in note) {
    const properties = note.wrongIf.map(wordsOfProperty).join(', or ')
    return `wrong in all ${note.wrong} calls ${properties}; right in ${note.right} others`
  }
  if ('rightWith' in note) return `the same ${wordsOfProperty(note.rightWith)} was right (${place})`
  const extent = note.extent.map(({ operation, wrong, of }) => `${wrong} of ${of} ${operation}`)
  return `wrong in ${extent.join(', ')}`
}

const effects: Record<Effect, string> = {
  applied: 'this refused call took effect all the same',
  spread: 'this call on another object took effect on this one, too',
  last: 'this call took effect after those at the same time',
}

/** In characters, of a value. */
const longest = 60

const having = (not?: true) => (not ? 'without' : 'with')
const plain = (name: string, not?: true) => `${having(not)} ${name}`

/** The words around the name of a property. */
const places: Record<Aspect, (name: string, not?: true) => string> = {
  body: plain,
  query: plain,
  request: plain,
  object: (name, not) => `on an object ${having(not)} ${name}`,
  caller: (name, not) => `by a caller ${having(not)} ${name}`,
  header: (name, not) => `${having(not)} the header ${name}`,
  response: (name, not) => `answered ${having(not)} ${name}`,
}

const wordsOfProperty = (property: Property) => places[property.of](nameOf(property), property.not)

function nameOf({ field, is, has, atLeast, atMost }: Property): string {
  const trait = has?.length === 1 ? `"${has}"` : has
  const bound = atLeast ?? atMost
  if (bound === undefined)
    return `${field}${is === undefined || is === true ? '' : ` ${truncate(JSON.stringify(is), longest)}`}${has === undefined ? '' : ` with ${trait}`}`
  const size = `${bound} or ${atMost === undefined ? 'more' : 'less'}`
  return has === undefined ? `${size} ${field}` : `${size} ${trait} in ${field}`
}
