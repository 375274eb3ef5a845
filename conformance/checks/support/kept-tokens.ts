/** Access tokens after something else has happened to the account. */

import type { Exchange } from '../../client/http.ts'
import type { Expect } from '../../verdict/expect.ts'
import { statusAndCode } from '../../verdict/format.ts'

/** A request that is refused changes nothing, so that the token of its caller stays valid: no later call is the first with 401. */
export function expectTokenKept(expect: Expect, before: Exchange, after: Exchange): void {
  const isLost = before.response.status !== 401 && after.response.status === 401
  const observation = `before: ${statusAndCode(before)}; after: ${statusAndCode(after)}`
  expect.sound(isLost, 'the refused request took the token of its caller', observation).toHold(false)
}

/** A user, a team, a time and a signature need more bytes. */
const mostBytesOfReference = 36

/**
 * True if the target must look the token up. A longer one may contain all it needs, and be valid until it expires: the
 * document leaves that open.
 */
export function isReference(token = ''): boolean {
  const bytes = token.length * (/^[\da-f-]+$/i.test(token) ? 1 / 2 : 3 / 4)
  return bytes <= mostBytesOfReference
}
