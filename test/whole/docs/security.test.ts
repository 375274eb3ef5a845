/** The numbers that SECURITY.md promises are those that are kept. */
import { readFileSync } from 'node:fs'
import { limits } from '@monitoring-service/contract'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')
const text = read('SECURITY.md')
const source = [
  read('http/node/listener.ts'),
  read('server/start.ts'),
  read('server/config.ts'),
  read('server/auth/passwords.ts'),
].join()

it.each([
  ['the life of an access token', `lives for ${limits.accessTokenSeconds / 60} minutes`],
  ['the tries', `${limits.attempts} tries in ${limits.attemptWindowSeconds / 60} minutes`],
  [
    'the tries of a code',
    `has ${limits.verificationCodeAttempts} tries, ${limits.verificationCodeSeconds / 60} minutes and one use`,
  ],
  ['the largest body', `${limits.bodyBytes / 1024} KiB a body`],
])('%s', (_, statusLine) => expect(text).toContain(statusLine))

it.each([
  ['16 KiB of headers', 'maxHeaderSize: 16_384'],
  ['10 seconds for a request’s head', 'headersTimeout: 10_000'],
  ['30 for all of it', 'requestTimeout: 30_000'],
  ['40 seconds for a connection on which nothing moves', 'idleTimeout: 40_000'],
  ['1,000 requests a connection', 'requestsPerConnection = 1_000'],
  ['2,000 connections', "MAX_CONNECTIONS ?? '2000'"],
  ['20 passwords in the queue', 'places = 20'],
  ['(cost 10)', 'cost = 10'],
  ['for five seconds at most', 'grace = 5_000'],
])('%s', (statusLine, written) => {
  expect(text.replaceAll("'", '’')).toContain(statusLine)
  expect(source).toContain(written)
})
