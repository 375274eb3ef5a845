/** Secrets are kept out of reports by value, however they are written. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../conformance/secrets.ts'

describe('A secret', () => {
  test('is replaced by its label wherever it appears.', () => {
    const secrets = createSecrets()
    secrets.add('s3cret-one', 'password')
    expect(secrets.redact('wrong password s3cret-one, not s3cret-one')).toBe(
      'wrong password «password 1», not «password 1»',
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
      expect(secrets.redact(text)).toContain('«password 1»')
      expect(secrets.redact(text)).not.toContain('quoted')
    }
  })

  test('that contains another one leaves nothing behind.', () => {
    const secrets = createSecrets()
    secrets.add('abcd', 'code')
    secrets.add('abcd-and-more', 'token')
    expect(secrets.redact('abcd-and-more abcd')).toBe('«token 1» «code 1»')
  })

  test('is learned from the properties that hold one, at any depth, and from no others.', () => {
    const secrets = createSecrets()
    const body = {
      user: { email: 'ada@example.com' },
      tokens: [{ accessToken: 'AAAA1111' }],
      error: { code: 'SOME_CODE' },
    }
    secrets.harvest(body)
    expect(secrets.redact(JSON.stringify(body))).toBe(
      '{"user":{"email":"ada@example.com"},"tokens":[{"accessToken":"«accessToken 1»"}],"error":{"code":"SOME_CODE"}}',
    )
  })

  test('is redacted in every text of a tree, its keys among them.', () => {
    const secrets = createSecrets()
    secrets.add('opensesame', 'password')
    expect(secrets.redactAll({ opensesame: ['say opensesame', 7, null] })).toEqual({
      '«password 1»': ['say «password 1»', 7, null],
    })
  })

  test('of three letters is no secret: it would blacken half of a report.', () => {
    const secrets = createSecrets()
    secrets.add('the', 'password')
    expect(secrets.redact('the report')).toBe('the report')
  })
})
