/** An error that a lint rule reports. */
export interface LintError {
  rule: 'aliases' | 'extensions' | 'scenarios' | 'decided' | 'errors' | 'bounds'
  message: string
  /** The keys that lead to the location. */
  pointer: string[]
}

/** Removes duplicates: a component that several operations share is checked once for each of them. */
export function distinct(errors: LintError[]): LintError[] {
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()]
}
