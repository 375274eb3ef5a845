/** All mutants of the reference server, and samples of them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../mutants/tree.ts'
import type { Mutant } from './mutant.ts'
import { mutantsOf } from './walk.ts'

const files = [
  ...['operations', 'rules', 'views'].map((name) => `server/${name}.ts`),
  ...['bearer', 'admin-key', 'attempts', 'identity', 'tokens'].map((name) => `server/security/${name}.ts`),
  'server/store/lowdb.ts',
  ...['admit', 'route', 'fine-print', 'errors'].map((name) => `gate/${name}.ts`),
]

export async function readMutants(): Promise<Mutant[]> {
  const perFile = files.map(async (file) => mutantsOf(file, await readFile(join(root, file), 'utf8')))
  return (await Promise.all(perFile)).flat()
}

/** So many mutants, the same ones for the same seed even if others come and go. */
export function sample(mutants: Mutant[], size: number, seed: string): Mutant[] {
  const lots = new Map(mutants.map((mutant) => [mutant, lot(mutant, seed)]))
  const drawn = mutants.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1)).slice(0, size)
  return mutants.filter((mutant) => drawn.includes(mutant))
}

function lot({ file, text, change }: Mutant, seed: string): string {
  return createHash('sha256').update([seed, file, text, change].join('\n')).digest('hex')
}
