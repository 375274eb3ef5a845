/** Generates ULIDs, the ids of users (Document 2.1). */
import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newId(): string {
  const time = Array.from({ length: 10 }, (_, i) => letters[Math.floor(Date.now() / 32 ** (9 - i)) % 32])
  const random = Array.from(randomBytes(16), (byte) => letters[byte % 32])
  return [...time, ...random].join('')
}
