/** The numbers in the contract's prose are those of x-limits and of its schemas. */
import { readFileSync } from 'node:fs'
import { limits } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'

const contract = readFileSync(contractFile, 'utf8')
const { schemas } = readContract().components

describe('The prose of openapi.yaml states the number that programs use:', () => {
  const password = schemas.SignupRequest?.properties?.password as Record<string, number>
  it.each([
    ['the life of an access token', `Valid for ${limits.accessTokenSeconds / 60} minutes`],
    ['the life of a refresh token', `Valid for ${limits.refreshTokenSeconds / 86_400} days`],
    ['the largest body', `The body takes more than ${limits.bodyBytes / 1024} KiB`],
    ['the grace period', `permanently deleted ${limits.gracePeriodDays} days later`],
    ['the password', `At least ${password.minLength} characters, at most ${password['x-max-bytes']} bytes`],
  ])('%s', (_, statement) => {
    expect(contract).toContain(statement)
  })
})
