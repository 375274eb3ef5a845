/** The numbers in SECURITY.md and in the contract's prose are the limits of contract and server. */
import { limits } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { serverLimits } from '@monitoring-service/http/node'
import { expect, it } from 'vitest'
import { bcryptCost, queueLength } from '../../server/auth/passwords.ts'
import { defaultMaxConnections } from '../../server/settings-table.ts'
import { idleTimeout } from '../../server/start.ts'
import { readPage } from './pages.ts'

const seconds = (milliseconds: number) => milliseconds / 1000
const number = (value: number) => value.toLocaleString('en-US')
const { headersTimeout, requestTimeout, maxHeaderSize, requestsPerConnection, closeGrace } = serverLimits
const password = readContract().components.schemas.SignupRequest?.properties?.password as Record<string, number>

it.each([
  ['openapi.yaml', `Valid for ${limits.accessTokenSeconds / 60} minutes`],
  ['openapi.yaml', `Valid for ${limits.refreshTokenSeconds / 86_400} days`],
  ['openapi.yaml', `The body takes more than ${limits.bodyBytes / 1024} KiB`],
  ['openapi.yaml', `permanently deleted ${limits.gracePeriodDays} days later`],
  ['openapi.yaml', `At least ${password.minLength} characters, at most ${password['x-max-bytes']} bytes`],
  ['SECURITY.md', `lives for ${limits.accessTokenSeconds / 60} minutes`],
  ['SECURITY.md', `${limits.attempts} tries in ${limits.attemptWindowSeconds / 60} minutes`],
  [
    'SECURITY.md',
    `has ${limits.verificationCodeAttempts} tries, ${limits.verificationCodeSeconds / 60} minutes and one use`,
  ],
  ['SECURITY.md', `${limits.bodyBytes / 1024} KiB a body`],
  ['SECURITY.md', `${maxHeaderSize / 1024} KiB of headers`],
  [
    'SECURITY.md',
    `${seconds(headersTimeout)} seconds for a request's head and ${seconds(requestTimeout)} for all of it`,
  ],
  ['SECURITY.md', `${seconds(idleTimeout)} seconds for an idle connection`],
  ['SECURITY.md', `${number(requestsPerConnection)} requests a connection`],
  ['SECURITY.md', `${number(defaultMaxConnections)} connections`],
  ['SECURITY.md', `${queueLength} passwords in the queue`],
  ['SECURITY.md', `(cost ${bcryptCost})`],
  ['SECURITY.md', `for ${['no', 'one', 'two', 'three', 'four', 'five'][seconds(closeGrace)]} seconds at most`],
])('%s states: %s', (page, statement) => {
  expect(readPage(page).replace(/\s+/g, ' ')).toContain(statement)
})
