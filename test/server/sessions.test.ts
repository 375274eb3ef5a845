/** Sessions that an operator ends: which access tokens are refused afterwards, and for how long. */
import { demo, limits } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { checkBearer } from '../../server/auth/bearer.ts'
import { endSessions } from '../../server/auth/sessions.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { sampleData } from '../../server/store/suite/sample-data.ts'
import { second } from '../support/server.ts'

/** Within a second: tokens count whole ones. */
const start = Date.parse('2025-06-15T12:00:00.500Z')
const refused = 'UNAUTHENTICATED'

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
    async logIn(userId: string) {
      const member = await store.findMember(userId)
      return (await tokens.issue(userId, member?.sessionMarks)).accessToken
    },
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
  expect([await use(own), await use(other)]).toEqual([refused, 'bea'])
})

it('The tokens of every user are refused once all sessions are ended, and a log-in works again', async () => {
  const { logIn, end, use } = await openSessions()
  const [ann, bea] = [await logIn('ann'), await logIn('bea')]
  await end()
  expect([await use(ann), await use(bea)]).toEqual([refused, refused])
  expect([await use(await logIn('ann')), await use(await logIn('bea'))]).toEqual(['ann', 'bea'])
})

it('In one moment, tokens from before the end of the sessions are refused, and those from after it are accepted', async () => {
  const { logIn, end, use } = await openSessions()
  const tokens = [await logIn('ann')]
  for (const userId of ['ann', 'ann', undefined, 'ann', undefined, undefined]) {
    await end(userId)
    tokens.push(await logIn('ann'))
    const results = []
    for (const token of tokens) results.push(await use(token))
    expect(results).toEqual([...Array(tokens.length - 1).fill(refused), 'ann'])
  }
})

it('A command whose clock is behind that of an earlier one ends the sessions, too', async () => {
  const { logIn, end, use, setClock } = await openSessions()
  setClock(limits.clockSkewSeconds)
  await end('ann')
  await end()
  for (const userId of ['ann', undefined]) {
    const before = await logIn('ann')
    setClock(0)
    await end(userId)
    expect([await use(before), await use(await logIn('ann'))]).toEqual([refused, 'ann'])
  }
})

it('A token is refused for as long as it would be valid, and one from after the end outlives the mark', async () => {
  const { logIn, end, use, setClock, dropAttempts } = await openSessions()
  const token = await logIn('ann')
  await end('ann')
  setClock(limits.accessTokenSeconds + limits.clockSkewSeconds - 1)
  expect(await use(await logIn('ann'))).toBe('ann')
  await dropAttempts()
  expect(await use(token)).toBe(refused)
  setClock(2 * limits.accessTokenSeconds - 1)
  const next = await logIn('ann')
  setClock(2 * limits.accessTokenSeconds)
  await dropAttempts()
  expect(await use(next)).toBe('ann')
})
