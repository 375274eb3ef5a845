/** The checks that make a service trustworthy: each with the tests that hold it, or why it does not apply here. */

export interface Check {
  /** What must be true. */
  sentence: string
  /** Files, from test/ on and without `.test.ts`, each with the titles, or their beginnings, of tests in it. */
  tests: Record<string, string[]>
  /** Where it is decided otherwise here, what there is not, or why it is held inside of the server's process. */
  differs?: string
}

export type Part = Record<number, Check>

export function check(sentence: string, tests: Check['tests'], differs?: string): Check {
  return { sentence, tests, ...(differs !== undefined && { differs }) }
}
