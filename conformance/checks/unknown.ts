/** Ids that nothing has. */
import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID that was never given away; implementations with other ids have none like it. */
export function ulid(): string {
  return `0${[...randomBytes(25)].map((byte) => alphabet[byte % 32]).join('')}`
}
