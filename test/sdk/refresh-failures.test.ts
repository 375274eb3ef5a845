/** A refresh that hangs, dies or is aborted ends every call that waits for it, and no call gets the token of another user. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test, vi } from 'vitest'
import { type RefreshOptions, TimeoutError, withRefresh } from '../../sdk/index.ts'
import { accept, client, errorBody, errorOf, respondWithError, serve } from './harness.ts'

const never = () => new Promise<never>(() => {})

describe('A refresh', () => {
  test('that hangs ends all waiting calls with a TimeoutError, and the next 401 calls it again', async () => {
    const { baseUrl, seen } = await serve(accept('new'))
    const refresh = vi.fn<() => Promise<string>>(never)
    const api = client(baseUrl, { timeout: 200, session: withRefresh({ token: () => 'old', refresh }) })
    const results = await Promise.all([1, 2, 3].map((id) => api.incidents.resolve(`${id}`).result()))
    for (const { error } of results) {
      expect(error).toBeInstanceOf(TimeoutError)
      expect(error).toMatchObject({ attempts: 1, maybeApplied: false, cause: { status: 401 } })
      expect(error?.message).toMatch(/: no new token within 200 ms$/)
    }
    expect([refresh.mock.calls.length, seen.length]).toEqual([1, 3])
    refresh.mockResolvedValue('new')
    expect(await api.incidents.resolve('4')).toEqual({})
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['the client, for a call that has more time', 200, 60_000],
    ['the call, for a call that has less', 60_000, 200],
  ])('that hangs is ended by the timeout of %s', async (_, timeout, own) => {
    const { baseUrl } = await serve(respondWithError(401))
    const api = client(baseUrl, { timeout, session: withRefresh({ token: () => 'old', refresh: never }) })
    const error = await errorOf(api.incidents.delete('a', { timeout: own }), TimeoutError)
    expect(error.message).toMatch(/: no new token within 200 ms$/)
  })

  test('goes on for the other calls when one of them is aborted', async () => {
    const fetch = async () => Response.json(errorBody(401, 'UNAUTHENTICATED'), { status: 401 })
    let finish = (_: string) => {}
    const refresh = vi.fn((_: string, __: RefreshOptions) => new Promise<string>((resolve) => (finish = resolve)))
    const api = client('https://a.example', { fetch, session: withRefresh({ token: () => 'old', refresh }) })
    const abort = new AbortController()
    const aborted = api.incidents.delete('a', { signal: abort.signal })
    const other = api.incidents.delete('b').result()
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled())
    abort.abort('mine')
    await expect(aborted).rejects.toBe('mine')
    expect(refresh.mock.lastCall?.[1].signal.aborted).toBe(false)
    finish('new')
    expect(await other).toMatchObject({ status: 401, error: { attempts: 2 } })
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  /** A client whose first refresh dies, with its timers, as those of a request do in workerd. */
  async function orphaned() {
    const { baseUrl } = await serve(accept('new'))
    const refresh = vi.fn<() => Promise<string>>(never)
    let current = 'old'
    const api = client(baseUrl, { timeout: 300, session: withRefresh({ token: () => current, refresh }) })
    const timers: unknown[] = []
    const real = globalThis.setTimeout
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      work: () => void,
      delay = 0,
      ...more: never[]
    ) => {
      const timer = real(work, delay, ...more)
      if (delay === 300) timers.push(timer)
      return timer
    }) as typeof setTimeout)
    api.incidents.resolve('dead').catch(() => {})
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled())
    for (const timer of timers) clearTimeout(timer as number)
    spy.mockRestore()
    refresh.mockImplementation(async () => {
      current = 'new'
      return current
    })
    return { api, refresh }
  }

  test('whose request has died is taken over by one of the calls that wait for it', async () => {
    const { api, refresh } = await orphaned()
    expect(await Promise.all(['a', 'b'].map((id) => api.incidents.resolve(id)))).toEqual([{}, {}])
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test('whose request has died holds no later call, whatever the clock says', async () => {
    for (const jump of [10_000, -10_000]) {
      const { api, refresh } = await orphaned()
      const now = performance.now() + jump
      vi.spyOn(performance, 'now').mockReturnValue(now)
      expect(await api.incidents.resolve('a')).toEqual({})
      expect(refresh).toHaveBeenCalledTimes(2)
      vi.restoreAllMocks()
    }
  })

  test('that waits for a call of its own client is refused', async () => {
    const { baseUrl } = await serve(respondWithError(401))
    const refresh = async () => {
      await api.incidents.delete('a')
      return 'new'
    }
    const api = client(baseUrl, { session: withRefresh({ token: () => 'old', refresh }) })
    const error = await errorOf(api.incidents.delete('b').result(), Error)
    expect(error.message).toBe('refresh awaits itself')
  })

  test('begins for a call whose token is the one that the renewal of an older token has found', async () => {
    const { baseUrl } = await serve(accept('new'))
    const tokens = ['old', 'rejected']
    let current = 'rejected'
    const refresh = vi.fn(() => {
      current = 'new'
      return current
    })
    const ofRenewal = () => new Promise<string>((resolve) => setTimeout(() => resolve(current), 100))
    const api = client(baseUrl, { session: withRefresh({ token: () => tokens.shift() ?? ofRenewal(), refresh }) })
    await Promise.all([api.incidents.resolve('a'), api.incidents.resolve('b')])
    expect(refresh.mock.calls).toEqual([['rejected', expect.anything()]])
  })

  test("never gives a call another user's token, and has the client's timeout", async () => {
    const sent: unknown[] = []
    const { baseUrl } = await serve((response, request) => {
      sent.push(request.headers.authorization)
      respondWithError(401)(response, request)
    })
    const user = new AsyncLocalStorage<string>()
    const refresh = (rejected: string) =>
      new Promise<string>((resolve) => setTimeout(resolve, 100, rejected.replace('of', 'new')))
    const api = client(baseUrl, { session: withRefresh({ token: () => user.getStore(), refresh }) })
    const hasty = user.run('of-a', () => api.incidents.resolve('a', {}, { timeout: 50 }).result())
    const patient = user.run('of-b', () => api.incidents.resolve('b').result())
    expect((await hasty).error).toBeInstanceOf(TimeoutError)
    expect((await patient).status).toBe(401)
    expect(sent.filter((one) => /new/.test(`${one}`))).toEqual(['Bearer new-b'])
  })

  test('follows when the newer token that the session already has is rejected too', async () => {
    const { baseUrl, seen } = await serve(accept('3'))
    const tokens = ['1', '2', '2', '2']
    const refresh = vi.fn(() => '3')
    await client(baseUrl, { session: withRefresh({ token: () => tokens.shift(), refresh }) }).incidents.resolve('a')
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2', 'Bearer 3'])
    expect(refresh.mock.calls).toEqual([['2', expect.anything()]])
  })
})
