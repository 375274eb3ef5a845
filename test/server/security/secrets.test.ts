/** The operator's secrets: weak ones are rejected, and a rotation locks no caller out. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { symlink, writeFile } from 'node:fs/promises'
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../server/read-settings.ts'
import { serveWith } from '../../support/configured-server.ts'
import { folderOfTest } from '../../support/folder-test.ts'
import { type Environment, secrets } from '../../support/process.ts'
import { transmit } from '../../support/raw-http.ts'

const one = '8f0c2b7d91e64a35c7e1d20496bf3a58'
const two = '5b9d3e7f10c2a684a1b7c93d5e2f4068'
const key = '3F61D0A89C7E42B5816A0DE9F4C2B73D'
const nextKey = 'C49A17E05B3D862F7D10E8A4936BF25C'
const spring = '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970'

const readSecrets = (env: Environment, isDemo: boolean) =>
  readSettings(isDemo ? ['--demo'] : ['--store', 'memory:'], { UPGRADE_URL: demo.upgradeUrl, ...env })

describe('A secret', () => {
  const weak: [string, string[]][] = [
    ['is not set', ['']],
    ['is shorter than 32 characters', [one.slice(1), 'hunter2']],
    [
      'has other characters than printable ASCII without spaces',
      ['ключ-ключ-ключ-ключ-ключ-ключ-0123', 'keyboard cat keyboard cat keyboard!', `${one}é`],
    ],
    [
      'is a published secret',
      [
        ...[demo.tokenSecret, demo.adminApiKey, `${demo.tokenSecret}x`, demo.tokenSecret.slice(1)],
        ...[demo.adminApiKey.toUpperCase(), 'a-string-secret-at-least-256-bits-long', spring, spring.toLowerCase()],
        'my-secret-token-to-change-in-production',
      ],
    ],
    [
      'looks like an unchanged example',
      [
        ...['change-me-change-me-change-me-please', 'REPLACE_THIS_WITH_A_LONG_RANDOM_TEXT'],
        ...['your-256-bit-secret-YOUR-SECRET-your-own', 'an-Example-of-a-secret-0123456789-abcdef'],
      ],
    ],
    [
      'consists of words',
      [
        ...['correct-horse-battery-staple-Correct-Horse', 'ThisIsMySuperLongSecretKeyThatIUse123!'],
        ...['thisisaverylongsecretkeyforjwttokens', 'das-ist-ein-sehr-geheimer-schluessel-fuer-tokens'],
        ...['monitoring-service-token-secret-2026-production', 'MyVerySecretKeyForJWTAuthentication2024'],
        'passwordpasswordpasswordpassword1',
      ],
    ],
    [
      'repeats a pattern',
      [
        ...['1'.repeat(64), `${'0'.repeat(60)}1234`, '0123456789abcdef'.repeat(2), '12345678901234567890123456789012'],
        ...['abcdefghijklmnopqrstuvwxyz123456', '0123456789abcdeffedcba9876543210', 'P@ssw0rdP@ssw0rdP@ssw0rdP@ssw0rd'],
        ...['00112233445566778899aabbccddeeff', '2026-11-22-2026-11-22-2026-11-22-2026'],
      ],
    ],
  ]
  const names = ['TOKEN_SECRET', 'ADMIN_API_KEY', 'TOKEN_SECRET_PREVIOUS', 'ADMIN_API_KEY_PREVIOUS']
  const good = { TOKEN_SECRET: two, ADMIN_API_KEY: nextKey }
  it.each(weak)('that %s is refused: %j', { tags: ['P47'] }, async (why, secrets) => {
    for (const [index, secret] of secrets.entries()) {
      // The first under every name: to read one takes long.
      const named = index > 0 ? [names[index % names.length] ?? ''] : names.slice(0, secret ? names.length : 2)
      for (const name of named) {
        const env = { ...good, [name]: secret }
        const line = new RegExp(`^${name} ${why}: set it to 32 random characters`)
        await expect(readSecrets(env, false), secret).rejects.toThrow(line)
      }
      await expect(readSecrets({ ...good, TOKEN_SECRET: secret }, true)).resolves.toBeDefined()
    }
  })

  it('is refused if it is used twice, for whichever purposes', async () => {
    for (const [index, name] of names.entries()) {
      for (const other of names.slice(0, index)) {
        const env = { ...good, [name]: one }
        for (const secret of [one, one.toUpperCase()]) {
          const twice = readSecrets({ ...env, [other]: secret }, false)
          await expect(twice).rejects.toThrow(`${other} and ${name} are the same, or differ in case only`)
        }
      }
    }
  })

  it.each([
    ['32 hexadecimal digits', one],
    ...(['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
      Array.from({ length: 3 }, () => [`32 random bytes in ${encoding}`, randomBytes(32).toString(encoding)]),
    ),
  ])('of %s is accepted', async (_, secret) => {
    expect(await readSecrets({ ...good, TOKEN_SECRET: secret }, false)).toMatchObject({ tokenSecret: secret })
  })

  it('that is weak is named in one line, without its text', async () => {
    const weak = { ...secrets, TOKEN_SECRET_PREVIOUS: 'canary'.repeat(10) }
    const message = await serveWith([], weak).then(String, ({ message }: Error) => message)
    expect(message).toMatch(/^TOKEN_SECRET_PREVIOUS consists of words: [^\n]+$/)
    expect(message).not.toContain('canary')
  })

  it('may be in a file, and not in a variable too', async () => {
    const { at } = await folderOfTest()
    await writeFile(at('secret'), `${one}\n`)
    const env = { ADMIN_API_KEY: nextKey, TOKEN_SECRET_FILE: at('secret') }
    expect(await readSecrets(env, false)).toMatchObject({ tokenSecret: one, adminApiKey: nextKey })
    const both = /^TOKEN_SECRET and TOKEN_SECRET_FILE are both set/
    await expect(readSecrets({ ...env, TOKEN_SECRET: one }, false)).rejects.toThrow(both)
    const missing = { ...env, TOKEN_SECRET_FILE: at('none') }
    await expect(readSecrets(missing, false)).rejects.toThrow(/^TOKEN_SECRET_FILE cannot be read: ENOENT/)
    await writeFile(at('secret'), '\n')
    await expect(readSecrets(env, false)).rejects.toThrow(`TOKEN_SECRET_FILE cannot be read: ${at('secret')} is empty`)
  })

  it('is read from a regular file only, also behind a link: a device or a pipe may never end', async () => {
    const { at } = await folderOfTest()
    await writeFile(at('secret'), one)
    await symlink(at('secret'), at('link'))
    execFileSync('mkfifo', [at('pipe')])
    const serve = (TOKEN_SECRET_FILE: string) =>
      serveWith(['--port', 'x'], { ...secrets, TOKEN_SECRET: '', TOKEN_SECRET_FILE })
    await expect(serve(at('link'))).rejects.toThrow(/^PORT must be/)
    const irregular = /^PORT must .*; TOKEN_SECRET_FILE cannot be read: it is not a regular file$/
    for (const file of ['/dev/zero', at('pipe'), at('.')]) await expect(serve(file)).rejects.toThrow(irregular)
  })
})

describe('During a rotation', () => {
  const serve = (env: Environment, store = 'memory:') =>
    serveWith(['--store', store], { UPGRADE_URL: demo.upgradeUrl, LOG_LEVEL: 'silent', ...env })
  const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
  const post = async (url: string, path: string) => (await transmit(url, 'POST', path, {}, account)).body.accessToken
  const use = async (url: string, token: string | undefined) =>
    (await transmit(url, 'DELETE', '/api/v1/monitors/x/stats', { authorization: `Bearer ${token}` })).statusLine

  it('tokens of the old and the new secret are accepted, and only the new one signs', { tags: ['P48'] }, async () => {
    const { at } = await folderOfTest()
    const store = `sqlite:${at('shared.db')}`
    const [before, between, after] = await Promise.all([
      serve({ TOKEN_SECRET: one, ADMIN_API_KEY: key }, store),
      serve({ TOKEN_SECRET: two, TOKEN_SECRET_PREVIOUS: one, ADMIN_API_KEY: key }, store),
      serve({ TOKEN_SECRET: two, ADMIN_API_KEY: key }, store),
    ])
    const tokens = [await post(before.url, '/auth/signup'), await post(between.url, '/auth/login')]
    const said = (url: string) => Promise.all(tokens.map((token) => use(url, token)))
    const [open, shut] = ['403 PLAN_UPGRADE_REQUIRED', '401 UNAUTHENTICATED']
    expect(await said(before.url)).toEqual([open, shut])
    expect(await said(between.url)).toEqual([open, open])
    expect(await said(after.url)).toEqual([shut, open])
  })

  it('the old and the new admin API key are accepted, and no other', { tags: ['P48'] }, async () => {
    const { url } = await serve({ TOKEN_SECRET: one, ADMIN_API_KEY: nextKey, ADMIN_API_KEY_PREVIOUS: key })
    const list = async (key: string) =>
      (await transmit(url, 'GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': key })).statusLine
    expect([await list(nextKey), await list(key)]).toEqual(['200', '200'])
    for (const wrong of [one, `${key}${nextKey}`, `${nextKey}, ${key}`, ''])
      expect(await list(wrong)).toBe('401 INVALID_ADMIN_KEY')
  })
})
