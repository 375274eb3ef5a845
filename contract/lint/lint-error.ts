/** What a rule finds wrong with the contract. */
export interface LintError {
  rule: 'scenarios' | 'decided' | 'errors'
  message: string
  /** The keys that lead to the place. */
  pointer: string[]
}

/** Without repetitions: several operations share a component, and each of them comes across what is wrong with it. */
export function distinct(problems: LintError[]): LintError[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}
