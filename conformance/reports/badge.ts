/** The verdict as an endpoint for a shields.io badge. */
import type { Result } from '../result.ts'

const colors = { conformant: 'brightgreen', partial: 'yellow', 'not conformant': 'red', error: 'lightgrey' }

export function renderBadge({ level, verdict, kit }: Result): string {
  const message = `${level} ${kit.version}: ${verdict[level]}`
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color: colors[verdict[level]] })}\n`
}
