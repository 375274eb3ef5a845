/** What a mutant is: one small fault in a store, which the tests of a back end must notice. */

export type BackEnd = 'memory' | 'file' | 'sqlite' | 'postgres'

export interface Mutant {
  name: string
  file: string
  /** Exact text that is in the file once; otherwise the mutant is stale. */
  find: string
  replace: string
  /** Where it can be seen. */
  on: BackEnd[]
  /** Why no test can notice it. */
  survives?: string
}

/** Mutants of one file, each by its name: what to find, what to put there, and what differs from the others. */
export function inFile(
  file: string,
  on: BackEnd[],
  mutants: Record<string, [find: string, replace: string, others?: Partial<Mutant>]>,
): Mutant[] {
  return Object.entries(mutants).map(([name, [find, replace, others]]) => ({
    name,
    file,
    find,
    replace,
    on,
    ...others,
  }))
}

/** Applies a mutant to the text of its file. @throws Error in one line if it is stale. */
export function mutate(text: string, { name, file, find, replace }: Mutant): string {
  const parts = text.split(find)
  if (parts.length !== 2) {
    throw new Error(`stale mutant "${name}": ${JSON.stringify(find)} is in ${file} ${parts.length - 1} times, not once`)
  }
  return parts.join(replace)
}
