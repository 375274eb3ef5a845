/** The diff drill: a change of the contract is rated by docs/compatibility.md, and requires the version of its rating. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { compareVersions, rateChanges } from '../../contract/diff/index.ts'
import type { Rating } from '../../contract/diff/rate.ts'
import { impacts } from '../../contract/diff/redocly.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { makeFolder } from '../support/folder.ts'
import { cases } from './diff/cases.ts'

const base = JSON.stringify(readContract())
let ratings: Rating[]
let ratingsOfNothing: Rating[]

beforeAll(async () => {
  const { path: folder, remove } = await makeFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const changed = JSON.parse(base)
  for (const { change } of cases) change(changed)
  const file = write('base.json', base)
  ratings = await rateChanges(file, write('changed.json', JSON.stringify(changed)))
  ratingsOfNothing = await rateChanges(file, file)
  await remove()
})

test.each(cases)('$bump: $what', ({ bump, at }) => {
  const own = ratings.filter(({ pointer }) => new RegExp(at).test(pointer))
  expect(impacts.findLast((impact) => own.some((rating) => rating.impact === impact))).toBe(bump)
})

test('each rated change belongs to a row', () => {
  const places = cases.map(({ at }) => new RegExp(at))
  expect(ratings.filter(({ pointer }) => !places.some((place) => place.test(pointer)))).toEqual([])
})

test('an unchanged contract has no rating and needs no new version', () => {
  expect(ratingsOfNothing).toEqual([])
  expect(compareVersions(base, base, [])).toMatchObject({ passed: true })
})

test.each([
  ['patch', '2.1.3', '2.1.4', true],
  ['minor', '2.1.3', '2.1.4', false],
  ['minor', '2.1.3', '2.2.0', true],
  ['minor', '2.9.3', '2.10.0', true],
  ['major', '2.1.3', '2.2.0', false],
  ['major', '2.1.3', '3.0.0', true],
  ['patch', '2.1.3', '2.1.3', false],
] as const)('a %s change from %s to %s passes: %s', (impact, before, after, passed) => {
  const [one, other] = [before, after].map((version) => JSON.stringify({ info: { version } }))
  expect(compareVersions(String(one), String(other), [{ impact, pointer: '#', message: '' }]).passed).toBe(passed)
})
