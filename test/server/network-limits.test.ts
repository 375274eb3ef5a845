/** Limits per address: one client cannot try the accounts of all, nor keep the others from logging in. */
import { expect, it, onTestFinished } from 'vitest'
import { createClientAddress } from '../../server/auth/client-address.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { startServer } from '../../server/index.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

it('An address has so many attempts for all accounts together, whatever it claims; others and this machine have theirs', async () => {
  const clientAddress = createClientAddress(['127.0.0.1'])
  const server = await startServer({ ...demoSettings, passwordCost: 4, clientAddress, addressAttempts: 3 })
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
  expect(await times(Array(5).fill(undefined))).toEqual(['401', '201', '401', '201', '401'])
})

it('An address has half of the queue for passwords at most', async () => {
  const passwords = createPasswords(4)
  onTestFinished(passwords.close)
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = (network: string) => passwords.hold(() => promise, network).catch(({ code }) => code)
  const greedy = Array.from({ length: 40 }, () => hold('198.51.100.1'))
  const others = Array.from({ length: 5 }, (_, host) => hold(`198.51.100.${host + 2}`))
  resolve()
  const refused = (await Promise.all(greedy)).filter((code) => code === 'UNAVAILABLE').length
  expect(refused).toBeGreaterThanOrEqual(28)
  expect(refused).toBeLessThan(40)
  expect(await Promise.all(others)).toEqual(Array(5).fill(undefined))
  expect(await hold('198.51.100.1')).toBeUndefined()
})
