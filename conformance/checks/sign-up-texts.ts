/** Addresses, names and passwords: what openapi.yaml decided of them, and what a refused sign-up leaves. */

import { limits } from '@monitoring-service/contract'
import { recipe } from '../records/recipe.ts'
import { acceptedCredentials, freshUser, newCredentials, sharedUser } from '../records/recipes.ts'
import { statusAndCode } from '../verdict/format.ts'
import { attemptOnce, findLimit } from './support/attempts.ts'
import { suite } from './support/suite.ts'

/** Adds a subdomain, so that the address has this length. */
function lengthen(email: string, length: number): string {
  const [local, domain] = email.split('@')
  const labels = 'a'.repeat(length - email.length - 1).replace(/(a{60})a/g, '$1.')
  return `${local}@${labels}.${domain}`
}

/** A target may refuse them for that. */
const commonPasswords = ['password1', 'qwerty123', 'iloveyou1', 'Passw0rd!', 'abc12345', 'Summer2024!']

/** Signed up, in a team for which a hook has made a service. */
const ownerWithService = recipe(['sign-up'], async (builder) => {
  const owner = await sharedUser().make(builder)
  return { ...owner, serviceId: (await builder.service(owner, [])).id }
})

export const signUpTexts = suite('Sign-up', {}, ({ it }) => {
  it('SIGN-41 An address is kept in lower case, and registered in any case. (profile, 4.1f)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials, expect }) => {
    const shouting = { ...credentials, email: credentials.email.toUpperCase() }
    const { user } = await expect(visitor.signUp(shouting)).accepted()
    expect(user.email, 'user.email').toBe(credentials.email.toLowerCase())
    await expect(visitor.signUp(credentials)).refused('e-mail already registered')
  })

  it('SIGN-42 A name that is not given stays absent; an empty one is kept, null is refused. (profile, 2.1d)', {
    credentials: newCredentials,
    other: newCredentials,
  }, async ({ visitor, credentials, other, expect }) => {
    await expect(visitor.signUp({ ...credentials, name: null })).refused('invalid body')
    const { user } = await expect(visitor.signUp(credentials)).accepted()
    expect(user.name, 'user.name').toBe(undefined)
    const nameless = await expect(visitor.signUp({ ...other, name: '' })).accepted()
    expect(nameless.user.name, 'user.name').toBe('')
  })

  it('SIGN-47 Texts are stored verbatim: spaces around them, compatible letters, and all of a long name. (profile, 4.1c, 4.1d)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials: { email, password: random }, expect }) => {
    const name = ` e\u0301 ${'Ann Other \u{1f600} '.repeat(16)} `
    const password = ` ﬁ²${random}\u00e9 `
    const { user } = await expect(visitor.signUp({ email, password, name })).accepted()
    expect(user.name, 'user.name').toBe(name)
    for (const other of [password.trim(), password.normalize('NFKC')]) {
      await expect(visitor.logIn({ email, password: other })).refused('authentication failure')
    }
    await expect(visitor.logIn({ email, password })).accepted()
  })

  it('SIGN-48 An address has no spaces around it, no dots side by side, and at most 254 characters. (profile, 4.1b)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials: { email, password }, expect }) => {
    for (const odd of [
      `${email}\n`,
      ` ${email}`,
      `${email} `,
      `a..b${email}`,
      `.${email}`,
      `${email}.`,
      `${email},b@example.com`,
      lengthen(email, 255),
      `${'a'.repeat(250)}@example.com`,
    ]) {
      await expect(visitor.signUp({ email: odd, password })).refused('invalid body')
    }
    await expect(visitor.signUp({ email: lengthen(email, 254), password })).accepted()
  })

  it('SIGN-43 A password has at least 8 characters and at most 72 bytes, all of which count. (profile, 4.1c)', {
    short: newCredentials,
    long: newCredentials,
  }, async ({ visitor, short, long, expect }) => {
    const shortest = short.password.slice(-8)
    const longest = long.password.padEnd(72, 'x')
    // Neither the units of UTF-16 nor the bytes of UTF-8 make a character.
    for (const tooShort of [shortest.slice(1), '\u{1f511}'.repeat(7)]) {
      await expect(visitor.signUp({ ...short, password: tooShort })).refused('invalid body')
    }
    await expect(visitor.signUp({ ...short, password: shortest })).accepted()
    for (const tooLong of [`${longest}x`, 'é'.repeat(37)]) {
      await expect(visitor.signUp({ ...long, password: tooLong })).refused('invalid body')
    }
    await expect(visitor.signUp({ ...long, password: longest })).accepted()
    const almost = { email: long.email, password: `${longest.slice(0, -1)}y` }
    await expect(visitor.logIn(almost)).refused('authentication failure')
  })

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

  it('SIGN-24 A common password is accepted or refused, and in no response. (sound, 4.1c, 4.1e)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials: { email }, expect }) => {
    for (const [index, password] of commonPasswords.entries()) {
      await expect(visitor.signUp({ email: email.replace('@', `${index}@`), password })).answered('invalid body')
    }
  })

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
