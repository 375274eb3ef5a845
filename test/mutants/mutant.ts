/** What a mutant is: one small fault, in a store or in a defence, which some tests must notice. */

export type BackEnd = 'memory' | 'file' | 'sqlite' | 'postgres'

/** The one test that must notice that a defence is gone. */
export interface Guard {
  /** From test/ on, without `.test.ts`. */
  file: string
  /** Its name, with those of what it is in before it. */
  test: string
}

export interface Mutant {
  name: string
  file: string
  /** Exact text that is in the file once; otherwise the mutant is stale. */
  find: string
  replace: string
  /** Where it can be seen: the tests of a back end, or one test. */
  on: (BackEnd | Guard)[]
  /** Why no test can notice it. */
  survives?: string
}

/** Mutants of one file, each by its name: what to find, what to put there, and what differs from the others. */
export function inFile(
  file: string,
  on: Mutant['on'],
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

/** The same where each is a defence of its own: what to find, what to put there, and who must notice, as `file > test`. */
export function defencesIn(
  file: string,
  mutants: Record<string, [find: string, replace: string, guard: string]>,
): Mutant[] {
  return Object.entries(mutants).map(([name, [find, replace, guard]]) => {
    const [tests = '', ...names] = guard.split(' > ')
    return { name, file, find, replace, on: [{ file: tests, test: names.join(' > ') }] }
  })
}

/** Applies a mutant to the text of its file. @throws Error in one line if it is stale. */
export function mutate(text: string, { name, file, find, replace }: Mutant): string {
  const parts = text.split(find)
  if (parts.length !== 2) {
    throw new Error(`stale mutant "${name}": ${JSON.stringify(find)} is in ${file} ${parts.length - 1} times, not once`)
  }
  return parts.join(replace)
}
