/** Document 4 and 7: every value is accepted, or refused in the shape of part 7; nothing crashes. */

import { hostileTexts } from '../client/hostile-texts.ts'
import { incident, newCredentials, service, user, writer } from '../records/recipes.ts'
import { suite } from './support/suite.ts'

/** Values that are not text. */
const others: Record<string, unknown> = {
  null: null,
  true: true,
  zero: 0,
  'a large number': 1e308,
  'an empty list': [],
  'a list': ['text'],
  'an empty object': {},
  'an operator': { $ne: null },
  'a deep list': JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
}

const anything = { ...hostileTexts, ...others }

/** Values that are neither dates nor numbers. */
const inQueries = [
  ...Object.values(hostileTexts).filter((text) => text.isWellFormed()),
  '-1',
  'NaN',
  'null',
  '0000-00-00',
  '99999-01-01',
]

export const hostile = suite('Errors', {}, ({ it }) => {
  it('ERROR-03 Every value in a log-in leads to success or a refusal. (4.2b, 7a, 7c)', {
    unregistered: newCredentials,
  }, async ({ visitor, unregistered, expect }) => {
    for (const value of Object.values(anything)) {
      await expect(visitor.logIn({ ...unregistered, email: value })).answered()
    }
    for (const password of Object.values(others)) await expect(visitor.logIn({ ...unregistered, password })).answered()
  })

  it('ERROR-04 Every password for an existing account leads to success or a refusal. (4.2c, 4.5g, 7a)', {
    one: user,
    two: user,
  }, async ({ visitor, one, two, expect }) => {
    // Few enough not to be rate-limited.
    const few = ['', 'a\0b', 'a\ud800b', 'x'.repeat(100), 'x'.repeat(5000), '\u{1f600}']
    for (const password of few) await expect(visitor.logIn({ email: one.email, password })).answered()
    for (const password of few) await expect(two.deleteAccount({ password })).answered()
    await expect.sound(visitor.logIn({ email: one.email, password: `${one.password}\0x` })).refused()
    await expect.sound(two.deleteAccount({ password: `${two.password}\0x` })).refused()
  })

  it('ERROR-05 Every value and property in a sign-up leads to success or a refusal. (4.1e, 7a, 7c)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials, expect }) => {
    for (const email of Object.values(anything)) await expect(visitor.signUp({ ...credentials, email })).answered()
    // Beside an invalid address, a text is not reached.
    const email = 'no-address'
    for (const value of Object.values(others)) {
      await expect(visitor.signUp({ email, password: value })).answered()
      await expect(visitor.signUp({ ...credentials, email, name: value })).answered()
    }
    // A registered address saves the target a password hash for each.
    const names = ['a\0b', 'a\ud800b', 'x'.repeat(5000), null, { text: 'text' }]
    const inherited = JSON.parse('{"__proto__":{"name":"Ann"},"constructor":null}')
    for (const [index, more] of [...names.map((name) => ({ name })), inherited].entries()) {
      const own = credentials.email.replace('@', `-${index}@`)
      await expect(visitor.signUp({ ...credentials, email: own, ...more })).answered()
    }
    for (const [index, password] of ['a\0b-and-more', 'x'.repeat(5000), null].entries()) {
      const own = credentials.email.replace('@', `+${index}@`)
      await expect(visitor.signUp({ email: own, password })).answered()
    }
  })

  it('ERROR-06 Every cause leads to success or a refusal, and the incident is resolved once. (4.3d, 3.1d, 7a)', {
    incident: incident(),
    caller: writer,
  }, async ({ incident, caller, expect }) => {
    let isResolved = false
    for (const cause of Object.values({ ...others, ...hostileTexts })) {
      const call = caller.resolve(incident.id, { cause })
      if (isResolved) await expect(call).refused()
      else isResolved = (await expect(call).answered()) !== undefined
    }
  })

  for (const [id, name, value] of [
    ['ERROR-07', 'a NUL', 'a\0b'],
    ['ERROR-08', 'five thousand letters', 'x'.repeat(5000)],
    ['ERROR-14', 'almost ten thousand letters of several bytes', '\u00e9\u660e \u{1f600}'.repeat(2499)],
    ['ERROR-13', 'a lone surrogate', 'a\ud800b'],
    ['ERROR-09', 'quotes and templates', `'";--\\{{7*7}}\${7*7}%s%n`],
  ] as const) {
    it(`${id} A cause with ${name} is accepted or refused. (4.3d, 7a)`, {
      incident: incident(),
      caller: writer,
    }, async ({ incident, caller, expect }) => {
      const answer = await expect(caller.resolve(incident.id, { cause: value })).answered('invalid body')
      if (!answer) return
      expect(answer.incident.cause, 'incident.cause').toBeWhole(value)
      expect.sound(answer.incident.cause, 'incident.cause').toKeep(value)
      expect.profile(answer.incident.cause, 'incident.cause').toBe(value)
    })
  }

  it('ERROR-10 Every proof leads to success or a refusal. (4.5e, 5d, 7a)', {
    user: user,
  }, async ({ user, expect }) => {
    for (const value of Object.values(anything)) {
      await expect(user.deleteAccount({ verificationCode: value })).refused()
    }
    for (const value of Object.values(others)) await expect(user.deleteAccount({ password: value })).refused()
    for (const both of [null, '', 'text', 0]) {
      await expect(user.deleteAccount({ password: both, verificationCode: both })).refused()
    }
  })

  it('ERROR-11 Every date leads to success or a refusal. (4.7g, 4.8g, 7a)', {
    thing: service(),
    caller: writer,
  }, async ({ thing, caller, expect }) => {
    for (const value of ['0001-01-01', '2262-04-12', '9999-12-31', ...inQueries]) {
      const query = `before=${encodeURIComponent(value)}`
      await expect(caller.resetService(thing.id, query)).answered('invalid query')
      await expect(caller.resetMonitor(thing.monitors[0]?.id ?? '', query)).answered('invalid query')
    }
  })
})
