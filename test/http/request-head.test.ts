/** The rules for a request's head, without a socket. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { findHeadViolation, toOriginForm } from '../../http/node/request-head.ts'

type Fields = { hosts?: string[] | undefined; coding?: string; expect?: string; httpVersion?: string }

function violationOf({ hosts = ['localhost'], coding, expect, httpVersion = '1.1' }: Fields) {
  const headers = { host: hosts[0], 'transfer-encoding': coding, expect }
  return findHeadViolation({ headers, headersDistinct: { host: hosts }, httpVersion } as unknown as IncomingMessage)
}

const valid = [
  ...[
    'localhost',
    'a',
    'a.example:80',
    'A.EXAMPLE:',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:80',
    '[2001:DB8::ffff:1.2.3.4]',
  ],
  ...['a_b~c!', 'a%41%ff', "$&'()*+;="],
]
const invalid = [
  ...[
    '',
    ' ',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    'a,b',
    'a:b',
    'a:1:2',
    ':80',
    '%',
    'a%4',
    'a%zz',
    '[::1',
    '::1]',
    '[]',
  ],
  ...['[g]', '[::1]x', 'x[::1]', '"a"', 'é', 'a\\b', '<a>', 'a\n'],
]

describe('A Host', () => {
  it.each(valid)('%j is valid', (host) => {
    expect(violationOf({ hosts: [host] })).toBeUndefined()
  })

  it.each(invalid)('%j is not', (host) => {
    expect(violationOf({ hosts: [host] })).toBe('the Host header is not valid')
    expect(violationOf({ hosts: [host], httpVersion: '1.0' })).toBe('the Host header is not valid')
  })

  it('is needed exactly once, and in HTTP/1.0 at most once', () => {
    const needed = 'the request needs one Host header'
    expect([violationOf({ hosts: [] }), violationOf({ hosts: ['a', 'a'] })]).toEqual([needed, needed])
    expect(violationOf({ hosts: [], httpVersion: '1.0' })).toBeUndefined()
    expect(violationOf({ hosts: ['a', 'a'], httpVersion: '1.0' })).toBe(needed)
  })
})

it('The transfer coding is chunked, in any case, and nothing else', () => {
  for (const coding of ['chunked', 'CHUNKED']) expect(violationOf({ coding })).toBeUndefined()
  for (const coding of ['', 'gzip', 'gzip, chunked', 'chunked, chunked', 'chunked ', 'identity']) {
    expect([coding, violationOf({ coding })]).toEqual([coding, 'the transfer coding is not supported'])
  }
})

it('Only 100-continue may be expected, in any case', () => {
  for (const expected of ['100-continue', '100-Continue']) expect(violationOf({ expect: expected })).toBeUndefined()
  for (const expected of ['', '100', 'miracles', '100-continue, x']) {
    expect([expected, violationOf({ expect: expected })]).toEqual([expected, 'the Expect header is not understood'])
  }
})

describe('A target', () => {
  function originFormOf(url: string | undefined) {
    const request = { url, headers: { host: 'before' } } as unknown as IncomingMessage
    toOriginForm(request)
    return [request.headers.host, request.url]
  }

  it.each([
    ['http://a.example/x?y=1', 'a.example', '/x?y=1'],
    ['HTTPS://[::1]:80/x', '[::1]:80', '/x'],
    ['http://a.example', 'a.example', '/'],
    ['http://a.example?y', 'a.example', '/?y'],
    ['http://a.example//b', 'a.example', '//b'],
  ])('in absolute form, %s, is of its own host and path', (url, host, path) => {
    expect(originFormOf(url)).toEqual([host, path])
  })

  it.each([
    '/x',
    '/http://a/x',
    'ftp://a/x',
    'http:/a/x',
    'http:///x',
    'http://a@b/x',
    'http://a b/x',
    '*',
    'xhttp://a/x',
  ])('%s is left as it is', (url) => {
    expect(originFormOf(url)).toEqual(['before', url])
  })

  it('may be missing', () => {
    expect(originFormOf(undefined)).toEqual(['before', undefined])
  })
})
