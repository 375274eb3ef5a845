/** Ids that nothing has. */
import { randomBytes, randomUUID } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID that was never given away; implementations with other ids have none like it. */
export function randomUlid(): string {
  return `0${[...randomBytes(25)].map((byte) => alphabet[byte % 32]).join('')}`
}

/** Ids of every kind, and what is none. Small numbers are not among them: somebody else may have such a one. */
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
    "' OR ''='",
    '{}',
    'é明\u{1f600}',
    'with space',
    'x'.repeat(255),
  ]
}

/** Ids that a server may refuse, in words of its own, before anybody looks for them. */
export const malformedIds = ['%', '../..', '\0', 'a\0b']

/** Whether an id is so long that nobody has one like it by chance. */
function isDistinctive(id: string): boolean {
  return id.length >= 16
}

/** Ids that are almost this one; none, if somebody may have such a one. */
export function similarIds(id: string): string[] {
  if (!isDistinctive(id)) return []
  const last = id.at(-1) === '7' ? '8' : '7'
  return [id.slice(0, -1), `${id}7`, `7${id}`, id.slice(0, -1) + last, `${id},${id}`]
}

/** The ids that are not taken by something of another kind, too, as numbers may be. */
export function distinctiveIds(ids: (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined).filter(isDistinctive)
}
