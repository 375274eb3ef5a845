/** Copies of what the reference server needs, in which a file may be broken. */
import { join } from 'node:path'
import { copyTrees as copy, whileChanged } from '../../mutants/tree.ts'
import { type Mutant, mutate } from './mutant.ts'

/** The packages that the server consists of, and what starts it. */
const packages = ['contract', 'gate', 'server']
const programs = ['test/conformance/reference.ts', 'test/conformance/mutants/serve.ts']
const needed = [...packages, ...programs, 'openapi.yaml', 'package.json']

export interface Tree {
  path: string
  /** Breaks a file while something is done. */
  broken<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>
}

/** @returns the trees, in one folder that `remove` removes. */
export async function copyTrees(count: number): Promise<{ trees: Tree[]; remove(): Promise<void> }> {
  const { paths, remove } = await copy(count, needed)
  const trees = paths.map((path): Tree => {
    const broken: Tree['broken'] = (mutant, work) =>
      whileChanged(join(path, mutant.file), (source) => mutate(source, mutant), work)
    return { path, broken }
  })
  return { trees, remove }
}
