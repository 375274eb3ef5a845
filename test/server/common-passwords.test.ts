/** Passwords that attackers try first. */
import { expect, it } from 'vitest'
import { isCommon } from '../../server/auth/common-passwords.ts'

it('A password of the list is common, in any case, and so are blanks', async () => {
  for (const text of ['password', 'PassWord', '12345678', 'password1', ' '.repeat(12)]) {
    expect([text, await isCommon(text)]).toEqual([text, true])
  }
})

it('Another password is not, even if it contains one of the list', async () => {
  for (const text of ['an-uncommon-password', ' password', 'password password', 'x'.repeat(72)]) {
    expect([text, await isCommon(text)]).toEqual([text, false])
  }
})
