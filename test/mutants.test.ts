/** The mutants are not stale; whether the tests notice them shows `npm run test:mutants`. */
import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { all } from './mutants/all.ts'
import { mutate } from './mutants/mutant.ts'

const root = new URL('../', import.meta.url)
const named = all.map((mutant) => [`${mutant.file}: ${mutant.name}`, mutant] as const)

it.each(named)('%s can be made, and parses', async (_, mutant) => {
  const text = mutate(await readFile(new URL(mutant.file, root), 'utf8'), mutant)
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: mutant.file })
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
})

it('no two mutants have one name and file', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
})
