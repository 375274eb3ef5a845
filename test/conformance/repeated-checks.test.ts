/** Checks of several rounds: how many rounds there are, and when they end early. */
import { expect, test } from 'vitest'
import { again, code, suite } from '../../conformance/checks/support/scenario.ts'
import type { Check, CheckTools } from '../../conformance/checks/support/suite.ts'
import { isNot } from '../../conformance/verdict/claims.ts'
import { createCheckRecord, recordClaim } from '../../conformance/verdict/record.ts'
import type { Basis } from '../../conformance/verdict/verdict.ts'

const rounds = 4

/** The number of rounds of a check of this level, of which the second one shows a fault on this basis. */
async function roundsOf(level: string, basis: Basis): Promise<number> {
  const record = createCheckRecord()
  let round = 0
  const { checks } = suite('Any', {
    [`ANY-01 All is right in each round. (${level}4.3c)`]: again(
      code({}, async () => {
        round += 1
        recordClaim(record, undefined, { subject: 'the round', claim: isNot(2), value: round, basis })
      }),
    ),
  })
  const context = { recordContext: { record }, judging: { record }, rounds, isStateless: false }
  await (checks[0] as Check).run(context as unknown as CheckTools)
  return round
}

test('a repeated check ends with the round that shows a documented fault, or one of its own level', async () => {
  expect(await roundsOf('', 'documented')).toBe(2)
  expect(await roundsOf('sound, ', 'sound')).toBe(2)
  expect(await roundsOf('profile, ', 'profile')).toBe(2)
})

test('a repeated check goes on after a fault of another level, since a further round may show a documented one', async () => {
  for (const basis of ['sound', 'implied', 'profile', 'hardening'] as const)
    expect(await roundsOf('', basis)).toBe(rounds)
})
