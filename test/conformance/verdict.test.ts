/** How assertions of different provenance become two verdicts. */
import { describe, expect, test } from 'vitest'
import { type Basis, type Outcome, outcomeAt, verdictOf, worst } from '../../conformance/assess/verdict.ts'

const ran = { kind: 'ran' } as const
const both = (broken: Basis[], asserted: Basis[] = broken) => [
  outcomeAt(ran, broken, asserted, 'documented', 'documented'),
  outcomeAt(ran, broken, asserted, 'profile', 'documented'),
]

describe('A broken assertion', () => {
  const meanings: [Basis, documented: Outcome, profile: Outcome][] = [
    ['documented', 'fail', 'fail'],
    ['http', 'warn', 'fail'],
    ['implied', 'warn', 'fail'],
    ['profile', 'inapplicable', 'fail'],
    ['hardening', 'warn', 'warn'],
  ]
  for (const [provenance, documented, profile] of meanings) {
    test(`that is ${provenance} is ${documented} at documented and ${profile} at profile.`, () => {
      expect(both([provenance])).toEqual([documented, profile])
    })
  }
})

describe('A check', () => {
  test('passes where nothing that counts is broken.', () => {
    expect(both([], ['documented'])).toEqual(['pass', 'pass'])
  })

  test('of the profile is not judged at documented, whatever it found or missed.', () => {
    expect(outcomeAt(ran, ['profile'], ['profile'], 'documented', 'profile')).toBe('inapplicable')
    const missing = { kind: 'unverified', reason: 'no monitor' } as const
    expect(outcomeAt(missing, [], [], 'documented', 'profile')).toBe('inapplicable')
    expect(outcomeAt(missing, [], [], 'profile', 'profile')).toBe('unverified')
  })

  test('that could not go on is unverified, and never a pass.', () => {
    const missing = { kind: 'unverified', reason: 'no monitor' } as const
    expect(outcomeAt(missing, [], ['documented'], 'documented', 'documented')).toBe('unverified')
  })

  test('that failed before it could not go on has failed.', () => {
    const away = { kind: 'error', reason: 'the network' } as const
    expect(outcomeAt(away, ['documented'], ['documented'], 'documented', 'documented')).toBe('fail')
  })
})

describe('The verdict', () => {
  test('is partial if something could not be verified, was left out or is forgiven.', () => {
    expect(verdictOf(['pass', 'unverified'], true)).toBe('partial')
    expect(verdictOf(['pass'], false)).toBe('partial')
  })

  test('is none if nothing was seen at all.', () => {
    for (const all of [['inapplicable'], ['unverified'], []] as const) expect(verdictOf(all, true)).toBe('nothing seen')
  })

  test('is conformant if all that counts passed, warnings or not.', () => {
    expect(verdictOf(['pass', 'warn', 'inapplicable'], true)).toBe('conformant')
  })

  test('is that of the worst: a failure outweighs an error, an error what is unverified.', () => {
    expect(verdictOf(['pass', 'error', 'fail'], true)).toBe('not conformant')
    expect(verdictOf(['pass', 'error', 'unverified'], true)).toBe('error')
    expect(worst(['pass', 'warn', 'unverified'])).toBe('unverified')
  })
})
