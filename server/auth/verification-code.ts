/** Makes verification codes (Document 4.5). */
import { randomInt } from 'node:crypto'

/** Six unpredictable digits. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
