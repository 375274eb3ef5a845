/** The self-test: the kit passes the independent implementation and legal variants, fails a fault of each class, and reports so. */
import { describe, expect, test, vi } from 'vitest'
import { expectedSurvivors } from '../../../conformance/self-test/expected.ts'
import { faultClasses, faults } from '../../../conformance/self-test/faults/index.ts'
import { runSelfTest } from '../../../conformance/self-test/run-self-test.ts'
import { runTrial } from '../../../conformance/self-test/trial.ts'
import { variants } from '../../../conformance/self-test/variants/index.ts'
import { levels } from '../../../conformance/verdict/verdict.ts'
import { silent } from '../kit-harness.ts'

// A trial has many checks, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

// A sample; `npm run conformance:self-test` runs all.
describe('the kit', () => {
  for (const variant of variants.filter((_, index) => index % 24 === 0)) {
    test.concurrent(`passes the legal variant ${variant.id}`, async () => {
      expect((await runTrial({ variant })).failed).toMatchObject({ documented: [], sound: [] })
    })
  }

  test.concurrent('leaves nothing unverified where two wrong passwords lock an account', async () => {
    const [variant] = variants.filter(({ id }) => id === 'two-tries')
    const { result } = await runTrial({ ...(variant && { variant }) }, ['DEL-05'])
    expect(result.checks.map(({ outcome }) => outcome.sound)).not.toContain('unverified')
  })

  for (const [kind, faults] of Object.entries(faultClasses)) {
    const fault = faults.find(({ id, level }) => level !== 'profile' && !(id in expectedSurvivors[level]))
    if (!fault) continue
    test.concurrent(`fails the fault ${fault.id} of ${kind}`, async () => {
      const { failed } = await runTrial({ fault }, [kind === 'credentials' ? 'AUTH' : fault.section])
      expect(failed[fault.level]).not.toEqual([])
    })
  }
})

async function run(...args: string[]) {
  const texts: string[] = []
  const print = (text: string) => void texts.push(text)
  const code = await runSelfTest(args, { ...silent, out: print, err: print })
  return { code, out: texts.join('') }
}

describe('the self-test', () => {
  test('reports a clean implementation, the check that fails a fault, and a survivor with its reason', async () => {
    const { code, out } = await run('without-allow', 'powered-by', 'service-takes-monitor-id', '--sample', '2')
    expect(out).toMatch(/^1 of 2 trials: faults of Document 1$/m)
    // At each level no check fails, and none is unverified.
    for (const level of levels) expect(out).toContain(`no alarm (${level}): clean\n`)
    expect(out).toMatch(/^documented [A-Z]+-\d+ +documented +service-takes-monitor-id$/m)
    expect(out).toMatch(/^SURVIVES +profile +powered-by \(openapi\.yaml declares required headers and forbids none/m)
    expect(out).toMatch(
      /killed at profile: 1 of 2 \(50\.0 %\) of all\nsurvivors without a reason: 0\nfalse alarms: 0\n/,
    )
    expect(code).toBe(0)
  })

  test.each([
    [['no-such-fault'], 'unknown fault or variant: no-such-fault'],
    [['--sample', 'some'], '--sample takes a number'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('rejects the arguments %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
  })

  test('gives each fault and each variant a unique id', () => {
    const ids = [...faults, ...variants.map(({ id }) => ({ id: `variant ${id}` }))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
