/** Limits per address: one client cannot try the accounts of all, nor keep the others from logging in. */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReadClient } from '../../server/auth/client-address.ts'
import { createPasswords, queueLength } from '../../server/auth/passwords.ts'
import { startServer } from '../../server/index.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

it('An address has so many attempts for all accounts together, whatever it claims; others and this machine have theirs', async () => {
  const readClient = createReadClient(['127.0.0.1'])
  const server = await startServer({ ...demoSettings, passwordCost: 4, readClient, addressAttempts: 3 })
  onTestFinished(() => server.close(0))
  let count = 0
  const attempt = async (forwarded?: string) => {
    const body = { email: `user-${++count}@new.example`, password: 'an-uncommon-password' }
    const headers = forwarded ? { 'X-Forwarded-For': forwarded } : {}
    const response = await transmit(server.url, 'POST', count % 2 ? '/auth/login' : '/auth/signup', headers, body)
    return response.statusLine.slice(0, 3)
  }
  const times = async (addresses: (string | undefined)[]) => {
    const statuses = []
    for (const address of addresses) statuses.push(await attempt(address))
    return statuses
  }
  expect(await times(Array(5).fill('198.51.100.1'))).toEqual(['401', '201', '401', '429', '429'])
  expect(await times(['1.1.1.1, 198.51.100.1', '198.51.100.2', '198.51.100.3'])).toEqual(
    ['201', '401', '201'].with(0, '429'),
  )
  expect(await times([1, 2, 3, 4].map((host) => `2001:db8::${host}`))).toEqual(['401', '201', '401', '429'])
  for (const unclear of ['unknown', '127.0.0.1'])
    expect(await times(Array(4).fill(unclear))).toEqual(
      count % 2 ? ['201', '401', '201', '429'] : ['401', '201', '401', '429'],
    )
  expect(await times(Array(5).fill(undefined))).toEqual(['401', '201', '401', '201', '401'])
})

describe('The queue for passwords', () => {
  const places = Math.max(1, availableParallelism() - 1) + queueLength
  const half = Math.ceil(places / 2)

  /** Fills places until they are freed; each result is undefined or an error code. */
  function openQueue() {
    const passwords = createPasswords(4)
    onTestFinished(passwords.close)
    const ends: (() => void)[] = []
    const hold = (network?: string) =>
      passwords.hold(() => new Promise<void>((resolve) => ends.push(resolve)), network).catch(({ code }) => code)
    return {
      /** Returns how many of so many calls are refused at once. */
      async fill(count: number, network?: string) {
        const before = ends.length
        const calls = Array.from({ length: count }, () => hold(network))
        const refused = count - (ends.length - before)
        const codes = await Promise.all(calls.slice(count - refused))
        expect(codes).toEqual(Array(refused).fill('UNAVAILABLE'))
        return refused
      },
      async free(count: number) {
        for (const end of ends.splice(0, count)) end()
        await setImmediate()
      },
    }
  }

  it('has so many places, and one more for each that is freed', async () => {
    const { fill, free } = openQueue()
    expect(await fill(places + 3)).toBe(3)
    await free(2)
    expect(await fill(3)).toBe(1)
  })

  it('has half of its places for one address at most, and the others for others', async () => {
    const { fill, free } = openQueue()
    expect(await fill(half + 3, '198.51.100.1')).toBe(3)
    await free(2)
    expect(await fill(3, '198.51.100.1')).toBe(1)
    expect(await fill(places - half, '198.51.100.2')).toBe(0)
    expect(await fill(1)).toBe(1)
    await free(places)
    expect(await fill(half, '198.51.100.1')).toBe(0)
  })
})
