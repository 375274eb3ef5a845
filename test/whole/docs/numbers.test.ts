/** What people are told agrees with what programs are told. */
import { readFileSync } from 'node:fs'
import { limits } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'

const contract = readFileSync(contractFile, 'utf8')
const { schemas } = readContract().components

describe('The numbers in the prose are those of x-limits and of the schemas:', () => {
  const password = schemas.SignupRequest?.properties?.password as Record<string, number>
  it.each([
    ['the life of an access token', contract, `Valid for ${limits.accessTokenSeconds / 60} minutes`],
    ['the life of a refresh token', contract, `Valid for ${limits.refreshTokenSeconds / 86_400} days`],
    ['the largest body', contract, `The body takes more than ${limits.bodyBytes / 1024} KiB`],
    ['the grace period', contract, `permanently deleted ${limits.gracePeriodDays} days later`],
    ['the password', contract, `At least ${password.minLength} characters, at most ${password['x-max-bytes']} bytes`],
  ])('%s', (_, text, statusLine) => {
    expect(text).toContain(statusLine)
  })
})
