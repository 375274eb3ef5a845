/** What a blind mutant is: one node of a source file replaced by another text, by rote. */

export interface Mutant {
  /** Relative to the root. */
  file: string
  /** Counts from 1. */
  line: number
  /** The line as it was, without its indentation. */
  text: string
  /** The names of what it stands in, the outermost first. */
  within: string[]
  /** What became of what, on one line. */
  change: string
  /** What is replaced, as offsets into the file. */
  start: number
  end: number
  replacement: string
}

export function mutate(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}
