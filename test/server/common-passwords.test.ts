/** Passwords that attackers try first. */
import { expect, it } from 'vitest'
import { isCommon } from '../../server/auth/common-passwords.ts'

it('Another password than those of the list is not common, even if it contains one of the list', async () => {
  for (const text of ['an-uncommon-password', ' password', 'password password', 'x'.repeat(72)]) {
    expect([text, await isCommon(text)]).toEqual([text, false])
  }
})
