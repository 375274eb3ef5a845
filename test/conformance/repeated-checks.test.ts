/** Checks of several rounds: how many rounds there are, and when they end early. */
import { expect, test } from 'vitest'
import type { Check, CheckContext } from '../../conformance/checks/support/suite.ts'
import { suite } from '../../conformance/checks/support/suite.ts'
import { createCheckRecord, recordClaim } from '../../conformance/verdict/record.ts'
import type { Basis } from '../../conformance/verdict/verdict.ts'

const rounds = 4

/** The number of rounds of a check, of which the second one shows a fault on this basis. */
async function roundsOf(
  write: (atRound: () => void) => Parameters<typeof suite<Record<string, never>>>[2],
  basis: Basis,
): Promise<number> {
  const record = createCheckRecord()
  let round = 0
  const atRound = () => {
    round += 1
    recordClaim(record, undefined, { subject: 'the round', claim: { isNot: 2 }, value: round, basis })
  }
  const { checks } = suite('Any', {}, write(atRound))
  const context = { recordContext: { record }, rounds, isStateless: false }
  await (checks[0] as Check).run(context as unknown as CheckContext)
  return round
}

const repeated =
  (level: string) =>
  (atRound: () => void): Parameters<typeof suite<Record<string, never>>>[2] =>
  ({ again }) =>
    again(`ANY-01 All is right in each round. (${level}4.3c)`, {}, async () => atRound())

test('a repeated check ends with the round that shows a documented fault, or one of its own level', async () => {
  expect(await roundsOf(repeated(''), 'documented')).toBe(2)
  expect(await roundsOf(repeated('sound, '), 'sound')).toBe(2)
  expect(await roundsOf(repeated('profile, '), 'profile')).toBe(2)
})

test('a repeated check goes on after a fault of another level, since a further round may show a documented one', async () => {
  for (const basis of ['sound', 'implied', 'profile', 'hardening'] as const)
    expect(await roundsOf(repeated(''), basis)).toBe(rounds)
})
