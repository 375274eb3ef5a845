/** The names of this machine, in a Host header. */
import { isOwnName } from '@monitoring-service/http/node'
import { expect, it, onTestFinished } from 'vitest'

it.each([
  ...['localhost', 'localhost:3000', 'LOCALHOST', 'api.localhost', 'a.b.localhost:1', 'machine', '127.0.0.1:3000'],
  ...['192.168.0.7', '[::1]', '[2001:db8::1]:3000', '0x7f.1'],
])('%j may be one', (host) => {
  expect(isOwnName(host)).toBe(true)
})

it.each([
  ...['evil.example', 'evil.example:3000', 'localhost.evil.example', 'evil-localhost.example', 'xlocalhost.com', ''],
  ...['127.0.0.1.evil.example', 'api.localhost.', 'a b', '[::1', 'a.notlocalhost'],
])('%j is none', (host) => {
  expect(isOwnName(host)).toBe(false)
})

it('A missing Host is none', () => {
  expect(isOwnName()).toBe(false)
})

it('A name is recognized without URL.parse, which older versions of Node 20 lack', () => {
  const { parse } = URL
  onTestFinished(() => void Object.assign(URL, { parse }))
  Object.assign(URL, { parse: undefined })
  expect([isOwnName('localhost'), isOwnName('evil.example')]).toEqual([true, false])
})
