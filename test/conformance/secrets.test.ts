/** Secrets are redacted by value, in any encoding. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../conformance/client/redact.ts'

/** Redacts with these secrets known, each with its label. */
const redacting = (...known: [secret: string, label: string][]) => {
  const secrets = createSecrets()
  for (const [secret, label] of known) secrets.add(secret, label)
  return secrets
}

describe('a secret', () => {
  test('is replaced by its label everywhere', () => {
    const secrets = redacting(['s3cret-one', 'password'])
    expect(secrets.redact('wrong password s3cret-one, not s3cret-one')).toBe(
      'wrong password «password», not «password»',
    )
  })

  test('is found in JSON, in URLs and in base64', () => {
    const secret = 'a "quoted" ü/secret'
    const secrets = redacting([secret, 'password'])
    for (const text of [
      JSON.stringify({ secret }),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(secrets.redact(text)).toContain('«password»')
      expect(secrets.redact(text)).not.toContain('quoted')
    }
  })

  test('that contains another secret is replaced as a whole', () => {
    const secrets = redacting(['abcd', 'code'], ['abcd-and-more', 'token'])
    expect(secrets.redact('abcd-and-more abcd')).toBe('«token» «code»')
  })

  test('is collected from known properties at any depth, and from no others', () => {
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

  test('is redacted in the values and the keys of an object', () => {
    const secrets = redacting(['opensesame', 'password'])
    expect(secrets.redactDeep({ opensesame: ['say opensesame', 7, null] })).toEqual({
      '«password»': ['say «password»', 7, null],
    })
  })

  test('is not the number of a page that equals a code', () => {
    const secrets = redacting(['999999', 'verificationCode'])
    for (const text of ['/admin/deletion-requests?page=999999&limit=999999', '{"page":999999,"total": 999999}']) {
      expect(secrets.redact(text)).toBe(text)
    }
    expect(secrets.redact('{"verificationCode":999999}')).toBe('{"verificationCode":«verificationCode»}')
  })

  test('is ignored if it consists of zeros, which are in many ids', () => {
    const secrets = redacting(['000000', 'verificationCode'], ['000001', 'verificationCode'])
    expect(secrets.redact('01J000000PERS0N 000001')).toBe('01J000000PERS0N «verificationCode»')
  })

  test('is ignored if it is part of a word of the report format', () => {
    const secrets = createSecrets()
    secrets.collect([{ password: 'status' }, { password: 'stat' }, { password: 'pass' }, { password: 'documented' }])
    const tree = { status: 401, outcome: { documented: 'pass', profile: 'fail' } }
    expect(secrets.redactDeep(tree)).toEqual(tree)
  })

  test('is ignored if it is a word that checks send as an invalid value', () => {
    const secrets = createSecrets()
    secrets.collect([{ password: 'text' }, { password: 'null' }])
    expect(secrets.redactDeep({ text: 'a text or null' })).toEqual({ text: 'a text or null' })
  })

  test('has a number when its label is not unique', () => {
    const secrets = redacting(['one-secret', 'password'], ['other-secret', 'password'])
    expect(secrets.redact('one-secret other-secret')).toBe('«password» «password 2»')
  })

  test('is found at the end of a truncated text', () => {
    const secrets = redacting(['a-very-long-secret', 'password'])
    expect(secrets.redact('{"password":"a-very-lo…')).toBe('{"password":"«password»…')
    expect(secrets.redact('a-very-different end…')).toBe('a-very-different end…')
  })

  test('has its mutations redacted with the label and the kind of mutation', () => {
    const secrets = redacting(['the-key-of-keys', 'admin key'])
    secrets.addDerived('THE-KEY-OF-KEYS', { of: 'the-key-of-keys', description: 'in the other case' })
    secrets.addDerived('the-key-of-key', { of: 'the-key-of-keys', description: 'cut off' })
    expect(secrets.redact('the-key-of-keys THE-KEY-OF-KEYS the-key-of-key')).toBe(
      '«admin key» «admin key, in the other case» «admin key, cut off»',
    )
  })

  test('of three characters is ignored', () => {
    const secrets = redacting(['the', 'password'])
    expect(secrets.redact('the report')).toBe('the report')
  })

  test('of a few letters is replaced where it stands apart, and not inside an id or a word', () => {
    const secrets = redacting(['7000', 'password'], ['verify', 'code'])
    const text = 'incident70001 7000-a «7000» {"password":"7000"} verifying'
    expect(secrets.redact(text)).toBe('incident70001 7000-a ««password»» {"password":"«password»"} verifying')
    for (const escaped of ['"\\n7000"', '?q=%207000', '"\\u00e97000"', 'user:7000', 'verify']) {
      expect(secrets.redact(escaped)).not.toMatch(/7000|verify/)
    }
  })

  test('of eight characters is replaced also inside a word', () => {
    expect(redacting(['hunter2-', 'password']).redact('xhunter2-x')).toBe('x«password»x')
  })

  test('is ignored if it is the name of the field that carries it', () => {
    const secrets = createSecrets()
    const body = { password: 'password' }
    secrets.collect(body)
    expect(secrets.redactDeep(body)).toEqual(body)
  })

  test('has the name of its owner in the label, once the owner is known', () => {
    const secrets = createSecrets()
    const body = { accessToken: 'a-token-of-some-user' }
    secrets.collect(body)
    secrets.collect(body, 'reader')
    secrets.collect(body, 'reader')
    secrets.collect({ accessToken: 'another-token' }, 'reader')
    expect(secrets.redact('a-token-of-some-user another-token')).toBe('«reader accessToken» «reader accessToken 2»')
    expect(secrets.list().map(({ label }) => label)).toEqual(['reader accessToken', 'reader accessToken 2'])
  })

  test('that a request sends first is labelled with the password that it was made from', () => {
    const secrets = createSecrets()
    const password = 'Kx7!-abcdefghijk'
    secrets.collect({ password }, 'reader')
    const changed = [`${password}\u00e9x`, password.toUpperCase(), `${password} `, password.slice(0, -2)]
    for (const one of [...changed, password, `${password.slice(0, -1)}8`, 'Another-password']) {
      secrets.collectSent({ password: one })
    }
    expect(secrets.list().map(({ label }) => label)).toEqual([
      'reader password',
      'reader password and more, 18 letters in all',
      'reader password, in another case',
      'reader password, with other spaces',
      'reader password, without the last 2',
      'reader password, changed',
      'password',
    ])
    expect(secrets.redact(changed[0] ?? '')).toBe('«reader password and more, 18 letters in all»')
  })
})

test('a text is redacted in time that grows with its length, however many secrets begin alike', () => {
  /** In microseconds of the processor. */
  function measure(count: number): number {
    const known = Array.from({ length: count }, (_, index) => `aaaa-bbbb-${index}-cccc`)
    const { user } = process.cpuUsage()
    const redacted = redacting(...known.map((secret): [string, string] => [secret, 'token'])).redact(known.join())
    expect(redacted.endsWith(`,«token ${count}»`)).toBe(true)
    return process.cpuUsage().user - user
  }
  measure(2000)
  // Ten times as many secrets, in a text that is ten times as long; a comparison with each would take a hundred times as long.
  expect(measure(20_000) / measure(2000)).toBeLessThan(40)
})
