/** The numbers in SECURITY.md are the limits of the contract and of the server. */
import { readFileSync } from 'node:fs'
import { limits } from '@monitoring-service/contract'
import { serverLimits } from '@monitoring-service/http/node'
import { expect, it } from 'vitest'
import { bcryptCost, queueLength } from '../../server/auth/passwords.ts'
import { defaultMaxConnections } from '../../server/settings.ts'
import { idleTimeout } from '../../server/start.ts'

const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const seconds = (milliseconds: number) => milliseconds / 1000
const number = (value: number) => value.toLocaleString('en-US')
const { headersTimeout, requestTimeout, maxHeaderSize, requestsPerConnection, closeGrace } = serverLimits

it.each([
  `lives for ${limits.accessTokenSeconds / 60} minutes`,
  `${limits.attempts} tries in ${limits.attemptWindowSeconds / 60} minutes`,
  `has ${limits.verificationCodeAttempts} tries, ${limits.verificationCodeSeconds / 60} minutes and one use`,
  `${limits.bodyBytes / 1024} KiB a body`,
  `${maxHeaderSize / 1024} KiB of headers`,
  `${seconds(headersTimeout)} seconds for a request's head and ${seconds(requestTimeout)} for all of it`,
  `${seconds(idleTimeout)} seconds for an idle connection`,
  `${number(requestsPerConnection)} requests a connection`,
  `${number(defaultMaxConnections)} connections`,
  `${queueLength} passwords in the queue`,
  `(cost ${bcryptCost})`,
  `for ${['no', 'one', 'two', 'three', 'four', 'five'][seconds(closeGrace)]} seconds at most`,
])('SECURITY.md states: %s', (statement) => {
  expect(text).toContain(statement)
})
