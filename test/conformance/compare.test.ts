/** `compare` tells what changed between two reports. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHarness, runKit } from './kit-harness.ts'

const kit = createHarness()

/** Writes a report in which checks have these outcomes at the deciding level. */
function write(outcomes: Record<string, string>): string {
  const file = join(kit.folder, `${Math.random()}.json`)
  const checks = Object.entries(outcomes).map(([id, sound]) => ({ id, title: `${id}.`, outcome: { sound } }))
  const isFailed = Object.values(outcomes).includes('fail')
  const verdict = { sound: isFailed ? 'not conformant' : 'conformant' }
  writeFileSync(file, JSON.stringify({ schemaVersion: 2, level: 'sound', checks, verdict, counts: { sound: {} } }))
  return file
}

test.each([
  ['a check newly fails', { A: 'pass' }, { A: 'fail' }, 1, /^New:\n {2}A A\.\n1 new, 0 fixed, 0 still failing .* not/],
  ['a check of only the second fails', {}, { A: 'fail' }, 1, /^New:\n {2}A A\.\n/],
  ['a check is fixed', { A: 'fail' }, { A: 'pass' }, 0, /^Fixed:\n {2}A A\.\n0 new, 1 fixed, 0 still failing .*: conf/],
  ['a check still fails', { A: 'fail' }, { A: 'fail' }, 0, /^Still failing:\n {2}A A\.\n0 new, 0 fixed, 1 still/],
  ['a check cannot be judged any more', { A: 'fail' }, { A: 'unverified' }, 0, /^0 new, 0 fixed, 0 still failing/],
])('%s', async (_, before, after, code, out) => {
  expect(await runKit('compare', write(before), write(after))).toMatchObject({ code, out: expect.stringMatching(out) })
})

test.each([
  ['one file', () => [write({})], /two files report\.json/],
  ['a file that is no report', () => [write({}), join(kit.folder, 'none.json')], /none\.json/],
])('%s is wrong usage', async (_, files, err) => {
  expect(await runKit('compare', ...files())).toMatchObject({ code: 2, err: expect.stringMatching(err) })
})
