/** Addresses, names and passwords: what openapi.yaml decided of them, and what a refused sign-up leaves. */

import { limits } from '@monitoring-service/contract'
import { commonPasswords } from '../document/signup.ts'
import { recipe } from '../records/recipe.ts'
import { acceptedCredentials, freshUser, newCredentials, sharedUser } from '../records/recipes.ts'
import { statusAndCode } from '../verdict/format.ts'
import { attemptOnce, findLimit } from './support/attempts.ts'
import { each, either, logsIn, refused, scenarios, signsUp } from './support/scenario.ts'

/** Signed up, in a team for which a hook has made a service. */
const ownerWithService = recipe(['sign-up'], async (builder) => {
  const owner = await sharedUser().make(builder)
  return { ...owner, serviceId: (await builder.service(owner, [])).id }
})

/** Adds a subdomain, so that the address has this length. */
function lengthen(email: string, length: number): string {
  const [local, domain] = email.split('@')
  const labels = 'a'.repeat(length - email.length - 1).replace(/(a{60})a/g, '$1.')
  return `${local}@${labels}.${domain}`
}

const registered = 'e-mail already registered'
const wrong = 'authentication failure'
const invalid = 'invalid body'

export const signUpTexts = scenarios('Sign-up', {}, ({ it, scenario }) => {
  scenario(
    'SIGN-41 An address is kept in lower case, and registered in any case. (profile, 4.1f)',
    { credentials: newCredentials },
    ({ credentials }) => [
      signsUp({ ...credentials, email: credentials.email.toUpperCase() }),
      refused(registered, signsUp(credentials)),
    ],
  )

  scenario(
    'SIGN-42 A name that is not given stays absent; an empty one is kept, null is refused. (profile, 2.1d)',
    { credentials: newCredentials, other: newCredentials },
    ({ credentials, other }) => [
      refused(invalid, signsUp({ ...credentials, name: null })),
      signsUp(credentials),
      signsUp({ ...other, name: '' }),
    ],
  )

  scenario(
    'SIGN-47 Texts are stored verbatim: spaces around them, compatible letters, and all of a long name. (profile, 4.1c, 4.1d)',
    { credentials: newCredentials },
    ({ credentials: { email, password: random } }) => {
      const name = ` e\u0301 ${'Ann Other \u{1f600} '.repeat(16)} `
      const password = ` ﬁ²${random}\u00e9 `
      return [
        signsUp({ email, password, name }),
        refused(
          wrong,
          each([password.trim(), password.normalize('NFKC')], (other) => logsIn({ email, password: other })),
        ),
        logsIn({ email, password }),
      ]
    },
  )

  scenario(
    'SIGN-48 An address has no spaces around it, no dots side by side, and at most 254 characters. (profile, 4.1b)',
    { credentials: newCredentials },
    ({ credentials: { email, password } }) => {
      const odd = [
        ...[`${email}\n`, ` ${email}`, `${email} `, `a..b${email}`, `.${email}`, `${email}.`, `${email},b@example.com`],
        lengthen(email, 255),
        `${'a'.repeat(250)}@example.com`,
      ]
      return [
        refused(
          invalid,
          each(odd, (address) => signsUp({ email: address, password })),
        ),
        signsUp({ email: lengthen(email, 254), password }),
      ]
    },
  )

  scenario(
    'SIGN-43 A password has at least 8 characters and at most 72 bytes, all of which count. (profile, 4.1c)',
    { short: newCredentials, long: newCredentials },
    ({ short, long }) => {
      const shortest = short.password.slice(-8)
      const longest = long.password.padEnd(72, 'x')
      return [
        // Neither the units of UTF-16 nor the bytes of UTF-8 make a character.
        refused(
          invalid,
          each([shortest.slice(1), '\u{1f511}'.repeat(7)], (password) => signsUp({ ...short, password })),
        ),
        signsUp({ ...short, password: shortest }),
        refused(
          invalid,
          each([`${longest}x`, 'é'.repeat(37)], (password) => signsUp({ ...long, password })),
        ),
        signsUp({ ...long, password: longest }),
        refused(wrong, logsIn({ ...long, password: `${longest.slice(0, -1)}y` })),
      ]
    },
  )

  it('SIGN-14 A sign-up that is refused leaves nothing behind: the same address can sign up afterwards. (sound, 4.1a, 4.1e)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials: { email, password }, expect }) => {
    let free = email
    for (const wrong of [
      { role: 'admin' },
      { name: 'a lone \ud800 surrogate' },
      { name: 'a NUL \0' },
      { name: 'a'.repeat(201) },
      { name: 'a'.repeat(2000) },
      { password: 'a1' },
      // No message may quote it.
      { password: 'q7!Zk4w' },
      { email: [free] },
    ]) {
      const call = visitor.signUp({ email: free, password, ...wrong })
      const created = await expect(call).answered()
      expect.profile(statusAndCode(await call), 'the response').toBe('400 VALIDATION_ERROR')
      // The document leaves open which of these bodies are invalid; an account takes its address.
      if (created) free = free.replace('@', 'x@')
    }
    await expect(visitor.signUp({ email: free, password })).accepted()
  })

  scenario(
    'SIGN-24 A common password is accepted or refused, and in no response. (sound, 4.1c, 4.1e)',
    { credentials: newCredentials },
    ({ credentials: { email } }) =>
      either(each(commonPasswords, (password, index) => signsUp({ email: email.replace('@', `${index}@`), password }))),
  )

  it('SIGN-09 However often a registered address is repeated, it is refused; after ten tries for that, while its user can log in. (4.1f, 4.2a, 7a)', {
    taken: freshUser(),
    other: sharedUser(),
  }, async ({ visitor, taken, other, expect, withoutRetry }) => {
    const signUp = ({ email, password }: { email: string; password: string }) => visitor.signUp({ email, password })
    let isLimited = false
    // The sign-up that made the account counts, too. The limit of others may be lower.
    for (let tried = 1; tried < limits.attempts && !isLimited; tried++) {
      const call = attemptOnce(withoutRetry, signUp, taken, other)
      await expect(call).refused()
      await expect.profile(call).refused('e-mail already registered')
      isLimited = (await call).response.status === 429
    }
    if (!isLimited) {
      const again = () => attemptOnce(withoutRetry, signUp, taken, other)
      const { limit, seen } = await findLimit(expect, limits.attempts, again)
      expect.profile(limit, 'the number of sign-ups with one address until one is too many', seen).toBe(limits.attempts)
      if (limit === limits.attempts) await expect.profile(again()).refused('too many tries')
    }
    const logIn = ({ email, password }: { email: string; password: string }) => visitor.logIn({ email, password })
    await expect.profile(attemptOnce(withoutRetry, logIn, taken, other)).accepted()
  })

  it('SIGN-46 A new team is on the free plan. (profile, 1a)', {
    owner: ownerWithService,
  }, async ({ owner, expect }) => {
    await expect(owner.resetService(owner.serviceId)).refused('free plan')
  })
})
