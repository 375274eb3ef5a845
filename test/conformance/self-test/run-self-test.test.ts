/** The self-test command: its selection, its report and its exit code. */
import { describe, expect, test, vi } from 'vitest'
import { faults } from '../../../conformance/self-test/faults/index.ts'
import { runSelfTest } from '../../../conformance/self-test/run-self-test.ts'
import { variants } from '../../../conformance/self-test/variants/index.ts'
import { silent } from '../kit-harness.ts'

vi.setConfig({ testTimeout: 120_000 })

async function run(...args: string[]) {
  let out = ''
  const print = (text: string) => {
    out += text
  }
  const code = await runSelfTest(args, { ...silent, out: print, err: print })
  return { code, out }
}

describe('the self-test', () => {
  test('reports the check that fails a fault, a survivor with its reason, and no false alarm', async () => {
    const { code, out } = await run('resolve-twice-auto', 'powered-by', 'signup-200')
    expect(out).toMatch(/^3 implementations, each with a run of all checks\n/)
    expect(out).toMatch(/^no alarm \(documented\): signup-200, /m)
    expect(out).toMatch(/^documented INC-\d+ .*documented +resolve-twice-auto: /m)
    expect(out).toMatch(
      /^SURVIVES +profile +powered-by: .* \(openapi\.yaml declares required headers and forbids none/m,
    )
    expect(out).toMatch(
      /killed at profile: 1 of 2 \(50\.0 %\) of all\nsurvivors without a reason: 0\nfalse alarms: 0\n/,
    )
    expect(code).toBe(0)
  })

  test('runs one of the given names with --sample 1', async () => {
    const { code, out } = await run('powered-by', 'message-other', '--sample', '1')
    expect(out).toMatch(/^1 implementation, with a run of all checks\n/)
    expect(out).toMatch(/killed at profile: 0 of 1 /)
    expect(code).toBe(0)
  })

  test.each([
    [['no-such-fault'], 'unknown fault or variant: no-such-fault'],
    [['--sample', 'some'], '--sample takes a number'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('rejects the arguments %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
  })

  test('gives each fault and each variant an id of its own', () => {
    const ids = (items: { id: string }[]) => items.map(({ id }) => id)
    expect(new Set(ids(faults)).size).toBe(faults.length)
    expect(new Set(ids(variants)).size).toBe(variants.length)
  })
})
