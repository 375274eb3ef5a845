/** Connections to PostgreSQL that a network has forgotten, without a word to either end. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { callConcurrently, resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
import { shareDatabase } from '../../support/postgres/database.ts'
import { openTcpProxy } from '../../support/postgres/tcp-proxy.ts'

const { empty } = shareDatabase()

/** Opens a store behind a proxy, with all the connections that it may have. */
async function openWarm(query = '') {
  const line = await openTcpProxy(await empty())
  const store = await openStore(`${line.url}${query}`)
  onTestFinished(async () => {
    await store.close()
    await line.close()
  })
  await store.load(sampleData())
  await callConcurrently(store, 30, () => store.findMember('ann'))
  return { line, store }
}

const signUps = (store: Awaited<ReturnType<typeof openStore>>, tag: string, count = 10) =>
  Promise.all(Array.from({ length: count }, (_, n) => resultOrCode(store.addAccount(...account(`${tag}${n}`)))))

it('when all idle connections are dropped in silence, every call is served', { tags: ['P72'] }, async () => {
  const { line, store } = await openWarm()
  await wait(1_100)
  line.forget()
  const start = performance.now()
  expect(await signUps(store, 'new')).toEqual(Array(10).fill(true))
  expect(performance.now() - start).toBeLessThan(6_000)
  await vi.waitFor(() => expect(store.connections?.()).toMatchObject({ busy: 0, held: 0 }), 6_000)
})

it('one connection, dropped in silence, is replaced', async () => {
  const { line, store } = await openWarm('?max=1')
  await wait(1_100)
  line.forget()
  expect(await signUps(store, 'new', 3)).toEqual(Array(3).fill(true))
})

it('when connections are dropped under load, only calls under way are refused, and none is held afterwards', async () => {
  const { line, store } = await openWarm()
  line.forget()
  const start = performance.now()
  const underWay = await signUps(store, 'first')
  expect(new Set([true, 'UNAVAILABLE', ...underWay])).toEqual(new Set([true, 'UNAVAILABLE']))
  expect(await signUps(store, 'next')).toEqual(Array(10).fill(true))
  expect(performance.now() - start).toBeLessThan(15_000)
  await vi.waitFor(() => expect(store.connections?.()).toMatchObject({ busy: 0, held: 0 }), 6_000)
})

it('a store says that it is stuck when no call was served for a minute though the database answers', async () => {
  const { line, store } = await openWarm()
  let shift = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + shift)
  line.forgetWhere('"users"')
  expect(await signUps(store, 'first', 1)).toEqual(['UNAVAILABLE'])
  expect(store.isStuck?.()).toBe(false)
  shift = 61_000
  expect(await signUps(store, 'next', 1)).toEqual(['UNAVAILABLE'])
  await vi.waitFor(() => expect(store.isStuck?.()).toBe(true), 6_000)
  expect(await store.countAttempt('key', '', '')).toMatchObject({ count: 1 })
  expect(store.isStuck?.()).toBe(false)
})
