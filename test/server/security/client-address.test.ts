/** The client's address: what proxies say of it is believed only if they are trusted. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createReadClient, networkOf } from '../../../server/auth/client-address.ts'

const requestOf = (remoteAddress: string | undefined, headers: IncomingMessage['headers']) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
const read = (trusted: string[], peer: string | undefined, headers: IncomingMessage['headers']) =>
  createReadClient(trusted)(requestOf(peer, headers))

it.each<[trusted: string[], peer: string | undefined, forwarded: string | undefined, address: string]>([
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8', '198.51.100.1'], '10.1.2.3', '2001:db8:0:0::1, 198.51.100.1', '2001:db8::1'],
  [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
  [[], undefined, undefined, ''],
])('With the trusted proxies %j, a request from %s for %j is from %s', (trusted, peer, forwarded, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(read(trusted, peer, headers).address).toBe(address)
})

it.each([
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:DB8:0::7]:443', '2001:db8::7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['198.51.100.1:1, 10.0.0.2:2', '198.51.100.1'],
])('The client of X-Forwarded-For: %s is %s', (forwarded, address) => {
  const client = read(['10.0.0.0/8'], '10.1.2.3', { 'x-forwarded-for': forwarded })
  expect(client).toEqual({ address, isForwarded: true })
})

it.each([
  ['for=203.0.113.7', '203.0.113.7'],
  ['For="[2001:db8::7]:4711"', '2001:db8::7'],
  ['for=1.1.1.1, for=203.0.113.7:_x-1;proto=http;by=10.0.0.9', '203.0.113.7'],
  ['by=10.0.0.9; for=203.0.113.7', '203.0.113.7'],
  ['for="1.1.1.1, for=6.6.6.6", for=203.0.113.7, for=10.0.0.2', '203.0.113.7'],
])('Without X-Forwarded-For, the client of Forwarded: %s is %s', (forwarded, address) => {
  expect(read(['10.0.0.0/8'], '10.1.2.3', { forwarded })).toEqual({ address, isForwarded: true })
  const both = { forwarded, 'x-forwarded-for': '198.51.100.1' }
  expect(read(['10.0.0.0/8'], '10.1.2.3', both).address).toBe('198.51.100.1')
  expect(read([], '10.1.2.3', { forwarded }).address).toBe('10.1.2.3')
})

it.each([
  [{ 'x-forwarded-for': 'unknown' }, 'unknown'],
  [{ 'x-forwarded-for': 'by the caller"\n' }, 'by the caller\\"\\n'],
  [{ 'x-forwarded-for': '1.1.1.1, ' }, ' '],
  [{ 'x-forwarded-for': '' }, ''],
  [{ 'x-forwarded-for': '300.1.1.1:80' }, '300.1.1.1:80'],
  [{ forwarded: 'for=_hidden' }, '_hidden'],
  [{ forwarded: 'proto=https' }, ''],
])('An entry of a trusted proxy that is no address is not the proxy, but named: %j', (headers, received) => {
  const { address, isForwarded, warning } = read(['loopback'], '127.0.0.1', headers)
  expect([address, isForwarded]).toEqual(['unknown', true])
  expect(warning?.endsWith(`: "${received}"`)).toBe(true)
})

it('A range that is none is named', () => {
  expect(() => createReadClient(['10.0.0.0/99'])).toThrow(/^TRUST_PROXY must be .*10\.0\.0\.0\/99/)
})

it('All addresses of one IPv6 network count as one, and each IPv4 address by itself', () => {
  expect(['198.51.100.1', '2001:db8:1:2:3::4', '2001:db8:1:2::'].map(networkOf)).toEqual([
    '198.51.100.1',
    ...Array(2).fill('2001:db8:1:2::/64'),
  ])
})
