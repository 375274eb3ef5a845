/** The words of notes; no other place makes them. */
import { count } from '../verdict/count.ts'
import type { Before, Effect, Note, Property } from '../verdict/notes/note.ts'

/** @param check the one that has the finding: its name goes without saying. */
export function wordsOfNote(note: Note, check: string): string {
  const placeOf = (one: { check: string; step: number }) =>
    `step ${one.step}${one.check === check ? '' : ` of ${one.check}`}`
  if ('sameAs' in note) return `the same as in step ${note.step} of ${note.sameAs}: begin there`
  if ('wrongIf' in note) return wordsOfContrast(note)
  if ('offset' in note) {
    const size = note.isTime ? duration(Math.abs(note.offset)) : `${Math.abs(note.offset)}`
    const side = note.offset > 0 ? (note.isTime ? 'late' : 'high') : note.isTime ? 'early' : 'low'
    return `${size} too ${side} in ${note.wrong} of the ${count(note.of, 'wrong value')} of this run`
  }
  if ('explainedBy' in note) return `${placeOf(note)} would explain it, if ${effects[note.explainedBy]}`
  if ('of' in note) {
    return note.of === note.wrong
      ? `wrong in each of the ${note.of} calls of this run that it is about`
      : `sometimes: wrong in ${note.wrong} of ${note.of} calls, some of which do not differ in anything that the kit knows`
  }
  const differences = note.nearestRight.map((property) => wordsOfProperty(property))
  return `right in ${placeOf(note)}, which is most similar and differs in this: ${differences.join(', ')}`
}

const places: Record<Before, string> = {
  'object before': 'on the object',
  'related before': 'on another object of its monitor or service',
  'caller before': 'by the caller',
}

const effects: Record<Effect, string> = {
  applied: 'this refused call took effect all the same',
  lost: 'this accepted call had no lasting effect',
  spread: 'this call on another object took effect on this one, too',
}

function wordsOfContrast(note: Extract<Note, { wrongIf: unknown }>): string {
  const { wrongIf, wrong, right, otherWrong, otherRight } = note
  const named = wrongIf.map((all) => all.map(wordsOfProperty).join(' and ')).join(', or ')
  const often =
    right > 0 ? `${wrong} of the ${wrong + right} calls` : wrong === 1 ? 'the one call' : `all ${wrong} calls`
  const others =
    otherWrong > 0 ? `wrong in ${otherWrong} of ${otherWrong + otherRight} others` : `right in ${otherRight} others`
  return `wrong in ${often} ${named}; ${others}`
}

export function wordsOfProperty(property: Property): string {
  const { of, field, is, not } = property
  const no = not ? 'not ' : ''
  switch (of) {
    case 'request':
      return field === 'simultaneous'
        ? `${no}at the same time as others`
        : `with ${is === undefined ? 'a' : is === 'absent' ? 'no' : `an ${is}`} body`
    case 'body':
    case 'query':
      return `${not ? 'without' : 'with'} ${wordsOfValue(property)}`
    case 'header':
      return `${not ? 'without' : 'with'} the header ${wordsOfValue(property)}`
    case 'object':
      if (field === 'team') return is === 'another' ? 'on an object of another team' : 'on an object of the own team'
      return field === 'id'
        ? 'with an id that the kit made no record with'
        : `on an object ${not ? 'without' : 'with'} ${wordsOfValue(property)}`
    case 'caller':
      if (field !== 'credential') return `by a caller ${not ? 'without' : 'with'} ${wordsOfValue(property)}`
      return is === null ? 'without a credential' : `with a wrong credential (${is})`
    case 'response':
      return `${no}answered with ${is}`
    case 'run':
      return property.atLeast === undefined
        ? `up to call ${property.atMost} of the run`
        : `from call ${property.atLeast} of the run on`
  }
  const where = places[of]
  if (field === 'time') return `${wordsOfRange(property)} after the last call ${where}`
  if (field === 'calls') return `after ${wordsOfRange(property)} ${is} calls ${where}`
  return `${no}after ${is === 'accepted' ? 'an' : 'a'} ${is} ${field}${property.has === undefined ? '' : ` with ${property.has}`} ${where}`
}

function wordsOfValue(property: Property): string {
  const { field, is, has, atLeast, atMost } = property
  if (atLeast !== undefined || atMost !== undefined) return `${field} of ${wordsOfRange(property)}`
  if (has !== undefined) return `${/^\W$/.test(has) ? `"${has}"` : has} in ${field}`
  return is === undefined ? field : `${field} ${JSON.stringify(is)}`
}

function wordsOfRange({ atLeast, atMost, has }: Property): string {
  const size = atLeast ?? atMost ?? 0
  const text = has === 'ms' ? duration(size) : has === undefined ? `${size}` : `${size} ${has}`
  return `${text} or ${atLeast === undefined ? 'less' : 'more'}`
}

/** In the largest unit that makes it at least one. */
function duration(milliseconds: number): string {
  const units: [unit: string, size: number][] = [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ]
  const [unit, size] = units.find(([, least]) => milliseconds >= least) ?? ['ms', 1]
  return `${Math.round((10 * milliseconds) / size) / 10} ${unit}`
}
