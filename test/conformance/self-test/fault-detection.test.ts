/** The kit passes the reference implementation and its legal variants, and fails a fault of each class. */
import { describe, expect, test } from 'vitest'
import { expectedSurvivors } from '../../../conformance/self-test/expected-survivors.ts'
import { faultClasses } from '../../../conformance/self-test/faults/index.ts'
import { runTrial } from '../../../conformance/self-test/trial.ts'
import { variants } from '../../../conformance/self-test/variants/index.ts'

// A sample; `npm run conformance:self-test` runs all. A trial has many checks, which takes long on a busy machine.
describe('the kit', { timeout: 120_000 }, () => {
  test('passes the reference implementation at both levels and verifies every check', async () => {
    const { result, failed } = await runTrial()
    expect(failed).toEqual({ documented: [], profile: [] })
    expect(result.verdict).toEqual({ documented: 'conformant', profile: 'conformant' })
  })

  for (const variant of variants.filter((_, index) => index % 15 === 0)) {
    test.concurrent(`passes a legal variant: ${variant.title}`, async () => {
      expect((await runTrial({ variant })).failed.documented).toEqual([])
    })
  }

  for (const [kind, faults] of Object.entries(faultClasses)) {
    const fault = faults.find(({ id, level }) => level === 'documented' && !(id in expectedSurvivors.documented))
    if (!fault) continue
    // The checks of its section, and those of authentication on each operation.
    test.concurrent(`fails a fault of ${kind}: ${fault.title}`, async () => {
      expect((await runTrial({ fault }, [fault.section, 'AUTH'])).failed.documented).not.toEqual([])
    })
  }
})
