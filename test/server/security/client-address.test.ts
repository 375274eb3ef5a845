/** The client's address: what proxies say of it is believed only if they are trusted. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createClientAddress, networkOf } from '../../../server/auth/client-address.ts'

const requestOf = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

it.each<[trusted: string[], peer: string | undefined, forwarded: string | undefined, address: string]>([
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8', '198.51.100.1'], '10.1.2.3', '2001:db8:0:0::1, 198.51.100.1', '2001:db8::1'],
  [['loopback'], '::1', 'by the caller"\n', '::1'],
  [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
  [[], undefined, undefined, ''],
])('With the trusted proxies %j, a request from %s for %j is from %s', (trusted, peer, forwarded, address) => {
  expect(createClientAddress(trusted)(requestOf(peer, forwarded))).toBe(address)
})

it('A range that is none is named', () => {
  expect(() => createClientAddress(['10.0.0.0/99'])).toThrow(/^TRUST_PROXY must be .*10\.0\.0\.0\/99/)
})

it('All addresses of one IPv6 network count as one, and each IPv4 address by itself', () => {
  expect(['198.51.100.1', '2001:db8:1:2:3::4', '2001:db8:1:2::'].map(networkOf)).toEqual([
    '198.51.100.1',
    ...Array(2).fill('2001:db8:1:2::/64'),
  ])
})
