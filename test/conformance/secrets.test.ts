/** Secrets are redacted by value, in any encoding. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../conformance/client/redact.ts'
import { toCheckResult } from '../../conformance/report/check-result.ts'
import { reveal } from '../../conformance/report/shell.ts'
import type { CheckRun } from '../../conformance/verdict/check.ts'

/** Redacts with these secrets known, each with its label. */
const redacting = (...known: [secret: string, label: string][]) => {
  const secrets = createSecrets()
  for (const [secret, label] of known) secrets.add(secret, label)
  return secrets
}

describe('a secret', () => {
  test.each<[what: string, known: { [secret: string]: string }, text: string, redacted: string]>([
    ['is replaced everywhere', { 's3cret-1': 'key' }, 'not s3cret-1, nor s3cret-1', 'not «key», nor «key»'],
    ['with another in it is one', { abcd: 'code', 'abcd-more': 'token' }, 'abcd-more abcd', '«token» «code»'],
    ['of zeros, which ids have, is ignored', { '000000': 'a', '000001': 'code' }, 'P000000P 000001', 'P000000P «code»'],
    ['is numbered if its label is known', { 'one-secret': 'a', 'other-one': 'a' }, 'one-secret other-one', '«a» «a 2»'],
    ['is found at the end of a truncated text', { 'a-very-long-secret': 'key' }, '{"a":"a-very-lo…', '{"a":"«key»…'],
    ['is not the end of another', { 'a-very-long-secret': 'key' }, 'a-very-different…', 'a-very-different…'],
    ['of three characters is ignored', { the: 'key' }, 'the report', 'the report'],
    ['of eight is found inside a word', { 'hunter2-': 'key' }, 'xhunter2-x', 'x«key»x'],
  ])('%s', (_, known, text, redacted) => {
    expect(redacting(...Object.entries(known)).redact(text)).toBe(redacted)
  })

  test('is found in JSON, HTML, URLs, base64 and hexadecimal', () => {
    const secret = 'a "quoted" ü/secret'
    const secrets = redacting([secret, 'password'])
    for (const text of [
      'a &quot;quoted&quot; ü/secret',
      encodeURIComponent(secret),
      'a%20%22quoted%22%20%c3%bc%2fsecret',
      `${new URLSearchParams({ secret })}`,
      ...(['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(secret).toString(encoding)),
    ]) {
      expect(secrets.redact(text)).toContain('«password, beyond ASCII»')
      expect(secrets.redact(text)).not.toContain('quoted')
    }
  })

  test('has the form that was sent in a command line: escaped in JSON, and verbatim if it reveals nothing', () => {
    const secrets = redacting(['two\nlines', 'password'], ['the-token', 'token'])
    const exchangeOf = (credential: string, invalidCredential?: object) => ({
      request: {
        ...{ method: 'POST', path: '/x', url: 'http://a/x', body: JSON.stringify({ password: 'two\nlines' }) },
        headers: { authorization: `Bearer ${credential}` },
        invalidCredential,
      },
      response: { status: 200, headers: {}, text: '' },
      started: new Date(),
    })
    const steps = [exchangeOf('the-token'), exchangeOf('made-up', { description: 'a random token' })]
    const run = { check: {}, record: { findings: [], asserted: {}, steps }, completion: { kind: 'ran' } }
    const transport = { token: { header: 'Authorization', value: 'Bearer {token}' }, admin: { header: 'X', value: '' } }
    const { steps: shown } = toCheckResult(run as unknown as CheckRun, transport, secrets)
    const revealed = shown.map(({ curl }) => reveal(curl, secrets).replace(/^.*-H /, ''))
    const data = `--data-raw '{"password":"two\\nlines"}'`
    expect(revealed).toEqual([`'authorization: Bearer the-token' ${data}`, `'authorization: Bearer made-up' ${data}`])
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

  test('is ignored if it is a word of the report format, one that checks send, or the name of its field', () => {
    const secrets = createSecrets()
    const words = ['status', 'stat', 'pass', 'documented', 'text', 'null', 'password']
    secrets.collect(words.map((password) => ({ password })))
    const tree = { status: 401, outcome: { documented: 'pass', password: 'password' }, text: 'a text or null' }
    expect(secrets.redactDeep(tree)).toEqual(tree)
  })

  test('has its mutations redacted with the label and the kind of mutation', () => {
    const secrets = redacting(['the-key-of-keys', 'admin key'])
    secrets.addDerived('THE-KEY-OF-KEYS', { of: 'the-key-of-keys', description: 'in the other case' })
    secrets.addDerived('the-key-of-key', { of: 'the-key-of-keys', description: 'cut off' })
    expect(secrets.redact('the-key-of-keys THE-KEY-OF-KEYS the-key-of-key')).toBe(
      '«admin key» «admin key, in the other case» «admin key, cut off»',
    )
  })

  test('of a few letters is replaced where it stands apart, and not inside an id or a word', () => {
    const secrets = redacting(['7000', 'password'], ['verify', 'code'])
    const text = 'incident70001 7000-a «7000» {"password":"7000"} verifying'
    expect(secrets.redact(text)).toBe('incident70001 7000-a ««password»» {"password":"«password»"} verifying')
    for (const escaped of ['"\\n7000"', '?q=%207000', '"\\u00e97000"', 'user:7000', 'verify']) {
      expect(secrets.redact(escaped)).not.toMatch(/7000|verify/)
    }
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

  test('that a request sends first is labelled with the password that it was made from, and with what is unusual about it', () => {
    const secrets = createSecrets()
    const password = 'Kx7!-abcdefghijk'
    secrets.collect({ password }, 'reader')
    const changed = [`${password}\u00e9x`, password.toUpperCase(), `${password} `, password.slice(0, -2)]
    for (const one of [...changed, password, `${password.slice(0, -1)}8`, `Another-password${'.'.repeat(60)}`]) {
      secrets.collectSent({ password: one })
    }
    expect(secrets.list().map(({ label }) => label)).toEqual([
      'reader password',
      'reader password and more, 18 letters in all, beyond ASCII',
      'reader password, in another case',
      'reader password, with other spaces, spaces around',
      'reader password, without the last 2',
      'reader password, changed',
      'password, longer than 72 bytes',
    ])
    expect(secrets.redact(changed[0] ?? '')).toBe('«reader password and more, 18 letters in all, beyond ASCII»')
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
