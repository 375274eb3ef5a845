/** The verdict as a shields.io endpoint badge. */

import type { Verdict } from '../verdict/verdict.ts'
import type { Result } from './result.ts'
import { limitationsOf } from './summaries.ts'

const colors: Record<Verdict, string> = {
  conformant: 'brightgreen',
  partial: 'yellow',
  'nothing seen': 'lightgrey',
  'not conformant': 'red',
  error: 'lightgrey',
}

export function renderBadge(result: Result): string {
  const { level, verdict, kit } = result
  const words = [verdict[level], ...(verdict[level] === 'partial' ? limitationsOf(result) : [])]
  const message = `${level} ${kit.version}: ${words.join(', ')}`
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color: colors[verdict[level]] })}\n`
}
