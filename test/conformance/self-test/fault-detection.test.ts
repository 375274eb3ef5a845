/** The kit itself on trial: it accuses no legal implementation, and a broken one of each kind does not get away. */
import { describe, expect, test } from 'vitest'
import { faultClasses } from '../../../conformance/self-test/faults/index.ts'
import { runTrial } from '../../../conformance/self-test/trial.ts'
import { variants } from '../../../conformance/self-test/variants/index.ts'

// A sample; `npm run conformance:self-test` tries all. Each is a run of many checks, which takes long on a busy machine.
describe('The kit', { timeout: 120_000 }, () => {
  test('finds nothing wrong, and nothing missing, where nothing is.', async () => {
    const { result, failed } = await runTrial()
    expect(failed).toEqual({ documented: [], profile: [] })
    expect(result.verdict).toEqual({ documented: 'conformant', profile: 'conformant' })
  })

  for (const variant of variants.filter((_, index) => index % 15 === 0)) {
    test.concurrent(`accuses nobody because: ${variant.title}.`, async () => {
      expect((await runTrial({ variant })).failed.documented).toEqual([])
    })
  }

  for (const [kind, faults] of Object.entries(faultClasses)) {
    const fault = faults.find(({ level }) => level === 'documented')
    if (!fault) continue
    // The checks of its section, and those that ask everywhere who calls.
    test.concurrent(`notices a fault of ${kind}: ${fault.title}.`, async () => {
      expect((await runTrial({ fault }, [fault.section, 'AUTH'])).failed.documented).not.toEqual([])
    })
  }
})
