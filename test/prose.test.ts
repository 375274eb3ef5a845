/** What people are told agrees with what programs are told. */
import { readFileSync } from 'node:fs'
import { errors, limits, type OperationId, operations } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'

const contract = readFileSync(contractFile, 'utf8')
const facade = readFileSync(new URL('../sdk/index.ts', import.meta.url), 'utf8')
const { schemas } = readContract().components

describe('The numbers in the prose are those of x-limits and of the schemas:', () => {
  const password = schemas.SignupRequest?.properties?.password as Record<string, number>
  it.each([
    ['the life of an access token', contract, `Valid for ${limits.accessTokenSeconds / 60} minutes`],
    ['the life of a refresh token', contract, `Valid for ${limits.refreshTokenSeconds / 86_400} days`],
    ['the largest body', contract, `The body takes more than ${limits.bodyBytes / 1024} KiB`],
    ['the grace period', contract, `permanently deleted ${limits.gracePeriodDays} days later`],
    ['the password', contract, `At least ${password.minLength} characters, at most ${password['x-max-bytes']} bytes`],
    ['the life of an access token, in the SDK', facade, `an access token (${limits.accessTokenSeconds / 60} minutes)`],
    ['the password, in the SDK', facade, `${password.minLength} characters to ${password['x-max-bytes']} bytes`],
    ['the grace period, in the SDK', facade, `in ${limits.gracePeriodDays} days`],
  ])('%s', (_, text, said) => {
    expect(text).toContain(said)
  })
})

it.each(Object.keys(operations) as OperationId[])(
  "the SDK's comment on %s names its own refusals, and no other",
  (id) => {
    const call = facade.indexOf(`${id}({ ...on`)
    const comment = facade.slice(facade.lastIndexOf('/**', call), call)
    const codes = Object.values(operations[id].responses).flat() as (keyof typeof errors)[]
    const general =
      /^(?:NOT_FOUND|METHOD_NOT_ALLOWED|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|INTERNAL_ERROR|UNAVAILABLE)$/
    const own = codes.filter((code) => !general.test(code))
    expect([...comment.matchAll(/`([A-Z]{4,}(?:_[A-Z]+)*)`/g)].map(([, code]) => code).sort()).toEqual(own.sort())
    for (const code of own) expect(comment).toMatch(new RegExp(`${errors[code].status} [^;.]*\`${code}\``))
  },
)
