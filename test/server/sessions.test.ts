/** Sessions that an operator ends: which access tokens are refused afterwards, and for how long. */
import { demo, limits } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { checkBearer } from '../../server/auth/bearer.ts'
import { endSessions } from '../../server/auth/sessions.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { sampleData } from '../../server/store/suite/sample-data.ts'
import { second } from '../support/server.ts'

/** Half a second: tokens count whole ones. */
const start = Date.parse('2025-06-15T12:00:00.500Z')

/** A store, and tokens whose clock shows so many seconds after the start. */
async function openSessions() {
  const store = await openStore('memory:')
  await store.load(sampleData())
  let now = new Date(start)
  const tokens = await createTokens(demo.tokenSecret, () => now)
  return {
    setClock(seconds: number) {
      now = new Date(start + seconds * second)
    },
    logIn: async (userId: string) => (await tokens.issue(userId)).accessToken,
    /** The store's housekeeping. */
    dropAttempts: () => store.dropAttempts(now.toISOString()),
    end: (userId?: string) => endSessions(store, userId, now),
    /** The user, or the error code. */
    use: (token: string) =>
      checkBearer([`Bearer ${token}`], [], { store, tokens }).then(
        ({ user }) => user.id,
        ({ code }) => code,
      ),
  }
}

it('The tokens of one user are refused, and those of others are not', async () => {
  const { logIn, end, use } = await openSessions()
  const [own, other] = [await logIn('ann'), await logIn('bea')]
  await end('ann')
  expect([await use(own), await use(other)]).toEqual(['UNAUTHENTICATED', 'bea'])
})

it('The tokens of every user are refused', async () => {
  const { logIn, end, use } = await openSessions()
  const issued = [await logIn('ann'), await logIn('bea')]
  await end()
  expect([await use(issued[0] ?? ''), await use(issued[1] ?? '')]).toEqual(Array(2).fill('UNAUTHENTICATED'))
})

it('A token of the same second is refused, and one of the next is accepted', async () => {
  const { logIn, end, use, setClock } = await openSessions()
  setClock(0.3)
  const same = await logIn('ann')
  setClock(0.4)
  await end('ann')
  setClock(0.5)
  const next = await logIn('ann')
  expect([await use(same), await use(next)]).toEqual(['UNAUTHENTICATED', 'ann'])
  // At the first moment of a second, all of its tokens are later.
  await end('ann')
  expect(await use(next)).toBe('ann')
})

it('Sessions that are ended again are ended from then on', async () => {
  const { logIn, end, use, setClock } = await openSessions()
  await end('ann')
  setClock(10)
  const between = await logIn('ann')
  expect(await use(between)).toBe('ann')
  setClock(20)
  await end('ann')
  expect(await use(between)).toBe('UNAUTHENTICATED')
})

it('A token is refused for as long as it would be valid', async () => {
  const { logIn, end, use, setClock, dropAttempts } = await openSessions()
  const token = await logIn('ann')
  await end('ann')
  setClock(limits.accessTokenSeconds + limits.clockSkewSeconds - 1)
  expect(await use(await logIn('ann'))).toBe('ann')
  await dropAttempts()
  expect(await use(token)).toBe('UNAUTHENTICATED')
})
