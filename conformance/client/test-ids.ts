/** Ids of objects that do not exist. */
import { randomBytes, randomUUID } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random ULID, which no object has. */
export function randomUlid(): string {
  return `0${[...randomBytes(25)].map((byte) => alphabet[byte % 32]).join('')}`
}

/** Ids of many forms, without small numbers, which an object of another team may have. */
export function unknownIds(name: string): string[] {
  return [
    randomUlid(),
    randomUlid().toLowerCase(),
    randomUUID(),
    `no-such-${name}`,
    '-1',
    '0',
    '99999999999999999999',
    'null',
    '*',
    // Properties of every object in JavaScript.
    'constructor',
    '__proto__',
    "' OR ''='",
    '{}',
    'é明\u{1f600}',
    'with space',
    'x'.repeat(255),
  ]
}

/** Ids that an HTTP server may refuse before it calls the operation. */
export const malformedIds = ['%', '../..', '\0', 'a\0b']

/** A path of no operation is another reason to refuse it. */
export const makesPath = (id: string) => id.includes('/')

const isDistinctive = (id: string) => id.length >= 16

/** Ids that differ slightly from this one; none if an object may have such an id. */
export function similarIds(id: string): string[] {
  if (!isDistinctive(id)) return []
  // No number, hexadecimal number or ULID has a U, so that it is no neighbour in a sequence of ids.
  const last = id.at(-1) === 'U' ? 'V' : 'U'
  return [id.slice(0, -1), `${id}7`, `7${id}`, id.slice(0, -1) + last, `${id},${id}`]
}

/** The ids that are unique across kinds of objects, unlike small numbers. */
export function distinctiveIds(ids: (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined).filter(isDistinctive)
}
