/** The rule that a large number in a reason or description is a bound or limit of the contract, or follows one that was changed. */
import type { Document } from '../openapi/document.ts'
import type { LintError } from './lint-error.ts'

/** Only numbers with separators: smaller ones are years, statuses and sections. */
const large = /\b\d{1,3}(?:,\d{3})+\b/g

export function lintQuotedNumbers(document: Document): LintError[] {
  const numbers = new Set<number>()
  const texts: { text: string; pointer: string[] }[] = []
  const visit = (node: unknown, pointer: string[], isText: boolean): void => {
    if (typeof node === 'number') numbers.add(node)
    if (typeof node === 'string' && isText) texts.push({ text: node, pointer })
    if (typeof node !== 'object' || node === null) return
    for (const [key, child] of Object.entries(node)) {
      // The values of examples lie outside of bounds on purpose.
      if (key === 'example' || key === 'examples') continue
      visit(
        child,
        [...pointer, key],
        isText || key === 'x-decided' || (key === 'description' && typeof child === 'string'),
      )
    }
  }
  visit(document, [], false)
  return texts.flatMap(({ text, pointer }) =>
    [...text.matchAll(large)]
      .filter(([number]) => !numbers.has(Number(number.replaceAll(',', ''))))
      .map(([number]) => ({
        rule: 'bounds',
        message: `this text speaks of ${number}, which is no bound or limit of the contract`,
        pointer,
      })),
  )
}
