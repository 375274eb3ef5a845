/** Checks whose outcomes are printed as they come, and counted at the end. */
import { styleText } from 'node:util'
import { MissingError } from './programs.ts'

const colors = { ok: 'green', failed: 'red', 'not run': 'yellow' } as const
type Outcome = keyof typeof colors

export function createResults() {
  const lines: Record<Outcome, string[]> = { ok: [], failed: [], 'not run': [] }

  function print(title: string, began: number, error?: Error): void {
    const outcome = error instanceof MissingError ? 'not run' : error ? 'failed' : 'ok'
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const line = `${title} ${styleText(colors[outcome], outcome)} ${styleText('dim', `${seconds} s`)}`
    const reasons = (error?.message.trim().split('\n') ?? []).map((text) => `\n    ${text}`)
    console.log(line + reasons.slice(0, 25).join(''))
    lines[outcome].push(line + (reasons[0] ?? ''))
  }

  return {
    /** Returns what the check returns, or undefined if it fails or lacks something on this machine. */
    async record<T>(title: string, check: () => Promise<T>): Promise<T | undefined> {
      const began = performance.now()
      try {
        const value = await check()
        print(title, began)
        return value
      } catch (error) {
        print(title, began, error as Error)
        return undefined
      }
    },
    /** Prints the checks again that did not succeed, and all numbers. The exit code is 1 if one failed. */
    summarize(): void {
      const { ok, failed, 'not run': missing } = lines
      const all = ok.length + failed.length + missing.length
      const numbers = `${ok.length} of ${all} ok, ${failed.length} failed, ${missing.length} not run`
      console.log(['', ...failed, ...missing, numbers].join('\n'))
      if (failed.length > 0) process.exitCode = 1
    },
  }
}
