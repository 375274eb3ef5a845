/** Secrets are kept out of reports by value, however they are written. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../conformance/client/redact.ts'

describe('A secret', () => {
  test('is replaced by its label wherever it appears.', () => {
    const secrets = createSecrets()
    secrets.add('s3cret-one', 'password')
    expect(secrets.redact('wrong password s3cret-one, not s3cret-one')).toBe(
      'wrong password «password», not «password»',
    )
  })

  test('is found in JSON, in URLs and in base64, too.', () => {
    const secrets = createSecrets()
    const secret = 'a "quoted" ü/secret'
    secrets.add(secret, 'password')
    for (const text of [
      JSON.stringify({ secret }),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(secrets.redact(text)).toContain('«password»')
      expect(secrets.redact(text)).not.toContain('quoted')
    }
  })

  test('that contains another one leaves nothing behind.', () => {
    const secrets = createSecrets()
    secrets.add('abcd', 'code')
    secrets.add('abcd-and-more', 'token')
    expect(secrets.redact('abcd-and-more abcd')).toBe('«token» «code»')
  })

  test('is learned from the properties that hold one, at any depth, and from no others.', () => {
    const secrets = createSecrets()
    const body = {
      user: { email: 'ada@example.com' },
      tokens: [{ accessToken: 'AAAA1111' }],
      error: { code: 'SOME_CODE' },
    }
    secrets.collect(body)
    expect(secrets.redact(JSON.stringify(body))).toBe(
      '{"user":{"email":"ada@example.com"},"tokens":[{"accessToken":"«accessToken»"}],"error":{"code":"SOME_CODE"}}',
    )
  })

  test('is redacted in every text of a tree, its keys among them.', () => {
    const secrets = createSecrets()
    secrets.add('opensesame', 'password')
    expect(secrets.redactDeep({ opensesame: ['say opensesame', 7, null] })).toEqual({
      '«password»': ['say «password»', 7, null],
    })
  })

  test('is no word that a report is built of, nor a part of one: a report would lose its shape.', () => {
    const secrets = createSecrets()
    secrets.collect([{ password: 'status' }, { password: 'stat' }, { password: 'pass' }, { password: 'documented' }])
    const tree = { status: 401, outcome: { documented: 'pass', profile: 'fail' } }
    expect(secrets.redactDeep(tree)).toEqual(tree)
  })

  test('is no word that a check sends in place of one, which would hide the names of a report, too.', () => {
    const secrets = createSecrets()
    secrets.collect([{ password: 'text' }, { password: 'null' }])
    expect(secrets.redactDeep({ text: 'a text or null' })).toEqual({ text: 'a text or null' })
  })

  test('is told from others of its kind by a number.', () => {
    const secrets = createSecrets()
    for (const secret of ['one-secret', 'other-secret']) secrets.add(secret, 'password')
    expect(secrets.redact('one-secret other-secret')).toBe('«password» «password 2»')
  })

  test('is found where a text was cut in the middle of it.', () => {
    const secrets = createSecrets()
    secrets.add('a-very-long-secret', 'password')
    expect(secrets.redact('{"password":"a-very-lo…')).toBe('{"password":"«password»…')
    expect(secrets.redact('a-very-different end…')).toBe('a-very-different end…')
  })

  test('hides what was made of it, by the name of the secret and how it was made.', () => {
    const secrets = createSecrets()
    secrets.add('the-key-of-keys', 'admin key')
    secrets.addDerived('THE-KEY-OF-KEYS', { of: 'the-key-of-keys', description: 'in the other case' })
    secrets.addDerived('the-key-of-key', { of: 'the-key-of-keys', description: 'cut off' })
    expect(secrets.redact('the-key-of-keys THE-KEY-OF-KEYS the-key-of-key')).toBe(
      '«admin key» «admin key, in the other case» «admin key, cut off»',
    )
  })

  test('of three letters is no secret: it would blacken half of a report.', () => {
    const secrets = createSecrets()
    secrets.add('the', 'password')
    expect(secrets.redact('the report')).toBe('the report')
  })
})
