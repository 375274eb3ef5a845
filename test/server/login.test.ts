/** Login: the comparison of passwords, and what responses reveal. */
import { describe, expect, it } from 'vitest'
import { visible } from '../support/raw-http.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

describe('A password', () => {
  const email = 'ada@new.example'
  const signup = (password: string) => server.send('POST', '/auth/signup', { body: { email, password } })

  it('of 72 bytes does not match a longer one', { tags: ['P27'] }, async () => {
    const long = 'x'.repeat(72)
    await signup(long)
    for (const tail of ['y', 'x', '\u{1f511}', ' '.repeat(1000)]) {
      expect((await server.login(email, long + tail)).statusLine).toBe('401 INVALID_CREDENTIALS')
    }
    expect((await server.login(email, long)).statusLine).toBe('200')
  })
})

describe('Login', () => {
  it('responds alike to an unknown user, a wrong password and an OAuth user, after the same work', {
    tags: ['P34'],
  }, async () => {
    const responses = []
    for (const address of [
      'unknown@new.example',
      'owner@acme.example',
      'oauth@acme.example',
      'leaving@globex.example',
    ]) {
      responses.push(visible(await server.login(address, 'not-the-password')))
      expect(await server.countComparisons()).toBe(1)
    }
    expect(responses[0]?.statusLine).toBe('401 INVALID_CREDENTIALS')
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  it.each(['', 'x', 'x'.repeat(10_000), 'a NUL \0', 'a lone surrogate \ud800'])(
    'returns the same error for any wrong password',
    { tags: ['P28'] },
    async (password) => {
      expect((await server.login('owner@acme.example', password)).statusLine).toBe('401 INVALID_CREDENTIALS')
      expect(await server.countComparisons()).toBe(1)
    },
  )

  it('changes no record', async () => {
    const before = await server.data()
    expect((await server.login('owner@acme.example')).statusLine).toBe('200')
    expect(await server.data()).toEqual(before)
  })
})
