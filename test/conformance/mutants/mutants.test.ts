/** What the blind mutants are made of: no server is started here. */
import { expect, test } from 'vitest'
import { readMutants, sample } from './all.ts'
import { excuses } from './equivalent.ts'
import { isMeant } from './excuse.ts'
import { mutate } from './mutant.ts'
import { mutantsOf } from './walk.ts'

const changesIn = (source: string) => new Set(mutantsOf('any.ts', source).map((mutant) => mutate(source, mutant)))

test('A comparison, a condition and a number are each broken.', () => {
  expect(changesIn("if (a < 2) throw ''")).toEqual(
    new Set(["if (a <= 2) throw ''", "if (a < 3) throw ''", "if (false) throw ''", "if (true) throw ''"]),
  )
})

test('A property goes with the comma behind it, and its name stays as it is.', () => {
  expect(changesIn("var a = () => ({ 'b-c': c, ...d })")).toEqual(
    new Set(['var a = () => undefined', 'var a = () => ({  ...d })', "var a = () => ({ 'b-c': c,  })"]),
  )
})

test('Types and imports are left alone.', () => {
  expect(changesIn("import a from 'a'\ntype B = 'b' | 1\nlet c: Map<'c', 1>").size).toBe(0)
})

test('A sample is the same for the same seed.', async () => {
  const all = await readMutants()
  expect(sample(all, 20, 'a')).toEqual(sample(all, 20, 'a'))
  expect(sample(all, 20, 'a')).not.toEqual(sample(all, 20, 'b'))
})

test('Every reason for which a mutant survives belongs to a mutant.', async () => {
  const all = await readMutants()
  expect(excuses.filter((excuse) => !all.some((mutant) => isMeant(mutant, excuse)))).toEqual([])
})
