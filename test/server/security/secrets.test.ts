/** The operator's secrets: weak ones are rejected, and a rotation locks no caller out. */
import { demo } from '@monitoring-service/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readSecrets } from '../../../server/auth/secrets.ts'
import { makeFolder } from '../../support/folder.ts'
import { type Environment, run, secrets, start } from '../../support/process.ts'
import { transmit } from '../../support/raw-http.ts'

// Each test waits for processes, on a busy machine too.
vi.setConfig({ testTimeout: 60_000 })

const one = '8f0c2b7d91e64a35c7e1d20496bf3a58'
const two = '5b9d3e7f10c2a684a1b7c93d5e2f4068'
const [key, nextKey] = [one.toUpperCase(), two.toUpperCase()]

describe('A secret', () => {
  const weak: [string, string | undefined][] = [
    ['is not set', undefined],
    ['is not set', ''],
    ['is shorter than 32 characters', one.slice(1)],
    ['is a published secret', demo.tokenSecret],
    ['is a published secret', demo.adminApiKey],
    ['has fewer than 8 different characters', 'x'.repeat(64)],
    ['has fewer than 8 different characters', `${'0'.repeat(60)}1234`],
    ['repeats a shorter text', '0123456789abcdef'.repeat(2)],
    ['repeats a shorter text', 'correct-horse'.repeat(3)],
    ['looks like an unchanged example', 'change-me-change-me-change-me-please'],
    ['looks like an unchanged example', 'your-super-secret-jwt-token-with-at-least-32-characters-long'],
    ['looks like an unchanged example', 'REPLACE_THIS_WITH_A_LONG_RANDOM_TEXT'],
    ['looks like an unchanged example', 'this is an Example of a secret, not one'],
  ]
  const names = ['TOKEN_SECRET', 'ADMIN_API_KEY', 'TOKEN_SECRET_PREVIOUS', 'ADMIN_API_KEY_PREVIOUS']
  it.each(weak)('that %s is refused: %j', { tags: ['P47'] }, (why, secret) => {
    for (const name of secret ? names : names.slice(0, 2)) {
      const env = { TOKEN_SECRET: one, ADMIN_API_KEY: key, [name]: secret }
      expect(() => readSecrets(env, false)).toThrow(new RegExp(`^${name} ${why}: set it to 32 random characters`))
      expect(() => readSecrets(env, true)).not.toThrow()
    }
  })

  it('is refused if token secret and admin API key are the same', () => {
    expect(() => readSecrets({ TOKEN_SECRET: one, ADMIN_API_KEY: one }, false)).toThrow(/are the same/)
  })

  it.each([one, 'b64+/with=signs+and/more0123456789AB', 'nine different words that are very hard to guess'])(
    'that is long and varied is accepted: %s',
    (secret) => {
      const { tokenSecret } = readSecrets({ TOKEN_SECRET: secret, ADMIN_API_KEY: key }, false)
      expect(tokenSecret).toBe(secret)
    },
  )

  it('that is weak ends the process with one line, without the secret', async () => {
    const { code, stderr } = await run([], { ...secrets, TOKEN_SECRET_PREVIOUS: 'canary'.repeat(10) })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^TOKEN_SECRET_PREVIOUS has fewer than 8 different characters: [^\n]+\n$/)
    expect(stderr).not.toContain('canary')
  })
})

describe('During a rotation', () => {
  const serve = (env: Environment, store = 'memory:') =>
    start(['--port', '0', '--store', store], { UPGRADE_URL: demo.upgradeUrl, LOG_LEVEL: 'silent', ...env })
  const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
  const post = async (url: string, path: string) => (await transmit(url, 'POST', path, {}, account)).body.accessToken
  const use = async (url: string, token: string | undefined) =>
    (await transmit(url, 'DELETE', '/api/v1/monitors/x/stats', { authorization: `Bearer ${token}` })).statusLine

  it('tokens of the old and the new secret are accepted, and only the new one signs', { tags: ['P48'] }, async () => {
    const { at, remove } = await makeFolder()
    onTestFinished(remove)
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
    for (const server of [before, between, after]) await server.stop()
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
