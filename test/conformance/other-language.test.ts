/** No program reads a sentence of the reports: with every text in another language, a run ends and is grouped as before. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import type { Result } from '../../conformance/report/result.ts'
import { selectSteps } from '../../conformance/report/shown-steps.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'
import { viewOf } from '../../conformance/report/view.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { runKit, silent } from './kit-harness.ts'

vi.setConfig({ testTimeout: 60_000 })

vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Every letter is the next one in the alphabet, so that no word is left, and all texts are as long as before. */
const language = vi.hoisted(() => {
  const next = (letter: string) => (/[zZ]/.test(letter) ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1))
  const translate = <T>(value: T): T => {
    if (typeof value === 'string') return value.replace(/[a-z]/gi, next) as T
    if (Array.isArray(value)) return value.map(translate) as T
    if (typeof value !== 'object' || value === null || value instanceof Promise) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translate(one)])) as T
  }
  const current = { isOther: false }
  const construct: ProxyHandler<new () => Error>['construct'] = (make, parameters, type) => {
    const error: Error = Reflect.construct(make, parameters, type)
    if (current.isOther) error.message = translate(error.message)
    return error
  }
  const translated = async (load: () => Promise<object>) => {
    const wrap = (make: unknown) => {
      if (typeof make !== 'function') return make
      if (make.prototype instanceof Error) return new Proxy(make as new () => Error, { construct })
      return (...parameters: unknown[]) => (current.isOther ? translate(make(...parameters)) : make(...parameters))
    }
    return Object.fromEntries(Object.entries(await load()).map(([name, make]) => [name, wrap(make)]))
  }
  return { current, translated }
})
vi.mock('../../conformance/report/words.ts', language.translated)
vi.mock('../../conformance/report/note-words.ts', language.translated)
vi.mock('../../conformance/report/given-words.ts', language.translated)
vi.mock('../../conformance/report/text.ts', language.translated)
// The reasons of checks that could not run.
vi.mock('../../conformance/records/errors.ts', language.translated)

/** What programs decide, without ids and times of a run. */
function decisionsOf(result: Result) {
  const { groups: found, reasons } = viewOf(result)
  const { failure, gap, warning } = found
  const groups = [...failure, ...gap, ...warning].map(({ checks, example, findings, cites }) => ({
    checks: checks.map(({ id }) => id),
    findings: findings.map(({ subject, claim, basis }) => [subject, claim.kind, basis]),
    steps: selectSteps(example, findings).map(({ step }) => step.number),
    cites,
  }))
  const { verdict, counts, stale } = result
  const outcomes = result.checks.map(({ id, outcome, known }) => ({ id, outcome, known }))
  const unverified = reasons.unverified.map(({ checks }) => checks.map(({ id }) => id))
  return { verdict, counts, stale, outcomes, groups, unverified }
}

test('a run with failures is judged, grouped, selected and compared alike in another language', async () => {
  const { path: folder } = await folderOfTest()
  const runIn = async (isOther: boolean) => {
    language.current.isOther = isOther
    const fault = faults.find(({ id }) => id === 'resolve-cause-cut')
    const implementation = await startImplementation({ fault })
    const { url, hookUrl } = implementation
    // Without the admin key, a check has a reason.
    const flags = [url, '--hook', hookUrl, '--jobs', '1', '--only', 'INC-01,INC-07,INC-41,ADMIN-01']
    const baseline = join(folder, 'baseline.yaml')
    await writeFile(baseline, '- { id: INC-41, reason: known }\n- { id: INC-09, reason: known }\n')
    const { config } = readConfig([...flags, '--baseline', baseline], {})
    const { result } = await performRun(config, silent)
    const run = await runKit(...flags, '--report', folder)
    const printed = await runKit('baseline', join(folder, 'report.json'))
    const same = await runKit('compare', join(folder, 'report.json'), join(folder, 'report.json'))
    const replayed = await runKit('replay', 'INC-01', ...flags.slice(0, 3))
    await implementation.close()
    const junit = (await readFile(join(folder, 'junit.xml'), 'utf8')).match(
      /<testsuites .*?(?=time)|<failure|<skipped/g,
    )
    const codes = [run, printed, same, replayed].map(({ code }) => code)
    const ids = printed.out.match(/"id":"[^"]+"/g)
    return {
      result,
      text: renderTerminal(result, false),
      decisions: { ...decisionsOf(result), codes, ids, junit: junit?.slice(1) },
    }
  }
  const [one, other] = [await runIn(false), await runIn(true)]
  expect(one.decisions.codes).toEqual([1, 0, 0, 1])
  expect(other.decisions).toEqual(one.decisions)
  expect(one.decisions.unverified).toEqual([['ADMIN-01']])
  expect(one.text).toMatch(/expected: incident\.cause is[\s\S]*no admin API key/)
  expect(other.text).not.toMatch(/incident\.cause is|is not conformant at|no admin API key/)
  // The same result has as many lines in both.
  expect(renderTerminal(one.result, false).split('\n').length).toBe(one.text.split('\n').length)
})
